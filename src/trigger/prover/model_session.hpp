#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/script.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "trigger/prover/deadline.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// Computes models of quantifier-free formulas with one z3 process that answers many questions.
class ModelSession {
 public:
  /// `options`: commands before all others. `facts`: assertions that hold in all models. `memory_bytes`: memory limit
  /// of the process; 0: none.
  ModelSession(smt::TermStore& store, std::string program, std::string options, std::uint64_t memory_bytes,
               std::vector<smt::TermId> facts);

  /// The values of the unknowns, in the same order, in a model of the facts and formulas; nullopt if z3 gives no model.
  /// Values that cannot be written as SMT-LIB terms become opaque constants. Models with the answer `unknown` count.
  [[nodiscard]] std::optional<std::vector<smt::TermId>> model(const std::vector<smt::TermId>& formulas,
                                                              const std::vector<smt::TermId>& unknowns,
                                                              const Deadline& deadline);
  /// True if z3 answered `unsat` in the last call of model().
  [[nodiscard]] bool refuted() const { return refuted_; }
  /// The work of all questions so far.
  [[nodiscard]] Work work() const { return work_; }

 private:
  /// The commands that ask for a model. Nullopt if their text exceeds 8 MiB, which happens for thousands of nested
  /// unknowns (each contains its predecessor).
  [[nodiscard]] std::optional<std::string> question(const std::vector<smt::TermId>& formulas,
                                                    const std::vector<smt::TermId>& unknowns) const;
  [[nodiscard]] std::optional<std::vector<smt::TermId>> read_values(std::string_view text,
                                                                    const std::vector<smt::TermId>& unknowns);
  [[nodiscard]] std::string_view without_work(std::string_view out);
  [[nodiscard]] bool start(const Deadline& deadline);

  smt::TermStore& store_;
  std::string program_;
  std::string options_;
  std::uint64_t memory_bytes_;
  std::vector<smt::TermId> facts_;
  std::string declarations_;
  std::set<std::string> declared_;
  core::ScratchFolder scratch_;
  std::unique_ptr<core::ChildSession> child_;  ///< runs in `scratch_`, so it must be destroyed first
  bool refuted_ = false;
  Work work_ = 0;
  Work process_work_ = 0;  ///< the counter that the current process last reported
};

}  // namespace assay::trigger

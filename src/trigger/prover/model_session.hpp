#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/proc.hpp"
#include "assay/core/target/scratch.hpp"
#include "assay/smt/script.hpp"
#include "assay/trigger/prover.hpp"
#include "trigger/prover/deadline.hpp"

namespace assay::trigger {

/// Models of quantifier-free formulas, by one z3 process that answers many questions.
class ModelSession {
 public:
  /// `options`: commands before anything else. `facts`: what all formulas have in common.
  /// `memory_bytes`: of the process.
  ModelSession(smt::TermStore& store, std::string program, std::string options, std::uint64_t memory_bytes,
               std::vector<smt::TermId> facts);

  /// A model's values of the unknowns (std::nullopt: none), in their order. A value that has no term of its own is an
  /// opaque constant. Models of which the solver is not sure are good enough.
  [[nodiscard]] std::optional<std::vector<smt::TermId>> model(const std::vector<smt::TermId>& formulas,
                                                              const std::vector<smt::TermId>& unknowns,
                                                              const Deadline& deadline);
  /// Whether the solver says that there is no model.
  [[nodiscard]] bool refuted() const { return refuted_; }
  /// What all questions so far cost.
  [[nodiscard]] Work work() const { return work_; }

 private:
  /// The commands that ask for a model; nothing if their text exceeds 8 MiB, as it does for thousands of unknowns of
  /// which each contains the one before.
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
  std::unique_ptr<core::ChildSession> child_;  ///< works in the folder: goes first
  bool refuted_ = false;
  Work work_ = 0;
  Work process_work_ = 0;  ///< of the process that runs, as it counts
};

}  // namespace assay::trigger

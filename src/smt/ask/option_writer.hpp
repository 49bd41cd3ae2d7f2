#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/truth.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {

/// A target and what it takes.
struct TestedSolver {
  const SolverDefinition* definition = nullptr;
  const Capabilities* capabilities = nullptr;
};

/// Draws options of the targets for a case (SmtFacts::drawn) and writes them into scripts.
class OptionWriter {
 public:
  explicit OptionWriter(std::vector<TestedSolver> targets) : targets_(std::move(targets)) {}

  /// For this share of the cases; by the seed and the case's index.
  void draw(core::Case& subject, SmtFacts& facts, unsigned percent, std::uint64_t seed) const;
  /// The options that this target is given: its own ones, unless the script has those of another one of its family
  /// (another version of it).
  [[nodiscard]] std::vector<std::string> of(const SmtFacts& facts, std::size_t target) const;
  /// The script with the commands of the target's options, and with those of no other target.
  [[nodiscard]] std::string put_into(std::string script, const SmtFacts& facts, std::size_t target) const;
  /// The case with that script; nothing where no options are drawn.
  [[nodiscard]] std::optional<core::Case> as_configured(const core::Case& subject, const SmtFacts& facts,
                                                        std::size_t target) const;
  /// The case with that script, and its metadata say so.
  [[nodiscard]] core::Case written_for(const core::Case& subject, std::size_t target) const;

 private:
  [[nodiscard]] std::string writer(const SmtFacts& facts, std::size_t target) const;

  std::vector<TestedSolver> targets_;
};

/// The case with these of the options that its script was written for; the script is changed to match. `needed`: the
/// default configuration passes.
[[nodiscard]] core::Case with_fewer_options(const core::Case& subject, const std::vector<std::string>& kept,
                                            bool needed);
/// The options that the case's script still sets: passes over commands drop some.
[[nodiscard]] std::vector<std::string> options_still_set(const SolverDefinition& target, const core::Case& subject,
                                                         const SmtFacts& facts);

}  // namespace assay::smt

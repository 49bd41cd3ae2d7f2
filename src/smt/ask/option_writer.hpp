#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case/case.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A target and its capabilities.
struct TestedSolver {
  const SolverDefinition* definition = nullptr;
  const Capabilities* capabilities = nullptr;
};

/// Draws options of the targets for a case (SmtFacts::drawn) and writes them into scripts.
class OptionWriter {
 public:
  explicit OptionWriter(std::vector<TestedSolver> targets) : targets_(std::move(targets)) {}

  /// Draws options for `percent` of the cases and stores them in `facts` and in the case's metadata. The choice depends
  /// on the seed and the case's index only. `same_for_all`: all targets get the same options, or none if their
  /// definitions differ.
  void draw(core::Case& subject, SmtFacts& facts, unsigned percent, std::uint64_t seed, bool same_for_all) const;
  /// The options for this target: its own, unless the script was written for another target of its family (another
  /// version of the solver), whose options it then gets.
  [[nodiscard]] std::vector<std::string> options_of(const SmtFacts& facts, std::size_t target) const;
  /// The script with the commands of the target's options, and without commands of other targets.
  [[nodiscard]] std::string with_options(std::string script, const SmtFacts& facts, std::size_t target) const;
  /// The case with the script of with_options; nullopt if no options are drawn.
  [[nodiscard]] std::optional<core::Case> configured_case(const core::Case& subject, const SmtFacts& facts,
                                                          std::size_t target) const;
  /// The case with the script of with_options; SmtFacts::written_for names the target. Unchanged if no options are
  /// drawn or the case is already written for a target.
  [[nodiscard]] core::Case written_for(const core::Case& subject, std::size_t target) const;

 private:
  [[nodiscard]] std::string name_of_writer(const SmtFacts& facts, std::size_t target) const;

  std::vector<TestedSolver> targets_;
};

/// The case with only the options `kept` of the target for which its script is written, in metadata and script.
/// `needed`: the default configuration passes (SmtFacts::needs_options).
[[nodiscard]] core::Case with_fewer_options(const core::Case& subject, const std::vector<std::string>& kept,
                                            bool needed);
/// The drawn options that the case's script still sets, or that are flags. Reduction passes remove commands.
[[nodiscard]] std::vector<std::string> options_still_set(const SolverDefinition& target, const core::Case& subject,
                                                         const SmtFacts& facts);

}  // namespace assay::smt

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/stability/quantifier_sites.hpp"
#include "smt/stability/sampler.hpp"

namespace assay::smt {

/// How often a quantifier is instantiated in runs with the answer and in runs without.
struct QuantifierDifference {
  QuantifierSite site;
  double answered = 0, failed = 0;  ///< mean numbers of instances in a run
};

/// An edit that keeps the truth of a script that is unsatisfiable after it.
struct ScriptEdit {
  enum class Kind : std::uint8_t {
    Drop,     ///< assertions are dropped: if the rest is unsatisfiable, the script is, too
    Pattern,  ///< a quantifier with several patterns keeps a single one
    Add,      ///< instances of the script's quantifiers are added as assertions
    Replace,  ///< quantifiers are replaced by instances
  };
  Kind kind = Kind::Drop;
  std::vector<std::pair<std::string, std::string>> changes;  ///< commands, and what they become; empty: dropped
  std::vector<std::string> added;                            ///< new commands in front of the check
  std::size_t replaced = 0;                                  ///< Kind::Replace: number of quantifiers
  std::string script;                                        ///< after the edit
  SampledScript sampled;                                     ///< of `script`, on mutants that no other step has run
};

/// The script after the edit's changes, without its new commands. Nullopt if it has none of the changed commands.
[[nodiscard]] std::optional<std::string> with_changes(const ScriptEdit& edit, std::string_view script);

/// Why a script is unstable.
struct Instability {
  std::size_t answered_runs = 0, failed_runs = 0;  ///< the runs that were logged
  std::vector<QuantifierDifference> differences;   ///< the largest ratio of the two numbers first
  std::vector<ScriptEdit> edits;                   ///< in the order of the tries
  std::vector<std::string> notes;                  ///< what could not be done, and why

  std::optional<std::size_t> best;  ///< position in `edits` of the last edit that makes it stable

  /// The edit that makes the script stable; null: none.
  [[nodiscard]] const ScriptEdit* remedy() const;
};

/// The effect of an edit's changes on other scripts that have the changed commands.
struct EditElsewhere {
  std::size_t tried = 0;          ///< scripts with a changed command that the solver answers as they stand; at most 20
  std::vector<std::size_t> lost;  ///< positions of those with another answer, or none, after the changes
};
[[nodiscard]] EditElsewhere try_elsewhere(const SamplerSetup& setup, const SolverDefinition& definition,
                                          const ScriptEdit& edit, const std::vector<std::string>& scripts,
                                          const std::stop_token& stop);

/// Logs three mutants with the answer and three without, and compares the numbers of instances of each quantifier, if
/// `definition` has a `prelude_log`. Then tries edits, until a script is stable on at most 60 fresh mutants: drops up
/// to four assertions outside of an unsat core, whose quantifiers are instantiated more in runs without the answer, one
/// by one and together; replaces such quantifiers by their instances in a run with the answer; keeps one pattern of
/// such a quantifier; drops all assertions outside of the core, or the universal ones that a run with the answer did
/// not instantiate; adds the instances of a proof, or of such a run, at first all, then fewer.
[[nodiscard]] Instability explain_instability(const SamplerSetup& setup, const SolverDefinition& definition,
                                              const std::string& script, const std::stop_token& stop);

}  // namespace assay::smt

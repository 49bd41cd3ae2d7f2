#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "smt/stability/instantiation_log.hpp"
#include "smt/stability/sampler.hpp"

namespace assay::smt {

/// How often a quantifier is instantiated in runs with the answer and in runs without.
struct QuantifierDifference {
  QuantifierSite site;
  double answered = 0, failed = 0;  ///< mean numbers of instances in a run
};

/// An edit of a script: some of its assertions are dropped. If the rest is unsatisfiable, the script is, too.
struct DroppedAssertions {
  std::vector<std::size_t> commands;  ///< positions in the script
  std::string text;                   ///< the dropped commands
  std::string script;                 ///< the other commands
  SampledScript sampled;              ///< of `script`, on mutants that no other step has run
};

/// Why a script is unstable.
struct Instability {
  std::size_t answered_runs = 0, failed_runs = 0;  ///< the runs that were logged
  std::vector<QuantifierDifference> differences;   ///< the largest ratio of the two numbers first
  std::vector<DroppedAssertions> edits;            ///< as tried; tries end with the first stable script
  std::vector<std::string> notes;                  ///< what could not be done, and why

  /// The edit that makes the script stable; null: none.
  [[nodiscard]] const DroppedAssertions* remedy() const;
};

/// Logs three mutants with the answer and three without, and compares the numbers of instances of each quantifier, if
/// `definition` has a `prelude_log`. Then drops assertions, but none of an unsat core if there is one: four with a
/// quantifier that is instantiated more in runs without the answer, one by one and together; then all that are not in
/// the core. It ends with the first script that is stable on at most 60 fresh mutants.
[[nodiscard]] Instability explain_instability(const SamplerSetup& setup, const SolverDefinition& definition,
                                              const std::string& script, const std::stop_token& stop);

}  // namespace assay::smt

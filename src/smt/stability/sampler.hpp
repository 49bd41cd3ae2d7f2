#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/case/case.hpp"
#include "core/proc/proc.hpp"
#include "core/target/stability.hpp"
#include "smt/mutant/mutant.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// How mutants are made and run.
struct SamplerSetup {
  SolverFactory make_solver;
  core::Limits limits;  ///< of one run; the time is CPU time
  Mutations mutations;
  std::uint64_t max_runs = 180;
  double confidence = 0.95;
  std::uint64_t seed = 1;
  bool only_stable = false;   ///< sampling ends when it is certain that the class is not Stable
  std::uint64_t at_once = 1;  ///< mutants that run at the same time; it changes no class
};

/// The class of a script for a solver, and the runs that tell it.
struct SampledScript {
  core::Stability stability = core::Stability::NotTested;
  core::Sampling sampling;
  std::vector<std::string> answers;  ///< expected: the first complete answers of a run; empty: no run has them
  SolverAnswer original;             ///< of the script as it is, with the solver's own seed; not in `sampling`
  std::string note;                  ///< why it is not tested; how runs without the answers ended
  std::optional<Mutant> answered, failed, contradicting;  ///< the first mutant of each kind
  core::Usage usage;                                      ///< of all runs; the memory is a maximum
};

/// Runs a script and its mutants on a solver until the class is certain. A run succeeds if it answers all checks `sat`
/// or `unsat`, as the first such run does. `unknown`, a crash and the limit of CPU time are failures. Other runs are
/// left out: out of memory, killed, not started, not read; after 10 of these, sampling ends. It also ends with the
/// first run that contradicts the expected answers.
[[nodiscard]] SampledScript sample_script(const SamplerSetup& setup, const SolverDefinition& definition,
                                          const std::string& script, const std::stop_token& stop);

}  // namespace assay::smt

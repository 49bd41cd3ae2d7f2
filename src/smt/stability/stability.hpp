#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "smt/mutant/mutant.hpp"
#include "smt/solver/solver.hpp"
#include "smt/stability/sampler.hpp"

namespace assay::smt {

/// The configuration of a campaign that classifies a user's scripts by the answers to their mutants.
struct StabilityOptions {
  std::vector<std::string> scripts;                    ///< files, and folders that are searched for *.smt2
  std::vector<std::string> targets;                    ///< at least one text for resolve_solver
  core::Limits limits;                                 ///< of one run; the time counts as CPU time
  std::vector<std::string> mutate = mutation_names();  ///< what the mutants change; see Mutations
  std::uint64_t mutants = 180;                         ///< maximum number of mutants of a script for a target
  std::uint64_t at_once = 1;                           ///< mutants of a script that run at the same time
  double confidence = 0.95;                            ///< see core::StabilityTest
  std::vector<std::string> fail_on;                    ///< "unstable", "worse": what is a finding
  std::uint64_t seed = 1;                              ///< of the mutants

  SolverFactory make_solver;  ///< for tests; empty: SolverRunner
};

/// How the options' mutants are made and run.
[[nodiscard]] Result<SamplerSetup> sampler_setup(const StabilityOptions& options);

/// The table of options, from which flags, TOML and the fingerprint are made. Without `make_solver`.
[[nodiscard]] const core::OptionTable<StabilityOptions>& stability_option_table();

/// The paths of the scripts. Fails if a path does not exist, or if there is no script.
[[nodiscard]] Result<std::vector<std::string>> find_stability_scripts(const StabilityOptions& options);

/// A campaign whose cases are the scripts (docs/user/smt-stability.md). A replay needs no scripts.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_stability_module(const StabilityOptions& options,
                                                                          std::vector<std::string> scripts);

}  // namespace assay::smt

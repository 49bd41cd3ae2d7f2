#pragma once

#include <string>
#include <vector>

#include "core/target/slow.hpp"
#include "smt/compare/compare.hpp"
#include "smt/compare/learned_runs.hpp"
#include "smt/judge/compared_answer.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {

/// A comparison that is ready to run.
struct CompareConfig {
  CompareOptions options;
  core::Limits limits;               ///< of one run: the option's time as CPU time
  std::vector<std::string> scripts;  ///< paths
  std::vector<std::string> names;    ///< of the scripts: their file names, or their paths where two have the same name
  std::vector<Target> targets;
  std::vector<SolverDefinition> references;
  LearnedRuns learned;                  ///< empty without CompareOptions::learned
  std::vector<std::uint64_t> programs;  ///< LearnedRuns::program_hash of each target; empty without this option

  [[nodiscard]] core::SlowRule slow_rule() const { return {options.factor, options.min_seconds}; }
  [[nodiscard]] std::unique_ptr<SolverPort> make_solver(const SolverDefinition& definition,
                                                        const core::Limits& run_limits) const {
    const SolverFactory make = options.make_solver ? options.make_solver : make_runner_port;
    return despite_errors(make)(definition, run_limits);
  }
};

}  // namespace assay::smt

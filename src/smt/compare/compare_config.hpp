#pragma once

#include <string>
#include <vector>

#include "assay/core/target/slow.hpp"
#include "smt/compare/compare.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {

/// A comparison that is ready to run.
struct CompareConfig {
  CompareOptions options;
  std::vector<std::string> scripts;  ///< paths
  std::vector<Target> targets;
  std::vector<SolverDefinition> references;

  [[nodiscard]] core::SlowRule slow_rule() const { return {options.factor, options.min_seconds}; }
  [[nodiscard]] std::unique_ptr<SolverPort> make_solver(const SolverDefinition& definition,
                                                        const core::Limits& limits) const {
    return options.make_solver ? options.make_solver(definition, limits) : make_runner_port(definition, limits);
  }
};

}  // namespace assay::smt

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {

/// A reference solver with its work limit. Its version is part of the cache key of its answers.
struct Reference {
  SolverDefinition definition;
  std::string version;
};

/// The options, and the strategies and solvers that they name. Immutable and shared by the workers.
struct FuzzConfig {
  FuzzOptions options;
  std::vector<SolverDefinition> targets;
  std::vector<Capabilities> capabilities;  ///< of the targets
  std::vector<std::string> versions;       ///< of the targets, or "unknown"
  std::vector<Reference> references;       ///< may give models of seeds, which the evaluator checks
  std::vector<const Reference*> judges;    ///< references of no target's family: may determine the truth of formulas
  std::vector<const StrategyRow*> strategies;
  std::vector<unsigned> weights;
  bool takes_tactics = false;        ///< every target supports check-sat-using
  std::vector<std::string> tactics;  ///< tactics to draw; empty: none are drawn
  /// Operators that strategies must not draw. Element 0: unsupported by at least one target; element i + 1: by target
  /// i. Each block of cases uses a random element. Empty: every operator may be drawn.
  std::vector<UnsupportedOperators> unsupported;
  std::vector<bool> never_supported;  ///< operators that no target supports, removed from seeds; empty: not probed
  SeedCorpus corpus;
  std::vector<bool> focus;  ///< by OperatorId: operators of FuzzOptions::focus; empty: none

  [[nodiscard]] std::unique_ptr<SolverPort> make_solver(const SolverDefinition& definition) const;
};

/// True if `name` is the operator's name or an alias.
[[nodiscard]] bool is_name_of(const OperatorRow& row, std::string_view name);

/// Looks up the strategies, targets and references. Does not read seeds. Fails on an unknown name.
[[nodiscard]] Result<std::shared_ptr<FuzzConfig>> make_config(const FuzzOptions& options);

}  // namespace assay::smt

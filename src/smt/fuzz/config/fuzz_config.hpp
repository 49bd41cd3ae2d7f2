#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/fuzz.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {

/// A reference solver, limited in work, and what names its answers.
struct Reference {
  SolverDefinition definition;
  std::string version;
};

/// The options with everything looked up that they name. Shared by the workers, never changed.
struct FuzzConfig {
  FuzzOptions options;
  std::vector<SolverDefinition> targets;
  std::vector<Capabilities> capabilities;  ///< of the targets
  std::vector<std::string> versions;       ///< of the targets, or "unknown"
  std::vector<Reference> references;       ///< also for models: any solver's model will do
  std::vector<const Reference*> judges;    ///< references of another family than every target's: may value formulas
  std::vector<const StrategyRow*> strategies;
  std::vector<unsigned> weights;
  bool takes_tactics = false;        ///< every target takes check-sat-using
  std::vector<std::string> tactics;  ///< that are drawn; empty when a target does not take check-sat-using
  /// What is not drawn; each block of cases takes one of these: what some target lacks, then what each of them does.
  /// Empty: everything may be drawn.
  std::vector<Lacking> lacking;
  std::vector<bool> beyond;  ///< operators that every target lacks: what uses them is left out of seeds; empty: unknown
  SeedCorpus corpus;

  [[nodiscard]] std::unique_ptr<SolverPort> make_solver(const SolverDefinition& definition) const;
};

/// Looks up what the options name, seeds left aside. Fails on an unknown strategy, target or reference.
[[nodiscard]] Result<std::shared_ptr<FuzzConfig>> make_config(const FuzzOptions& options);

}  // namespace assay::smt

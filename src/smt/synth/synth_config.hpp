#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assay/smt/synth.hpp"
#include "smt/rules/rules.hpp"
#include "smt/solver/target.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/plan.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// The options with everything looked up that they name. Shared by the workers, never changed.
struct SynthConfig {
  SynthOptions options;
  std::vector<Target> targets;  ///< with --option-sweep, one for each configuration
  std::vector<RuleText> rules;
  SynthBounds bounds;
  std::vector<const CategoryRow*> categories;
  std::vector<bool> beyond;  ///< of the wanted families: no target takes their formulas; empty: not known yet
  Plan plan;

  [[nodiscard]] std::unique_ptr<SolverPort> make_solver(const SolverDefinition& definition) const;
};

/// Looks up what the options name, and counts the formulas. There need be no targets: then nothing is left out for
/// them.
[[nodiscard]] Result<std::shared_ptr<SynthConfig>> make_synth_config(const SynthOptions& options);
/// The options and targets alone, for replays: no rules, and no formulas.
[[nodiscard]] Result<std::shared_ptr<SynthConfig>> config_without_plan(const SynthOptions& options);
/// The families that the configuration wants, in the plan's order.
[[nodiscard]] Families make_families(Workshop& workshop, const SynthConfig& config);

}  // namespace assay::smt

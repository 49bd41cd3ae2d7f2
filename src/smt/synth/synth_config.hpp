#pragma once

#include <memory>
#include <string>
#include <vector>

#include "smt/rules/rules.hpp"
#include "smt/solver/target.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/plan.hpp"
#include "smt/synth/synth.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// The options, and the targets, rules and categories that they name. Immutable and shared by the workers.
struct SynthConfig {
  SynthOptions options;
  std::vector<Target> targets;  ///< with --option-sweep, one entry for each configuration
  std::vector<RuleText> rules;
  SynthBounds bounds;
  std::vector<const CategoryRow*> categories;
  std::vector<bool> unsupported_families;  ///< by wanted family: no target supports it; empty: not determined yet
  Plan plan;
  std::vector<std::size_t> focus;  ///< indices of the plan's families of SynthOptions::focus

  [[nodiscard]] std::unique_ptr<SolverPort> make_solver(const SolverDefinition& definition) const;
};

/// Looks up the names in the options and counts the formulas. Without targets, no formulas are left out as unsupported.
[[nodiscard]] Result<std::shared_ptr<SynthConfig>> make_synth_config(const SynthOptions& options);
/// A configuration with targets and categories but without rules and plan, for replays.
[[nodiscard]] Result<std::shared_ptr<SynthConfig>> config_without_plan(const SynthOptions& options);
/// The families of the configuration, in the plan's order.
[[nodiscard]] Families make_families(Workshop& workshop, const SynthConfig& config);

}  // namespace assay::smt

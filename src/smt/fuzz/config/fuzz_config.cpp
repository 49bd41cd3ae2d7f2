#include "smt/fuzz/config/fuzz_config.hpp"

#include <algorithm>
#include <utility>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {
namespace {

// Each tactic ends with a complete solver (smt), so that the tactics differ in preprocessing only.
const std::vector<std::string>& default_tactics() {
  static const std::vector<std::string> tactics{
      "(then simplify smt)",
      "(then dom-simplify smt)",
      "(then ctx-simplify smt)",
      "(then ctx-solver-simplify smt)",
      "(then propagate-values simplify smt)",
      "(then simplify solve-eqs smt)",
      "(then simplify elim-uncnstr smt)",
      "(then nnf smt)",
      "(then simplify tseitin-cnf smt)",
      "(then simplify propagate-ineqs smt)",
      "(then purify-arith smt)",
      "(then max-bv-sharing smt)",
      "(then simplify aig smt)",
  };
  return tactics;
}

constexpr unsigned kTangleWeight = 8;  // near a change; the weights of the other strategies sum up to 28

// Stores the strategies in registry order, so that the order on the command line does not change the cases.
Status look_up_strategies(FuzzConfig& config) {
  const bool near_change = !config.options.focus.empty() || !config.options.changed_tests.empty();
  if (near_change && config.options.strategies == default_strategies())
    config.options.strategies.emplace_back("tangle", kTangleWeight);
  for (const auto& [name, weight] : config.options.strategies) {
    if (find_strategy(name) != nullptr) continue;
    std::vector<std::string> names;
    for (const StrategyRow& known : strategy_rows()) names.emplace_back(known.name);
    return Error{"there is no strategy \"" + name + "\"",
                 did_you_mean(name, names) + "known ones: " + join(names, ", ")};
  }
  for (const StrategyRow& row : strategy_rows()) {
    unsigned weight = 0;
    for (const auto& [name, given] : config.options.strategies)
      if (name == row.name) weight = given;
    if (weight == 0) continue;
    config.strategies.push_back(&row);
    config.weights.push_back(weight);
  }
  if (config.strategies.empty()) return Error{"no strategy is left", "give at least one with a positive weight"};
  return {};
}

Status look_up_targets(FuzzConfig& config) {
  auto targets = resolve_targets(config.options.targets, !config.options.make_solver);
  if (!targets) return targets.error();
  for (Target& target : *targets) {
    config.versions.push_back(std::move(target.version));
    config.capabilities.push_back(std::move(target.capabilities));
    config.targets.push_back(std::move(target.definition));
  }
  return {};
}

Status look_up_references(FuzzConfig& config) {
  for (const std::string& text : config.options.references) {
    auto definition = resolve_solver(text);
    if (!definition) return definition.error();
    auto version = solver_version(*definition);
    if (!version && !config.options.make_solver && !definition->version.empty()) return version.error();
    speak_as_of(*definition, version ? *version : "unknown");
    config.references.push_back(
        {with_work_limit(*definition, config.options.reference_work), version ? *version : std::string("unknown")});
  }
  for (const Reference& reference : config.references) {
    const bool is_target = std::any_of(config.targets.begin(), config.targets.end(), [&](const auto& target) {
      return target.name == reference.definition.name || target.argv == reference.definition.argv ||
             (target.family == reference.definition.family && target.family != "smtlib");
    });
    if (!is_target) config.judges.push_back(&reference);
  }
  return {};
}

// Names that are no operators of Assay's may still be words of seeds: load_seeds looks for them.
void look_up_focus(FuzzConfig& config) {
  if (config.options.focus.empty()) return;
  config.focus.assign(Operators::get().size(), false);
  for (std::uint32_t i = 0; i < Operators::get().size(); ++i) {
    const OperatorRow& row = Operators::get().row(OperatorId{i});
    config.focus[i] = std::any_of(config.options.focus.begin(), config.options.focus.end(),
                                  [&](const std::string& name) { return is_name_of(row, name); });
  }
}

}  // namespace

bool is_name_of(const OperatorRow& row, std::string_view name) {
  return row.name == name || std::find(row.aliases.begin(), row.aliases.end(), name) != row.aliases.end();
}

std::unique_ptr<SolverPort> FuzzConfig::make_solver(const SolverDefinition& definition) const {
  if (options.make_solver) return options.make_solver(definition, options.limits);
  return make_runner_port(definition, options.limits);
}

Result<std::shared_ptr<FuzzConfig>> make_config(const FuzzOptions& options) {
  auto config = std::make_shared<FuzzConfig>();
  config->options = options;
  if (options.max_assertions == 0 || options.max_depth == 0)
    return Error{"the bounds on depth and assertions must be positive", ""};
  if (auto status = look_up_strategies(*config); !status) return status.error();
  if (auto status = look_up_targets(*config); !status) return status.error();
  if (auto status = look_up_references(*config); !status) return status.error();
  const bool checked = std::any_of(config->targets.begin(), config->targets.end(),
                                   [](const SolverDefinition& target) { return needs_checker(target.prelude_proof); });
  if (auto status = check_proof_checks(wanted_by(options.proofs, options.certificates), checked); !status)
    return status.error();
  look_up_focus(*config);
  const bool all_take_tactics = std::none_of(config->capabilities.begin(), config->capabilities.end(),
                                             [](const auto& able) { return able.lacks(Feature::CheckSatUsing); });
  config->takes_tactics = all_take_tactics;
  if (options.tactic_percent > 0 && all_take_tactics)
    config->tactics = options.tactics.empty() ? default_tactics() : options.tactics;
  return config;
}

}  // namespace assay::smt

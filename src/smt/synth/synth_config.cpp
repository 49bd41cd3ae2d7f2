#include "smt/synth/synth_config.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::smt {
namespace {

/// True if the name matches the pattern, in which `*` matches any text.
bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (name.substr(0, star) != pattern.substr(0, star) || name.size() < star) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at)
    if (matches(rest, name.substr(at))) return true;
  return false;
}

/// The name without indices, as in (_ extract 1 0), and without the instance of a rule.
std::string_view plain_name(std::string_view subject) {
  if (subject.starts_with("(_ ")) subject = subject.substr(3);
  return subject.substr(0, subject.find_first_of(" ["));
}

/// True if each theory of the row is supported by a target; for rows that mix theories, one may be unsupported. Without
/// targets, the standard theories count as supported.
bool is_supported(const SynthConfig& config, const TheoryRow& row) {
  unsigned unknown = 0;
  for (unsigned i = 0; i < kTheoryCount; ++i) {
    const auto one = static_cast<Theory>(i);
    const bool is_standard = config.targets.empty() && !is_extension(one);
    const bool is_known = std::any_of(config.targets.begin(), config.targets.end(),
                                      [one](const Target& target) { return target.capabilities.has(one); });
    if ((row.theories >> i & 1U) != 0 && !is_standard && !is_known) ++unknown;
  }
  return unknown == 0 || (row.terms_only && unknown == 1);
}

bool matches_subject(const std::string& pattern, std::string_view subject) {
  return matches(pattern, subject) || matches(pattern, plain_name(subject));
}

bool is_wanted(const SynthConfig& config, const Family& family) {
  const SynthOptions& options = config.options;
  const bool category =
      std::find(config.categories.begin(), config.categories.end(), &family.category()) != config.categories.end();
  const bool by_default = options.theories.empty() && is_supported(config, *find_theory(family.theory()));
  const bool theory = by_default || std::find(options.theories.begin(), options.theories.end(), family.theory()) !=
                                        options.theories.end();
  const bool operation = options.operations.empty() || std::any_of(options.operations.begin(), options.operations.end(),
                                                                   [&](const std::string& pattern) {
                                                                     return matches_subject(pattern, family.subject());
                                                                   });
  return category && theory && operation;
}

Status look_up_categories(SynthConfig& config) {
  for (const std::string& name : config.options.categories) {
    if (find_category(name) != nullptr) continue;
    std::vector<std::string> names;
    for (const CategoryRow& row : category_rows()) names.emplace_back(row.name);
    return Error{"there is no category \"" + name + "\"",
                 did_you_mean(name, names) + "known ones: " + join(names, ", ")};
  }
  const bool can_optimize =
      config.targets.empty() || std::any_of(config.targets.begin(), config.targets.end(), [](const Target& target) {
        return !target.capabilities.lacks(Feature::Optimize);
      });
  for (const CategoryRow& row : category_rows()) {
    const auto& wanted = config.options.categories;
    // Optimization that no target supports, and categories on request, are included only if the user names them.
    if (wanted.empty() && ((row.optimizes && !can_optimize) || row.on_request)) continue;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), row.name) != wanted.end())
      config.categories.push_back(&row);
  }
  for (const std::string& name : config.options.theories)
    if (find_theory(name) == nullptr)
      return Error{"there is no theory \"" + name + "\"",
                   did_you_mean(name, theory_names()) + "known ones: " + join(theory_names(), ", ")};
  return {};
}

/// Checks the user's rows before formulas are made, because a wrong row would give wrong formulas.
Status check_own_rules(const SynthOptions& options) {
  constexpr std::uint64_t kInputs = 500;
  if (options.rules.empty()) return {};
  const auto checks = check_rules(options.rules, false, kInputs, options.seed);
  if (!checks) return checks.error();
  for (const RuleCheck& check : *checks)
    if (!check.problem.empty())
      return Error{check.where + ": the row " + check.name + " is wrong: " + check.problem,
                   "mend it; `assay smt rules FILE` lists all that are wrong"};
  return {};
}

/// The target unchanged, and with the options of each of its `[[sweep]]` rows.
std::vector<Target> swept(const Target& target) {
  std::vector<Target> all{target};
  for (const SolverConfiguration& configuration : target.definition.sweep) {
    Target variant = target;
    variant.definition.name += "[" + configuration.name + "]";
    variant.definition.prelude = configuration.prelude + variant.definition.prelude;
    variant.definition.argv.insert(variant.definition.argv.end(), configuration.flags.begin(),
                                   configuration.flags.end());
    if (!variant.definition.persistent.empty())
      variant.definition.persistent.insert(variant.definition.persistent.end(), configuration.flags.begin(),
                                           configuration.flags.end());
    all.push_back(std::move(variant));
  }
  return all;
}

void learn_options_of(const SynthConfig& config, Target& target) {
  const auto solver = config.make_solver(target.definition);
  learn_options(target.definition, target.version, *solver, LimitsKept::in(config.options.folder));
}

Status resolve_synth_targets(SynthConfig& config) {
  if (config.options.only_changes && config.options.option_sweep)
    return Error{"--only-changes compares versions, and --option-sweep compares configurations of each", "choose one"};
  auto targets = resolve_targets(config.options.targets, !config.options.make_solver);
  if (!targets) return targets.error();
  for (const Target& target : *targets) {
    if (!config.options.option_sweep) {
      config.targets.push_back(target);
      continue;
    }
    for (Target& variant : swept(target)) config.targets.push_back(std::move(variant));
  }
  return {};
}

}  // namespace

std::unique_ptr<SolverPort> SynthConfig::make_solver(const SolverDefinition& definition) const {
  if (options.make_solver) return options.make_solver(definition, options.limits);
  return make_runner_port(definition, options.limits);
}

namespace {

/// True if some target supports the theories and operators of the formula.
bool is_supported(const SynthConfig& config, const TermStore& store, const Formula& formula) {
  Script script;
  const auto add = [&](TermId term) { script.commands.push_back(make_command(CommandKind::Assert, {term})); };
  for (const TermId term : formula.assertions) add(term);
  for (const SoftConstraint& soft : formula.soft) add(soft.term);
  for (const Objective& objective : formula.objectives) add(objective.term);
  const Features features = features_of(store, script);
  return std::any_of(config.targets.begin(), config.targets.end(),
                     [&](const Target& target) { return !target.capabilities.unsupported(features); });
}

/// True if some target supports a sample formula of the family. The three samples differ in constants and sub-terms
/// only.
bool is_supported(const SynthConfig& config, const TermStore& store, Family& family) {
  const std::uint64_t count = family.count();
  if (count == 0) return true;
  const std::array numbers = {std::uint64_t{0}, count / 2, count - 1};
  return std::any_of(numbers.begin(), numbers.end(),
                     [&](std::uint64_t number) { return is_supported(config, store, family.make(number)); });
}

/// True if the targets together support all standard theories.
bool support_standard(const std::vector<Target>& targets) {
  for (unsigned i = 0; i < kTheoryCount; ++i) {
    const auto theory = static_cast<Theory>(i);
    const bool known = std::any_of(targets.begin(), targets.end(),
                                   [theory](const Target& target) { return target.capabilities.has(theory); });
    if (!is_extension(theory) && !known) return false;
  }
  return true;
}

/// Makes the plan. If the user names neither theories nor operations, families that no target supports are left out.
/// This is checked only if the targets do not support all standard theories.
void plan_families(SynthConfig& config) {
  Workshop workshop(config.rules, config.bounds, config.options.theories);
  const bool all = config.targets.empty() || !config.options.theories.empty() || !config.options.operations.empty() ||
                   support_standard(config.targets);
  std::vector<PlannedFamily> planned;
  std::vector<bool> unsupported_families;
  for (const auto& family : make_families(workshop, config)) {
    unsupported_families.push_back(!all && !is_supported(config, workshop.store, *family));
    if (unsupported_families.back()) continue;
    planned.push_back({family->category().level, std::string(family->category().name), family->theory(),
                       family->subject(), family->count()});
  }
  config.unsupported_families = std::move(unsupported_families);
  config.plan = Plan(std::move(planned));
}

}  // namespace

namespace {

Status find_focus(SynthConfig& config) {
  const std::vector<PlannedFamily>& families = config.plan.families();
  for (const std::string& pattern : config.options.focus) {
    std::set<std::string> names;
    bool found = false;
    for (std::size_t i = 0; i < families.size(); ++i) {
      names.emplace(plain_name(families[i].subject));
      if (families[i].count == 0 || !matches_subject(pattern, families[i].subject)) continue;
      config.focus.push_back(i);
      found = true;
    }
    if (!found)
      return Error{"'" + pattern + "' of --focus is no operation or rule of these formulas",
                   did_you_mean(pattern, {names.begin(), names.end()}) + "--count lists all"};
  }
  return {};
}

}  // namespace

Families make_families(Workshop& workshop, const SynthConfig& config) {
  Families all;
  add_all_families(workshop, all);
  Families wanted;
  std::size_t number = 0;
  for (std::unique_ptr<Family>& family : all) {
    if (!is_wanted(config, *family)) continue;
    if (config.unsupported_families.empty() || !config.unsupported_families[number])
      wanted.push_back(std::move(family));
    ++number;
  }
  return wanted;
}

Result<std::shared_ptr<SynthConfig>> make_synth_config(const SynthOptions& options) {
  auto config = std::make_shared<SynthConfig>();
  config->options = options;
  config->bounds = {options.depth,        options.constants, options.pool_constants,
                    options.combinations, options.pool,      options.builtin_rules};
  if (options.depth == 0 || options.constants == 0 || options.pool_constants == 0 || options.combinations == 0 ||
      options.pool == 0)
    return Error{"the bounds on depth, constants, combinations and pool must be positive", ""};
  if (Status status = options.targets.empty() ? Status() : resolve_synth_targets(*config); !status)
    return status.error();
  const bool checked = std::any_of(config->targets.begin(), config->targets.end(),
                                   [](const Target& target) { return needs_checker(target.definition.prelude_proof); });
  if (Status status = check_proof_checks(wanted_by(options.proofs, options.certificates), checked); !status)
    return status.error();
  if (options.options_percent > 0 && !options.make_solver)
    for (Target& target : config->targets) learn_options_of(*config, target);
  if (Status status = look_up_categories(*config); !status) return status.error();
  if (Status status = check_own_rules(options); !status) return status.error();
  auto rules = load_rules(options.rules, options.builtin_rules);
  if (!rules) return rules.error();
  config->rules = std::move(*rules);
  plan_families(*config);
  if (config->plan.count() == 0)
    return Error{"no formula is left by these filters", "widen --theory, --category or --ops"};
  if (Status status = find_focus(*config); !status) return status.error();
  return config;
}

Result<std::shared_ptr<SynthConfig>> config_without_plan(const SynthOptions& options) {
  auto config = std::make_shared<SynthConfig>();
  config->options = options;
  if (Status status = resolve_synth_targets(*config); !status) return status.error();
  if (Status status = look_up_categories(*config); !status) return status.error();
  return config;
}

}  // namespace assay::smt

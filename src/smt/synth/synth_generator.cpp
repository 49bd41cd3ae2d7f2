#include "smt/synth/synth_generator.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/case/preferred.hpp"
#include "core/rng/rng.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/synth/instances/evidence.hpp"

namespace assay::smt {
namespace {

/// A term store that exceeds this number of terms is replaced by a new store, to bound memory.
constexpr std::size_t kMaxTerms = 3'000'000;

bool is_decidable(const TermStore& store, const std::vector<TermId>& terms) {
  for (const TermId term : terms)
    for (const TermFlag flag : {kHasQuantifier, kHasOpaque, kHasLambda, kHasRecursion})
      if (store.has(term, flag)) return false;
  return true;
}

void add(Script& script, CommandKind kind, TermId term) { script.commands.push_back(make_command(kind, {term})); }

/// The labels for grouping failures: category, theory, operations and classes of constants.
std::vector<std::string> labels(const SynthesisedScript& made) {
  std::vector<std::string> all{"category " + made.category, "theory " + made.theory};
  // The name of a rule without its instance, because all instances share causes.
  for (const std::string& operation : made.facts.operations) all.push_back(operation.substr(0, operation.find('[')));
  for (const std::string& trait : made.facts.traits) all.push_back(trait);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

std::string assertion_name(std::size_t i) { return "a" + std::to_string(i); }

SynthGenerator::SynthGenerator(const SynthConfig& config) : config_(config) {}
SynthGenerator::~SynthGenerator() = default;

TermStore& SynthGenerator::store() { return workshop_->store; }

std::optional<PlaceInPlan> SynthGenerator::place(std::uint64_t index) const {
  const Plan& plan = config_.plan;
  if (plan.count() == 0) return std::nullopt;
  if (!config_.options.sample) {
    if (index >= plan.count()) return std::nullopt;
    return plan.at(index);
  }
  core::Rng rng = core::Rng(config_.options.seed).split("synth").split(index);
  if (config_.focus.empty() || !core::preferred_turn(index).is_preferred) return plan.draw(rng);
  const std::size_t family = rng.pick(config_.focus);
  return PlaceInPlan{family, rng.below(plan.families()[family].count)};
}

const SynthesisedScript* SynthGenerator::synthesise(std::uint64_t index) {
  const auto where = place(index);
  if (!where) return nullptr;
  if (workshop_ && workshop_->store.size() > kMaxTerms) {
    families_.clear();
    workshop_.reset();
  }
  if (!workshop_) {
    workshop_ = std::make_unique<Workshop>(config_.rules, config_.bounds, config_.options.theories);
    families_ = make_families(*workshop_, config_);
  }
  Family& family = *families_[where->family];
  (void)family.count();
  const Formula formula = family.make(where->number);
  assemble(family, formula);
  return &*last_;
}

void SynthGenerator::assemble(const Family& family, const Formula& formula) {
  TermStore& store = workshop_->store;
  last_.emplace();
  SynthesisedScript& made = *last_;
  made.category = formula.category->name;
  made.theory = family.theory();
  made.subject = family.subject();
  std::vector<TermId> terms = formula.assertions;
  for (const SoftConstraint& soft : formula.soft) terms.push_back(soft.term);
  for (const Objective& objective : formula.objectives) terms.push_back(objective.term);

  Script& script = made.script;
  script.logic = logic_of(store, terms);
  script.commands.push_back(make_command(CommandKind::SetLogic));
  script.commands.back().text = script.logic;
  for (Command& declaration : declarations_for(store, terms)) script.commands.push_back(std::move(declaration));
  const bool named = !formula.core.empty() || !formula.instances.empty();
  for (std::size_t i = 0; i < formula.assertions.size(); ++i) {
    const Attribute name{":named", assertion_name(i), 0};
    add(script, CommandKind::Assert,
        named ? store.annotated(std::array{name}, std::array{formula.assertions[i]}) : formula.assertions[i]);
    if (!formula.core.empty() && formula.core[i]) made.facts.core.push_back(assertion_name(i));
  }
  for (const SoftConstraint& soft : formula.soft) {
    add(script, CommandKind::Optimize, soft.term);
    script.commands.back().text = "assert-soft";
    script.commands.back().keyword =
        ":weight " + std::to_string(soft.weight) + (soft.group.empty() ? "" : " :id " + soft.group);
  }
  for (const Objective& objective : formula.objectives) {
    add(script, CommandKind::Optimize, objective.term);
    script.commands.back().text = objective.maximize ? "maximize" : "minimize";
  }
  script.commands.push_back(make_command(CommandKind::CheckSat));

  SmtFacts& facts = made.facts;
  facts.truths = {formula.category->truth};
  facts.has_witness = formula.category->truth == Truth::Sat;
  facts.decidable = is_decidable(store, terms) && formula.soft.empty() && formula.objectives.empty();
  facts.note = formula.note;
  facts.optimum = formula.optimum;
  facts.operations = formula.operations;
  facts.traits = formula.traits;
  facts.by_matching = formula.by_matching;
  if (facts.has_witness) made.witness = print_model(store, formula.witness);
  if (!formula.instances.empty()) made.instances = print_instances(store, formula);
}

std::variant<core::Case, core::Skip> SynthGenerator::generate(std::uint64_t index) {
  const SynthesisedScript* made = synthesise(index);
  if (made == nullptr) return core::Skip{"every formula was made"};
  core::Case subject;
  subject.index = index;
  subject.strategy = made->category;
  subject.group = made->theory;
  subject.files.push_back({std::string(kScriptFile), print_script(store(), made->script)});
  if (made->facts.has_witness) subject.files.push_back({std::string(kWitnessFile), made->witness});
  if (!made->instances.empty()) subject.files.push_back({std::string(kInstancesFile), made->instances});
  subject.labels = labels(*made);
  subject.metadata = made->facts.json();
  return subject;
}

}  // namespace assay::smt

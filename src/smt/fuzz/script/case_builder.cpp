#include "smt/fuzz/script/case_builder.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "assay/base/hash.hpp"
#include "assay/smt/eval.hpp"
#include "smt/fuzz/script/spread.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxAssignments = 1024;  // that are enumerated for a script of open truth
constexpr unsigned kSkeletonPercent = 60;        // mutants of incremental seeds that keep levels and checks
constexpr unsigned kWithNamesPercent = 25;       // scripts of open truth with named assertions
constexpr unsigned kObjectivesPercent = 75;      // satisfiable scripts that keep the objectives of their seed
constexpr unsigned kOptionsPercent = 75;         // scripts that keep the options of a seed that keeps them
constexpr unsigned kAllLogicPercent = 25;  // scripts with the logic ALL, if the strategy may leave the seed's logic

bool has(const Script& script, CommandKind kind) {
  return std::any_of(script.commands.begin(), script.commands.end(),
                     [kind](const Command& command) { return command.kind == kind; });
}

}  // namespace

std::vector<core::File> case_files(TermStore& store, const Model& model, const std::vector<FunctionId>& functions,
                                   std::string script) {
  return {{std::string(kScriptFile), std::move(script)},
          {std::string(kWitnessFile), print_model(store, restricted(store, model, functions))}};
}

CaseBuilder::CaseBuilder(const FuzzConfig& config, const TargetFeatures& features, const SeedVisit& visit,
                         const DraftOrigin& origin, Draft draft)
    : config_(config),
      features_(features),
      visit_(visit),
      origin_(origin),
      draft_(std::move(draft)),
      place_(draft_.own.value_or(visit.place)) {}

std::optional<GeneratedCase> CaseBuilder::build(core::Rng& rng) {
  if (std::holds_alternative<RuleContradiction>(draft_.evidence)) return build_contradiction(rng);
  const Layout drawn = choose_layout(rng);
  const bool is_open = std::holds_alternative<NoEvidence>(draft_.evidence);
  if (const auto layout = is_open ? choose_open_layout(drawn, rng) : std::nullopt)
    if (auto made = build_open(*layout, rng)) return made;
  const KnownTruth known = find_truth();
  const bool holds = !is_open && known.truth == Truth::Sat;
  return build_flat(known, holds ? drawn : Layout{}, rng);
}

// If the case is too long, the second attempt asserts only the contradiction.
std::optional<GeneratedCase> CaseBuilder::build_contradiction(core::Rng& rng) {
  std::vector<Assertion>& assertions = draft_.assertions;
  const Layout layout = choose_layout(rng);
  for (unsigned attempt = 0; attempt < 2 && !assertions.empty(); ++attempt) {
    const std::string logic = choose_logic(rng);
    AssembledScript assembled =
        spread(*place_.fragments, *place_.valuation, assertions, logic, layout, visit_.prefix, rng);
    std::string text = printed(assembled, rng);
    if (fits(text)) {
      KnownTruth known{Truth::Unsat, place_.valuation->model()};
      known.model->functions.insert(assembled.added.functions.begin(), assembled.added.functions.end());
      return finish(known, std::move(assembled), std::move(text));
    }
    std::erase_if(assertions, [](const Assertion& assertion) { return !assertion.in_core; });
  }
  return std::nullopt;
}

std::optional<GeneratedCase> CaseBuilder::build_open(const OpenLayout& layout, core::Rng& rng) {
  const std::string logic = choose_logic(rng);
  AssembledScript assembled = assemble_open(store(), draft_.assertions, logic, layout, visit_.prefix, rng);
  std::string text = printed(assembled, rng);
  if (!fits(text)) return std::nullopt;
  assembled.truths.clear();
  for (const std::vector<JudgedAssertion>& active : assertions_at_checks(assembled.script)) {
    std::vector<TermId> terms;
    for (const JudgedAssertion& assertion : active) terms.push_back(assertion.term);
    const KnownTruth known = truth_by_evaluation(terms);
    // A case has one witness for all checks, so that a check with another model stays open.
    assembled.truths.push_back(known.model ? Truth::Open : known.truth);
  }
  return finish({}, std::move(assembled), std::move(text));
}

// While the case is too long, half of its assertions are removed, unless it is unsatisfiable or has the seed's levels.
std::optional<GeneratedCase> CaseBuilder::build_flat(const KnownTruth& known, const Layout& layout, core::Rng& rng) {
  std::vector<Assertion>& assertions = draft_.assertions;
  const bool by_valuation = known.truth == Truth::Sat && !known.model && !draft_.own;
  while (!assertions.empty()) {
    Layout with_objectives = layout;
    if (by_valuation) with_objectives.objectives = choose_objectives(layout, rng);
    const std::string logic = choose_logic(rng, with_objectives.objectives);
    AssembledScript assembled = assemble(store(), assertions, logic, with_objectives, rng);
    if (known.truth != Truth::Sat) assembled.truths = {known.truth};
    std::string text = printed(assembled, rng);
    if (fits(text)) return finish(known, std::move(assembled), std::move(text));
    if (known.truth == Truth::Unsat || is(DraftLayout::SeedLevels)) break;
    assertions.resize(assertions.size() / 2);
  }
  return std::nullopt;
}

CaseBuilder::KnownTruth CaseBuilder::find_truth() {
  if (std::holds_alternative<HoldsByConstruction>(draft_.evidence)) return {Truth::Sat, {}};
  if (std::holds_alternative<RefutedWithSeed>(draft_.evidence)) return {Truth::Unsat, {}};
  if (const auto* witness = std::get_if<Witness>(&draft_.evidence)) return truth_by_witness(witness->model);
  return truth_by_evaluation(terms());
}

// Evaluates the assertions under the strategy's model, which may be wrong.
CaseBuilder::KnownTruth CaseBuilder::truth_by_witness(const Model& model) {
  Evaluator evaluator(store(), model, witness_options(place_.valuation->interpretation()));
  const bool all_hold =
      std::all_of(draft_.assertions.begin(), draft_.assertions.end(), [&](const Assertion& assertion) {
        const Outcome& outcome = evaluator.evaluate(assertion.term);
        return outcome.known() && outcome.value.as_bool();
      });
  return all_hold ? KnownTruth{Truth::Sat, model, "a witness of its own"} : KnownTruth{};
}

// Evaluates the formulas under the valuation; if it does not satisfy all of them, tries all assignments of small sorts.
CaseBuilder::KnownTruth CaseBuilder::truth_by_evaluation(std::span<const TermId> terms) {
  const bool all_hold = std::all_of(terms.begin(), terms.end(), [&](TermId term) {
    const Outcome& outcome = place_.valuation->evaluate(term);
    return outcome.known() && outcome.value.as_bool();
  });
  if (all_hold) return {Truth::Sat, {}};
  Enumeration tried = try_all_assignments(store(), terms, kMaxAssignments);
  if (tried.kind == Enumeration::Kind::Unsatisfiable) return {Truth::Unsat, {}};
  if (tried.kind == Enumeration::Kind::Satisfiable) return {Truth::Sat, std::move(tried.model)};
  return {};
}

Layout CaseBuilder::choose_layout(core::Rng& rng) const {
  Layout layout;
  layout.incremental = rng.percent(config_.options.incremental_percent) && features_.pushes;
  if (!config_.takes_tactics || layout.incremental) return layout;
  // A seed's own tactic has priority (thesis, Fig. 2.3).
  layout.tactic = place_.fragments->tactic;
  if (layout.tactic.empty() && !config_.tactics.empty() && rng.percent(config_.options.tactic_percent))
    layout.tactic = rng.pick(config_.tactics);
  return layout;
}

std::optional<OpenLayout> CaseBuilder::choose_open_layout(const Layout& drawn, core::Rng& rng) const {
  const Skeleton& skeleton = visit_.place.fragments->skeleton;
  const bool has_skeleton = features_.pushes && !is(DraftLayout::Flat) && !skeleton.commands.empty();
  OpenLayout layout;
  if (is(DraftLayout::SeedLevels)) {
    if (!has_skeleton) return std::nullopt;
    layout.skeleton = &skeleton;
    return layout;
  }
  const bool as_the_seed = rng.percent(kSkeletonPercent);
  const bool named = rng.percent(kWithNamesPercent);
  if (as_the_seed && has_skeleton) layout.skeleton = &skeleton;
  layout.levels = drawn.incremental;
  layout.named = named;
  return layout.levels || layout.named || layout.skeleton != nullptr ? std::optional(layout) : std::nullopt;
}

// The values of the objectives under the witness are a bound of the optimum; all of them must be known.
std::vector<Command> CaseBuilder::choose_objectives(const Layout& layout, core::Rng& rng) const {
  const std::vector<Command>& all = visit_.place.fragments->objectives;
  if (all.empty() || !features_.objectives || layout.incremental || !layout.tactic.empty()) return {};
  if (!rng.percent(kObjectivesPercent)) return {};
  const bool valued = std::all_of(all.begin(), all.end(), [&](const Command& objective) {
    return place_.valuation->evaluate(objective.terms[0]).known();
  });
  return valued ? all : std::vector<Command>();
}

// The seed's logic if it covers the case: some seeds name a logic that is too small, or that only one solver supports.
std::string CaseBuilder::choose_logic(core::Rng& rng, const std::vector<Command>& optimized) const {
  std::vector<TermId> all = terms();
  for (const Command& objective : optimized) all.push_back(objective.terms[0]);
  const bool leaves_logic = origin_.strategy->leaves_logic;
  if (leaves_logic && rng.percent(kAllLogicPercent)) return logic_covers(store(), "ALL", all) ? "ALL" : "HO_ALL";
  const std::string& own = place_.fragments->logic;
  return !leaves_logic && logic_covers(store(), own, all) ? own : logic_of(store(), all);
}

std::string CaseBuilder::printed(AssembledScript& assembled, core::Rng& rng) const {
  const std::vector<Command>& options = visit_.place.fragments->options;
  if (visit_.seed->keeps_options && !options.empty() && (origin_.is_seed_itself || rng.percent(kOptionsPercent)))
    assembled.script.commands.insert(assembled.script.commands.begin(), options.begin(), options.end());
  return print_script(store(), assembled.script);
}

std::vector<TermId> CaseBuilder::terms() const {
  std::vector<TermId> all;
  for (const Assertion& assertion : draft_.assertions) all.push_back(assertion.term);
  return all;
}

GeneratedCase CaseBuilder::finish(const KnownTruth& known, AssembledScript assembled, std::string text) const {
  GeneratedCase made;
  made.facts = facts_of(known, assembled, text);
  made.subject.index = origin_.index;
  made.subject.strategy = origin_.strategy->name;
  made.subject.group = assembled.script.logic;
  const Model& witness = known.model ? *known.model : place_.valuation->model();
  made.subject.files = case_files(store(), witness, assembled.functions, std::move(text));
  if (!made.facts.has_witness) made.subject.files.resize(1);
  made.subject.metadata = made.facts.json();
  made.assembled = std::move(assembled);
  made.place = place_;
  return made;
}

SmtFacts CaseBuilder::facts_of(const KnownTruth& known, const AssembledScript& assembled, std::string_view text) const {
  SmtFacts facts;
  facts.truths = assembled.truths;
  facts.has_witness = std::find(facts.truths.begin(), facts.truths.end(), Truth::Sat) != facts.truths.end();
  facts.core = assembled.core;
  if (const auto* contradiction = std::get_if<RuleContradiction>(&draft_.evidence))
    for (const Rule& rule : contradiction->rules) facts.operations.push_back(rule.text->name);
  facts.interpretation = place_.valuation->interpretation();
  for (const Assertion& assertion : draft_.assertions) facts.partly_by_solvers |= assertion.by_solvers;
  facts.decidable = known.truth == Truth::Sat && !has(assembled.script, CommandKind::CheckSatUsing) &&
                    !has(assembled.script, CommandKind::SetOption) && !has_objectives(assembled.script) &&
                    is_decidable(store(), draft_.assertions);
  facts.seed = visit_.seed->name;
  facts.partner = std::string(draft_.partner_seed);
  facts.note = "rung " + std::to_string(origin_.rung + 1) + ", " + std::to_string(draft_.assertions.size()) +
               " assertions, " + describe_truth(known, facts);
  if (const std::string left_out = visit_.place.valuation->left_out_summary(); !left_out.empty())
    facts.note += ", left out: " + left_out;
  const Truth own_status = visit_.place.fragments->status;
  if (origin_.is_seed_itself && own_status != Truth::Open && facts.truths == std::vector{Truth::Open})
    facts.status = {own_status, hash_bytes(text)};
  return facts;
}

std::string CaseBuilder::describe_truth(const KnownTruth& known, const SmtFacts& facts) const {
  if (!facts.operations.empty()) return "contradictory by " + facts.operations[0];
  if (!known.how.empty()) return std::string(known.how);
  if (known.model) return "satisfied by enumeration";
  if (facts.has_witness) return std::string(name(visit_.source)) + " witness";
  if (facts.partly_by_solvers) return "refuted by references";
  return known.truth == Truth::Unsat ? "refuted by enumeration" : "truth not known";
}

}  // namespace assay::smt

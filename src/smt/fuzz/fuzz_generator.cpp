#include "smt/fuzz/fuzz_generator.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/hash.hpp"
#include "assay/smt/eval.hpp"
#include "smt/fuzz/spread.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMostAssignments = 1024;                 // that are tried for a script whose truth is not known
constexpr std::uint64_t kBlocksOfOnce = std::uint64_t{1} << 60;  // no block of the ladder has such a number
constexpr unsigned kTriesAtStrategies = 3;                       // of one case
constexpr unsigned kSkeletonPercent = 60;    // mutants of incremental seeds that keep levels and checks
constexpr unsigned kWithNamesPercent = 25;   // scripts of open truth whose assertions have names
constexpr unsigned kObjectivesPercent = 75;  // satisfiable scripts that keep the objectives of their seed

std::vector<std::uint32_t> formula_counts(const SeedCorpus& corpus) {
  std::vector<std::uint32_t> counts;
  for (const Seed& seed : corpus.seeds) counts.push_back(seed.formulas);
  // Without seeds, controls can still be run: the schedule has nothing to schedule.
  if (counts.empty()) counts.push_back(0);
  return counts;
}

std::vector<std::string> names_of(const std::vector<Rule>& rules) {
  std::vector<std::string> names;
  for (const Rule& rule : rules) names.push_back(rule.text->name);
  return names;
}

}  // namespace

std::vector<core::File> case_files(TermStore& store, const Model& model, const std::vector<FunctionId>& functions,
                                   std::string script) {
  return {{std::string(kScriptFile), std::move(script)},
          {std::string(kWitnessFile), print_model(store, restricted(store, model, functions))}};
}

Generator::Generator(const FuzzConfig& config)
    : config_(config),
      root_(core::Rng(config.options.seed).split("smt-fuzz")),
      ladder_(config.options.seed, formula_counts(config.corpus), config.options.max_assertions,
              config.options.max_depth),
      references_(config) {
  for (const StrategyRow* row : config.strategies) {
    strategies_.push_back(row->make());
    if (row->once) standing_ = config.corpus.seeds.size();
  }
  const auto some_target_has = [&](Feature feature) {
    return config.capabilities.empty() || std::any_of(config.capabilities.begin(), config.capabilities.end(),
                                                      [&](const Capabilities& able) { return !able.lacks(feature); });
  };
  pushes_ = some_target_has(Feature::Push);
  optimizes_ = some_target_has(Feature::Optimize);
}

std::variant<core::Case, core::Skip> Generator::generate(std::uint64_t index, const std::stop_token& stop) {
  last_.reset();
  if (config_.corpus.seeds.empty()) return core::Skip{"there are no seeds"};
  const auto [slot, stands] = place(index);
  references_.listen(stop);
  if (auto skip = enter(slot)) return *skip;
  if (stop.stop_requested()) {
    block_.reset();
    return core::Skip{"interrupted"};
  }
  core::Rng rng = root_.split("case").split(index);
  const Rung& rung = ladder_.rungs()[slot.rung];
  const CaseSource source{*fragments_,
                          *valuation_,
                          rung,
                          lacking(slot.block),
                          root_.split("block").split(slot.block).split(slot.rung),
                          block_key_,
                          prefix_,
                          &config_.corpus,
                          root_.split("visit").split(slot.block)};
  auto [chosen, assertions] = stands ? as_it_stands(source, rng) : draw(source, rng);
  if (!chosen) return core::Skip{valuation_->pool().empty() ? why_nothing() : "no strategy makes anything of the seed"};
  Strategy& strategy = *strategies_[*chosen];
  place_ = strategy.workplace().value_or(Workplace{fragments_.get(), valuation_.get()});
  if (assertions.empty() && !valuation_->pool().empty())
    return core::Skip{std::string(config_.strategies[*chosen]->name) + " makes nothing of the seed"};
  if (strategy.plants_contradiction()) {
    if (auto made = planted(index, slot, *chosen, std::move(assertions), rng)) return std::move(*made);
    return core::Skip{why_nothing()};
  }
  const Layout drawn = choose_layout(rng);
  const bool is_open = !strategy.keeps_truth() && !strategy.keeps_refutation() && strategy.witness() == nullptr;
  if (const auto layout = is_open && !assertions.empty() ? choose_open_layout(strategy, drawn, rng) : std::nullopt)
    if (auto made = open(index, slot, *chosen, *layout, assertions, rng)) return std::move(*made);
  const Known known = strategy.keeps_truth()        ? Known{Truth::Sat, {}}
                      : strategy.keeps_refutation() ? Known{Truth::Unsat, {}}
                      : is_open                     ? what_is_known(assertions)
                                                    : by_witness(assertions, *strategy.witness());
  const bool holds = !is_open && known.truth == Truth::Sat;
  const Layout layout = holds ? drawn : Layout{};
  while (!assertions.empty()) {
    Layout with_objectives = layout;
    const bool by_valuation = known.truth == Truth::Sat && !known.model && !strategy.workplace();
    if (by_valuation) with_objectives.objectives = objectives(layout, rng);
    const std::string logic = choose_logic(strategy, assertions, rng, with_objectives.objectives);
    Assembled assembled = assemble(place_.fragments->store, assertions, logic, with_objectives, rng);
    if (known.truth != Truth::Sat) assembled.truths = {known.truth};
    std::string text = print_script(place_.fragments->store, assembled.script);
    if (text.size() <= config_.options.max_case_bytes)
      return finish({index, slot, config_.strategies[*chosen]->name, known, {}}, std::move(assembled), assertions,
                    std::move(text));
    if (known.truth == Truth::Unsat || strategy.keeps_layout()) break;
    assertions.resize(assertions.size() / 2);
  }
  return core::Skip{why_nothing()};
}

// A block of seeds as they stand and a block of the ladder take turns until each seed has had its one. To fill the last
// block, the first seeds stand in it once more.
Generator::Place Generator::place(std::uint64_t index) {
  const std::uint64_t block = index / kBlockSize;
  const std::uint64_t turns = (standing_ + kBlockSize - 1) / kBlockSize;
  const std::uint64_t before = std::min(turns, (block + 1) / 2) * kBlockSize;  // cases of seeds as they stand
  if (block >= 2 * turns || block % 2 != 0) return {ladder_.at(index - before)};
  const std::uint64_t number = (block / 2 * kBlockSize + index % kBlockSize) % standing_;
  SchedulePosition slot = ladder_.at(number * kBlockSize);
  slot.block = kBlocksOfOnce + number;
  return {slot, true};
}

Generator::Drawn Generator::as_it_stands(const CaseSource& source, core::Rng& rng) {
  for (std::size_t i = 0; i < strategies_.size(); ++i)
    if (config_.strategies[i]->once && strategies_[i]->fits(*fragments_))
      return {i, strategies_[i]->assertions(source, rng)};
  return {};
}

// Where one makes nothing, others get their turn.
Generator::Drawn Generator::draw(const CaseSource& source, core::Rng& rng) {
  std::vector<unsigned> weights = fitting_weights();
  Drawn drawn;
  for (unsigned attempt = 0; attempt < kTriesAtStrategies && drawn.assertions.empty(); ++attempt) {
    if (std::all_of(weights.begin(), weights.end(), [](unsigned weight) { return weight == 0; })) break;
    drawn.strategy = rng.weighted(weights);
    weights[*drawn.strategy] = 0;
    drawn.assertions = strategies_[*drawn.strategy]->assertions(source, rng);
  }
  return drawn;
}

std::optional<OpenLayout> Generator::choose_open_layout(const Strategy& strategy, const Layout& drawn,
                                                        core::Rng& rng) const {
  const bool has_skeleton = pushes_ && strategy.are_aligned() && !fragments_->skeleton.commands.empty();
  OpenLayout layout;
  if (strategy.keeps_layout()) {
    if (!has_skeleton) return std::nullopt;
    layout.skeleton = &fragments_->skeleton;
    return layout;
  }
  const bool as_the_seed = rng.percent(kSkeletonPercent);
  const bool named = rng.percent(kWithNamesPercent);
  if (as_the_seed && has_skeleton) layout.skeleton = &fragments_->skeleton;
  layout.levels = drawn.incremental;
  layout.named = named;
  return layout.levels || layout.named || layout.skeleton != nullptr ? std::optional(layout) : std::nullopt;
}

// The witness says what the optimum is at least, if it values all of them.
std::vector<Command> Generator::objectives(const Layout& layout, core::Rng& rng) {
  const std::vector<Command>& all = fragments_->objectives;
  if (all.empty() || !optimizes_ || layout.incremental || !layout.tactic.empty()) return {};
  if (!rng.percent(kObjectivesPercent)) return {};
  const bool valued = std::all_of(all.begin(), all.end(), [&](const Command& objective) {
    return place_.valuation->evaluate(objective.terms[0]).known();
  });
  return valued ? all : std::vector<Command>();
}

std::optional<core::Case> Generator::open(std::uint64_t index, const SchedulePosition& slot, std::size_t chosen,
                                          const OpenLayout& layout, const std::vector<Assertion>& assertions,
                                          core::Rng& rng) {
  const std::string logic = choose_logic(*strategies_[chosen], assertions, rng);
  Assembled assembled = assemble_open(place_.fragments->store, assertions, logic, layout, prefix_, rng);
  std::string text = print_script(place_.fragments->store, assembled.script);
  if (text.size() > config_.options.max_case_bytes) return std::nullopt;
  assembled.truths.clear();
  for (const std::vector<JudgedAssertion>& asked : assertions_at_checks(assembled.script)) {
    std::vector<TermId> terms;
    for (const JudgedAssertion& one : asked) terms.push_back(one.term);
    const Known known = what_is_known_of(terms);
    // One witness serves all checks.
    assembled.truths.push_back(known.model ? Truth::Open : known.truth);
  }
  const Known known{Truth::Open, {}};
  return finish({index, slot, config_.strategies[chosen]->name, known, {}}, std::move(assembled), assertions,
                std::move(text));
}

// A case that is too long loses what stands beside the contradiction.
std::optional<core::Case> Generator::planted(std::uint64_t index, const SchedulePosition& slot, std::size_t chosen,
                                             std::vector<Assertion> assertions, core::Rng& rng) {
  const Strategy& strategy = *strategies_[chosen];
  const Layout layout = choose_layout(rng);
  for (unsigned attempt = 0; attempt < 2 && !assertions.empty(); ++attempt) {
    const std::string logic = choose_logic(strategy, assertions, rng);
    Assembled assembled = spread(*place_.fragments, *place_.valuation, assertions, logic, layout, prefix_, rng);
    std::string text = print_script(place_.fragments->store, assembled.script);
    if (text.size() <= config_.options.max_case_bytes) {
      Known known{Truth::Unsat, place_.valuation->model()};
      known.model->functions.insert(assembled.added.functions.begin(), assembled.added.functions.end());
      return finish({index, slot, config_.strategies[chosen]->name, known, names_of(strategy.rules())},
                    std::move(assembled), assertions, std::move(text));
    }
    std::erase_if(assertions, [](const Assertion& assertion) { return !assertion.in_core; });
  }
  return std::nullopt;
}

// Where no formula has a value, only those strategies are left that need none.
std::vector<unsigned> Generator::fitting_weights() const {
  std::vector<unsigned> weights = config_.weights;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (strategies_[i]->keeps_refutation() ? !refuted_
                                           : valuation_->pool().empty() && config_.strategies[i]->needs_values)
      weights[i] = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (config_.strategies[i]->once || !strategies_[i]->fits(*fragments_)) weights[i] = 0;
  return in_their_blocks(weights);
}

// Those alone that are in every block have it, unless there are none.
std::vector<unsigned> Generator::in_their_blocks(const std::vector<unsigned>& weights) const {
  std::vector<unsigned> now = weights;
  core::Rng rng = root_.split("blocks").split(*block_);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const unsigned blocks = config_.strategies[i]->blocks;
    if (blocks > 1) now[i] *= rng.below(blocks) == 0 ? blocks : 0;
  }
  const bool any = std::any_of(now.begin(), now.end(), [](unsigned weight) { return weight > 0; });
  return any ? now : weights;
}

const Lacking* Generator::lacking(std::uint64_t block) const {
  if (config_.lacking.empty()) return nullptr;
  core::Rng rng = root_.split("lacking").split(block);
  return &config_.lacking[static_cast<std::size_t>(rng.below(config_.lacking.size()))];
}

Generator::Known Generator::what_is_known(const std::vector<Assertion>& assertions) {
  std::vector<TermId> terms;
  for (const Assertion& assertion : assertions) terms.push_back(assertion.term);
  return what_is_known_of(terms);
}

Generator::Known Generator::what_is_known_of(std::span<const TermId> terms) {
  const bool all_hold = std::all_of(terms.begin(), terms.end(), [&](TermId term) {
    const Outcome& outcome = place_.valuation->evaluate(term);
    return outcome.known() && outcome.value.as_bool();
  });
  if (all_hold) return {Truth::Sat, {}};
  Enumeration tried = try_all_assignments(place_.fragments->store, terms, kMostAssignments);
  if (tried.kind == Enumeration::Kind::Unsatisfiable) return {Truth::Unsat, {}};
  if (tried.kind == Enumeration::Kind::Satisfiable) return {Truth::Sat, std::move(tried.model)};
  return {Truth::Open, {}};
}

// Nobody is believed, not even a strategy: its model is evaluated.
Generator::Known Generator::by_witness(const std::vector<Assertion>& assertions, const Model& model) {
  Evaluator evaluator(place_.fragments->store, model, witness_options(place_.valuation->interpretation()));
  const bool all_hold = std::all_of(assertions.begin(), assertions.end(), [&](const Assertion& assertion) {
    const Outcome& outcome = evaluator.evaluate(assertion.term);
    return outcome.known() && outcome.value.as_bool();
  });
  return all_hold ? Known{Truth::Sat, model, "a witness of its own"} : Known{Truth::Open, {}};
}

// Seeds are read again for every block: a store of its own keeps what is made from a seed independent of the others,
// and memory bounded.
std::optional<core::Skip> Generator::enter(const SchedulePosition& slot) {
  if (block_ == slot.block) return std::nullopt;
  block_.reset();
  valuation_.reset();
  fragments_.reset();
  ++block_key_;
  seed_ = slot.seed;
  const Seed& seed = config_.corpus.seeds[seed_];
  auto parsed = take_apart(seed.text, seed.name);
  if (std::holds_alternative<ParseError>(parsed)) return core::Skip{"the seed cannot be read"};
  fragments_ = std::move(std::get<std::unique_ptr<Fragments>>(parsed));
  if (!config_.beyond.empty() && !drop_assertions_with(*fragments_, config_.beyond))
    return core::Skip{"no target takes the seed"};
  core::Rng rng = root_.split("witness").split(slot.block);
  const std::uint64_t interpretation = rng.below(4);
  Model model = choose_model(rng);
  valuation_ = std::make_unique<Valuation>(*fragments_, std::move(model), interpretation);
  references_.value_by_agreement(*fragments_, seed.text, *valuation_);
  const auto wants = [](const auto& strategy) { return strategy->keeps_refutation(); };
  refuted_ = std::any_of(strategies_.begin(), strategies_.end(), wants) && references_.refuted(*fragments_, seed.text);
  const auto names = [](const auto& strategy) { return strategy->takes_new_names(); };
  if (std::any_of(strategies_.begin(), strategies_.end(), names)) prefix_ = unused_prefix(*fragments_);
  block_ = slot.block;
  return std::nullopt;
}

Model Generator::choose_model(core::Rng& rng) {
  source_ = draw_source(rng, !config_.references.empty());
  const std::string& text = config_.corpus.seeds[seed_].text;
  constexpr unsigned kVariants = 2;  // models of negations, each asked for once a seed
  std::optional<Model> model;
  if (source_ == WitnessSource::Model) model = references_.model(*fragments_, text, 0);
  if (source_ == WitnessSource::NegationModel)
    model = references_.model(*fragments_, text, 1 + static_cast<unsigned>(rng.below(kVariants)));
  if (source_ == WitnessSource::Default) return default_model(*fragments_);
  if (model) return std::move(*model);
  source_ = WitnessSource::Random;
  core::Rng values = rng.split("values");
  return random_model(*fragments_, values);
}

// A seed's own logic where it covers the case: seeds name logics that are too small, or that only one solver knows.
std::string Generator::choose_logic(const Strategy& strategy, const std::vector<Assertion>& assertions, core::Rng& rng,
                                    const std::vector<Command>& optimized) const {
  std::vector<TermId> terms;
  for (const Assertion& assertion : assertions) terms.push_back(assertion.term);
  for (const Command& objective : optimized) terms.push_back(objective.terms[0]);
  if (strategy.leaves_logic() && rng.percent(25))
    return logic_covers(place_.fragments->store, "ALL", terms) ? "ALL" : "HO_ALL";
  const std::string& own = place_.fragments->logic;
  const bool keep = !strategy.leaves_logic() && logic_covers(place_.fragments->store, own, terms);
  return keep ? own : logic_of(place_.fragments->store, terms);
}

Layout Generator::choose_layout(core::Rng& rng) const {
  Layout layout;
  layout.incremental = rng.percent(config_.options.incremental_percent) && pushes_;
  if (!config_.takes_tactics || layout.incremental) return layout;
  // A seed is a test of its own tactic (thesis, Fig. 2.3).
  layout.tactic = place_.fragments->tactic;
  if (layout.tactic.empty() && !config_.tactics.empty() && rng.percent(config_.options.tactic_percent))
    layout.tactic = rng.pick(config_.tactics);
  return layout;
}

std::string Generator::find_partner(std::string_view strategy) const {
  for (std::size_t i = 0; i < strategies_.size(); ++i)
    if (config_.strategies[i]->name == strategy) return std::string(strategies_[i]->partner());
  return {};
}

std::string Generator::why_nothing() const {
  std::array<std::size_t, 8> counts{};
  for (const auto& [formula, lack] : valuation_->left_out()) ++counts[static_cast<std::size_t>(lack)];
  std::size_t most = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] > counts[most]) most = i;
  if (counts[most] == 0) return "the case would be too large";
  return "no formula of the seed has a value: " + std::string(name(static_cast<Lack>(most)));
}

core::Case Generator::finish(const Made& how, Assembled assembled, const std::vector<Assertion>& assertions,
                             std::string text) {
  Last last;
  last.index = how.index;
  SmtFacts& facts = last.facts;
  facts.truths = assembled.truths;
  facts.has_witness = std::find(facts.truths.begin(), facts.truths.end(), Truth::Sat) != facts.truths.end();
  facts.core = assembled.core;
  facts.operations = how.rules;
  facts.interpretation = place_.valuation->interpretation();
  for (const Assertion& assertion : assertions) facts.partly_by_solvers |= assertion.by_solvers;
  bool uses_tactic = false;
  for (const Command& command : assembled.script.commands)
    uses_tactic = uses_tactic || command.kind == CommandKind::CheckSatUsing;
  facts.decidable = how.known.truth == Truth::Sat && !uses_tactic && !has_objectives(assembled.script) &&
                    is_decidable(place_.fragments->store, assertions);
  facts.seed = config_.corpus.seeds[seed_].name;
  facts.partner = find_partner(how.strategy);
  facts.note = "rung " + std::to_string(how.slot.rung + 1) + ", " + std::to_string(assertions.size()) +
               " assertions, " +
               (!how.rules.empty()                ? "contradictory by " + how.rules[0]
                : !how.known.how.empty()          ? std::string(how.known.how)
                : how.known.model                 ? "satisfied by enumeration"
                : facts.has_witness               ? std::string(name(source_)) + " witness"
                : facts.partly_by_solvers         ? "refuted by references"
                : how.known.truth == Truth::Unsat ? "refuted by enumeration"
                                                  : "truth not known");
  if (const std::string left_out = valuation_->left_out_summary(); !left_out.empty())
    facts.note += ", left out: " + left_out;
  if (how.slot.block >= kBlocksOfOnce && facts.truths == std::vector{Truth::Open})
    facts.status = {fragments_->status, hash_bytes(text)};
  core::Case made;
  made.index = how.index;
  made.strategy = how.strategy;
  made.group = assembled.script.logic;
  const Model& witness = how.known.model ? *how.known.model : place_.valuation->model();
  made.files = case_files(place_.fragments->store, witness, assembled.functions, std::move(text));
  if (!facts.has_witness) made.files.resize(1);
  made.metadata = facts.json();
  last.assembled = std::move(assembled);
  last_ = std::move(last);
  return made;
}

}  // namespace assay::smt

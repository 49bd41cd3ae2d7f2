#include <algorithm>
#include <array>

#include "horn/change/change.hpp"
#include "horn/horn_config.hpp"
#include "horn/make/makers.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::horn {
namespace {

using core::Rng;

/// A seed's truth is worth more time than that of a random system.
constexpr std::size_t kMaxDecidedTerms = 800;
constexpr DecisionLimits kSeedLimits{.rounds = 40,
                                     .facts = 250,
                                     .tries = 8000,
                                     .candidates = 80,
                                     .listed = 12,
                                     .proof_steps = 300'000,
                                     .by_cases = true};

/// Tiny systems under all options find the most per second, so they come first.
constexpr std::uint64_t kFirstCases = 2000;

/// Share of the cases in which a right witness of the target makes a further system.
constexpr unsigned kFollowUpPercent = 15;

struct StrategyRow {
  std::string_view name;
  std::string_view help;
  unsigned first_weight = 1;    ///< in the first kFirstCases cases of a campaign
  unsigned weight = 1;          ///< in later cases
  std::string_view theme;       ///< the only theme that it has; empty: all
  bool sweeps_options = false;  ///< each case is of the lowest rung and has exactly one option that is not a default
  KnownSystem (*make)(TermStore& store, const Theme& theme, unsigned rung, Rng rng) = nullptr;  ///< null: a seed
};

constexpr std::array kStrategies{
    StrategyRow{"sweep", "tiny systems under one option after the other", 12, 4, "", true, make_tiny},
    StrategyRow{"tiny", "random small systems, whose truth Assay finds itself", 4, 5, "", false, make_tiny},
    StrategyRow{"invariant", "satisfiable systems around planted meanings of the predicates", 2, 3, "", false,
                make_invariant},
    StrategyRow{"derivation", "unsatisfiable systems around a planted derivation", 2, 3, "", false, make_derivation},
    StrategyRow{"program", "loops and procedures as verifiers print them; running them tells the truth", 2, 3, "",
                false, make_program},
    StrategyRow{"array-loop", "loops over arrays, whose invariants have quantifiers", 1, 1, "arrays", false,
                make_array_loop},
    StrategyRow{"seed", "your scripts, changed", 6, 5, "", false, nullptr},
};

bool is_among(std::string_view name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const StrategyRow* draw_strategy(const HornConfig& config, std::uint64_t index, Rng& rng) {
  const auto& wanted = config.options.strategies;
  std::vector<unsigned> weights;
  for (const StrategyRow& row : kStrategies) {
    const bool chosen = wanted.empty() || is_among(row.name, wanted);
    const bool lacks_input = (row.make == nullptr && config.corpus.seeds.empty()) ||
                             (row.sweeps_options && config.options.options_percent == 0) ||
                             (!row.theme.empty() && !is_among(row.theme, config.themes));
    const unsigned weight = index < kFirstCases ? row.first_weight : row.weight;
    weights.push_back(chosen && !lacks_input ? weight : 0);
  }
  if (std::all_of(weights.begin(), weights.end(), [](unsigned weight) { return weight == 0; })) return nullptr;
  return &kStrategies.at(rng.weighted(weights));
}

unsigned draw_rung(unsigned max, Rng& rng) {
  std::vector<unsigned> weights = {45, 30, 15, 10};
  weights.resize(std::min<std::size_t>(weights.size(), max + 1));
  return static_cast<unsigned>(rng.weighted(weights));
}

/// Features of the system, for grouping failures.
std::vector<std::string> labels_of(const KnownSystem& known) {
  std::vector<std::string> labels = {"truth " + std::string(smt::name(known.truth()))};
  bool is_linear = true, has_queries = false;
  for (const Clause& clause : known.system.clauses) {
    is_linear = is_linear && clause.body.size() <= 1;
    has_queries = has_queries || !clause.head;
  }
  labels.emplace_back(is_linear ? "linear" : "nonlinear");
  if (!has_queries) labels.emplace_back("no query");
  return labels;
}

/// The theme on which an option can have an effect, by a part of the option's name.
struct OptionTheme {
  std::string_view part;
  std::string_view theme;
};
constexpr std::array kOptionThemes{
    OptionTheme{"bit", "bit-vectors"}, OptionTheme{"array", "arrays"},       OptionTheme{"scale", "reals"},
    OptionTheme{"ite", "ints-bools"},  OptionTheme{"unbound", "ints-bools"}, OptionTheme{"arith", "ints"},
};

/// A theme for a swept option: its own in most cases; otherwise each theme gets its share.
std::string sweep_theme(const HornFacts& facts, const std::vector<std::string>& themes, Rng& rng) {
  const std::string other = rng.pick(themes);
  if (facts.options.empty() || !rng.percent(75)) return other;
  for (const OptionTheme& row : kOptionThemes)
    if (facts.options.front().values.front().find(row.part) != std::string::npos && is_among(row.theme, themes))
      return std::string(row.theme);
  return other;
}

/// One option of the definition with a value. The index chooses, so that a campaign gets to all of them soon.
std::vector<std::string> draw_one_option(const smt::SolverDefinition& definition, std::uint64_t index) {
  std::vector<std::string> all;
  for (const smt::SolverOption& option : definition.options)
    for (const std::string& value : option.values) all.push_back(option.name + "=" + value);
  if (all.empty()) return {};
  return {all[static_cast<std::size_t>(index % all.size())]};
}

/// Draws options of the targets. Targets of one family get the same options, so that versions can be compared.
void draw_target_options(const HornConfig& config, bool sweeps, std::uint64_t index, HornFacts& facts, const Rng& rng) {
  Rng share = rng.split("share");
  if (!sweeps && !share.percent(config.options.options_percent)) return;
  for (const smt::Target& target : config.targets) {
    const smt::SolverDefinition& definition = target.definition;
    const Rng own = rng.split(definition.family);
    auto values = sweeps ? draw_one_option(definition, index) : smt::draw_options(definition, own);
    if (!values.empty()) facts.options.push_back({definition.name, definition.family, std::move(values)});
  }
}

}  // namespace

// The models and derivations of a large system are judged all the same.
KnownSystem decide_script(TermStore& store, System system) {
  return store.size() <= kMaxDecidedTerms ? decide(store, std::move(system), kSeedLimits)
                                          : KnownSystem{std::move(system), {}, {}};
}

std::vector<std::pair<std::string_view, std::string_view>> strategy_names() {
  std::vector<std::pair<std::string_view, std::string_view>> names;
  for (const StrategyRow& row : kStrategies) names.emplace_back(row.name, row.help);
  return names;
}

std::vector<std::pair<std::string_view, std::string_view>> change_names() {
  std::vector<std::pair<std::string_view, std::string_view>> names;
  for (const ChangeRow& row : change_rows()) names.emplace_back(row.name, row.help);
  return names;
}

std::variant<core::Case, core::Skip> generate_horn_case(const HornConfig& config, std::uint64_t index) {
  const Rng root = Rng(config.options.seed).split("horn").split(index);
  Rng rng = root.split("choices");
  const StrategyRow* strategy = draw_strategy(config, index, rng);
  if (strategy == nullptr) return core::Skip{"no strategy has inputs"};
  TermStore store;
  std::string name = draw_theme(config.themes, rng);
  HornFacts facts;
  draw_target_options(config, strategy->sweeps_options, index, facts, root.split("options"));
  if (strategy->sweeps_options) name = sweep_theme(facts, config.themes, rng);
  if (!strategy->theme.empty()) name = strategy->theme;
  const Theme theme = make_theme(store, name, rng);
  const unsigned rung = draw_rung(config.options.max_rung, rng);
  Rng source = root.split("system");
  KnownSystem known;
  if (strategy->make != nullptr) {
    known = strategy->make(store, theme, strategy->sweeps_options ? 0 : rung, source);
  } else {
    const core::File& seed = source.pick(config.corpus.seeds);
    facts.seed = seed.name;
    if (const auto read = read_system(store, seed.content, seed.name)) known = decide_script(store, read->system);
  }
  if (known.system.clauses.empty() || (known.truth() == smt::Truth::Open && strategy->make != nullptr))
    return core::Skip{"no truth found"};
  Rng changes = root.split("changes");
  facts.changes = change(store, known, config.options.max_changes, changes);
  facts.muz = rng.percent(config.options.muz_percent);
  facts.spelling = rng.percent(60) ? 0 : static_cast<unsigned>(rng.below(Spelling::count()));
  facts.asks_derivation = rng.percent(config.options.witness_percent);
  facts.asks_certificate = rng.coin();
  facts.follows_up = rng.percent(kFollowUpPercent);
  core::Case made = make_horn_case(store, known, facts);
  made.index = index;
  made.strategy = std::string(strategy->name);
  made.group = strategy->make == nullptr ? "seeds" : theme.name;
  made.labels = labels_of(known);
  return made;
}

}  // namespace assay::horn

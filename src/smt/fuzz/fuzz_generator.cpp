#include "smt/fuzz/fuzz_generator.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "smt/fuzz/script/spread.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kFirstSeedBlock = std::uint64_t{1} << 60;  // greater than every block number of the ladder
constexpr unsigned kStrategyAttempts = 3;                          // per case
constexpr unsigned kFocusAttempts = 6;                             // per case, to use an operator in focus

std::vector<std::uint32_t> formula_counts(const SeedCorpus& corpus) {
  std::vector<std::uint32_t> counts;
  for (const Seed& seed : corpus.seeds) counts.push_back(seed.formulas);
  // The ladder needs at least one seed; without seeds, only controls are run.
  if (counts.empty()) counts.push_back(0);
  return counts;
}

/// True if an assertion uses an operator that `operators` (by OperatorId) has.
bool uses_one(const TermStore& store, const std::vector<Assertion>& assertions, const std::vector<bool>& operators) {
  TermSet seen;
  std::vector<TermId> work;
  for (const Assertion& assertion : assertions) work.push_back(assertion.term);
  while (!work.empty()) {
    const TermId term = work.back();
    work.pop_back();
    if (!seen.insert(term)) continue;
    if (store.node(term).kind == TermKind::Apply && operators[store.op(term).index]) return true;
    const auto children = store.children(term);
    work.insert(work.end(), children.begin(), children.end());
  }
  return false;
}

std::size_t preferred_count(const SeedCorpus& corpus) {
  return static_cast<std::size_t>(
      std::count_if(corpus.seeds.begin(), corpus.seeds.end(), [](const Seed& seed) { return seed.preferred; }));
}

}  // namespace

Generator::Generator(const FuzzConfig& config)
    : config_(config),
      root_(core::Rng(config.options.seed).split("smt-fuzz")),
      ladder_(config.options.seed, formula_counts(config.corpus), config.options.max_assertions,
              config.options.max_depth, preferred_count(config.corpus)),
      references_(config) {
  for (const StrategyRow* row : config.strategies) {
    strategies_.push_back(row->make());
    if (row->once) unchanged_seeds_ = config.corpus.seeds.size();
  }
  const auto some_target_has = [&](Feature feature) {
    return config.capabilities.empty() || std::any_of(config.capabilities.begin(), config.capabilities.end(),
                                                      [&](const Capabilities& able) { return !able.lacks(feature); });
  };
  features_ = {some_target_has(Feature::Push), some_target_has(Feature::Optimize)};
}

std::variant<GeneratedCase, core::Skip> Generator::generate(std::uint64_t index, const std::stop_token& stop) {
  if (config_.corpus.seeds.empty()) return core::Skip{"there are no seeds"};
  const auto [slot, is_seed_itself] = place(index);
  references_.set_stop(stop);
  if (auto skip = enter(slot)) return *skip;
  if (stop.stop_requested()) {
    block_.reset();
    return core::Skip{"interrupted"};
  }
  core::Rng rng = root_.split("case").split(index);
  const Rung& rung = ladder_.rungs()[slot.rung];
  const CaseSource source{*visit_.place.fragments,
                          *visit_.place.valuation,
                          rung,
                          unsupported_in(slot.block),
                          root_.split("block").split(slot.block).split(slot.rung),
                          block_key_,
                          visit_.prefix,
                          &config_.corpus,
                          root_.split("visit").split(slot.block),
                          config_.focus.empty() ? nullptr : &config_.focus};
  auto [chosen, draft] = is_seed_itself ? draw_seed_itself(source, rng) : draw(source, rng);
  const bool has_values = !visit_.place.valuation->pool().empty();
  if (!chosen) return core::Skip{has_values ? "no strategy makes anything of the seed" : skip_reason()};
  const StrategyRow& row = *config_.strategies[*chosen];
  if (!draft) return core::Skip{has_values ? std::string(row.name) + " makes nothing of the seed" : skip_reason()};
  const DraftOrigin origin{index, slot.rung, is_seed_itself, &row};
  if (auto made = CaseBuilder(config_, features_, visit_, origin, *std::move(draft)).build(rng))
    return *std::move(made);
  return core::Skip{skip_reason()};
}

// Blocks of unchanged seeds and blocks of the ladder alternate until each seed has had its unchanged case. The last
// block of unchanged seeds is filled with the first seeds again.
Generator::Place Generator::place(std::uint64_t index) {
  const std::uint64_t block = index / kBlockSize;
  const std::uint64_t seed_blocks = (unchanged_seeds_ + kBlockSize - 1) / kBlockSize;
  const std::uint64_t before = std::min(seed_blocks, (block + 1) / 2) * kBlockSize;  // earlier cases of unchanged seeds
  if (block >= 2 * seed_blocks || block % 2 != 0) return {ladder_.at(index - before)};
  const std::uint64_t number = (block / 2 * kBlockSize + index % kBlockSize) % unchanged_seeds_;
  SchedulePosition slot = ladder_.at(number * kBlockSize);
  slot.block = kFirstSeedBlock + number;
  return {slot, true};
}

Generator::DrawnDraft Generator::draw_seed_itself(const CaseSource& source, core::Rng& rng) {
  for (std::size_t i = 0; i < strategies_.size(); ++i)
    if (config_.strategies[i]->once && fits(*config_.strategies[i])) return {i, strategies_[i]->make(source, rng)};
  return {};
}

Generator::DrawnDraft Generator::draw(const CaseSource& source, core::Rng& rng) {
  DrawnDraft drawn = draw_any(source, rng);
  const bool focuses = std::count(config_.focus.begin(), config_.focus.end(), true) > 0;
  for (unsigned attempt = 1; focuses && attempt < kFocusAttempts; ++attempt) {
    if (drawn.draft && uses_one(drawn.draft->own ? drawn.draft->own->fragments->store : source.seed.store,
                                drawn.draft->assertions, config_.focus))
      break;
    if (DrawnDraft other = draw_any(source, rng); other.draft) drawn = std::move(other);
  }
  return drawn;
}

// If a strategy makes no draft, up to two others are tried.
Generator::DrawnDraft Generator::draw_any(const CaseSource& source, core::Rng& rng) {
  std::vector<unsigned> weights = fitting_weights();
  DrawnDraft drawn;
  for (unsigned attempt = 0; attempt < kStrategyAttempts && !drawn.draft; ++attempt) {
    if (std::all_of(weights.begin(), weights.end(), [](unsigned weight) { return weight == 0; })) break;
    drawn.strategy = rng.weighted(weights);
    weights[*drawn.strategy] = 0;
    drawn.draft = strategies_[*drawn.strategy]->make(source, rng);
  }
  return drawn;
}

bool Generator::fits(const StrategyRow& row) const {
  return row.needs.fits == nullptr || row.needs.fits(*visit_.place.fragments);
}

// The weights of the strategies whose needs the seed satisfies; 0 for the others.
std::vector<unsigned> Generator::fitting_weights() const {
  std::vector<unsigned> weights = config_.weights;
  const bool has_values = !visit_.place.valuation->pool().empty();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const StrategyRow& row = *config_.strategies[i];
    const bool lacks = row.needs.refuted_seed ? !visit_.refuted : row.needs.values && !has_values;
    if (lacks || row.once || !fits(row)) weights[i] = 0;
  }
  return weights_in_block(weights);
}

// Applies StrategyRow::blocks: a strategy that is not drawn for this block gets weight 0. If no weight would be left,
// the weights are unchanged.
std::vector<unsigned> Generator::weights_in_block(const std::vector<unsigned>& weights) const {
  std::vector<unsigned> in_block = weights;
  core::Rng rng = root_.split("blocks").split(*block_);
  for (std::size_t i = 0; i < in_block.size(); ++i) {
    const unsigned blocks = config_.strategies[i]->blocks;
    if (blocks > 1) in_block[i] *= rng.below(blocks) == 0 ? blocks : 0;
  }
  const bool any = std::any_of(in_block.begin(), in_block.end(), [](unsigned weight) { return weight > 0; });
  return any ? in_block : weights;
}

const UnsupportedOperators* Generator::unsupported_in(std::uint64_t block) const {
  if (config_.unsupported.empty()) return nullptr;
  core::Rng rng = root_.split("lacking").split(block);
  return &config_.unsupported[static_cast<std::size_t>(rng.below(config_.unsupported.size()))];
}

// Parses the seed of the block. Each block has a new term store, so that cases do not depend on earlier blocks and
// memory is bounded.
std::optional<core::Skip> Generator::enter(const SchedulePosition& slot) {
  if (block_ == slot.block) return std::nullopt;
  block_.reset();
  visit_ = {};
  ++block_key_;
  const Seed& seed = config_.corpus.seeds[slot.seed];
  visit_.seed = &seed;
  auto parsed = take_apart(seed.text, seed.name);
  if (std::holds_alternative<ParseError>(parsed)) return core::Skip{"the seed cannot be read"};
  visit_.place.fragments = std::move(std::get<std::unique_ptr<Fragments>>(parsed));
  Fragments& fragments = *visit_.place.fragments;
  if (!config_.never_supported.empty() && !drop_assertions_with(fragments, config_.never_supported))
    return core::Skip{"no target takes the seed"};
  core::Rng rng = root_.split("witness").split(slot.block);
  const std::uint64_t interpretation = rng.below(4);
  Model model = choose_model(rng);
  visit_.place.valuation = std::make_shared<Valuation>(fragments, std::move(model), interpretation);
  references_.value_by_agreement(fragments, seed.text, *visit_.place.valuation);
  const auto some_strategy = [&](bool StrategyNeeds::*wants) {
    return std::any_of(config_.strategies.begin(), config_.strategies.end(),
                       [&](const StrategyRow* row) { return row->needs.*wants; });
  };
  visit_.refuted = some_strategy(&StrategyNeeds::refuted_seed) && references_.refuted(fragments, seed.text);
  if (some_strategy(&StrategyNeeds::new_names)) visit_.prefix = unused_prefix(fragments);
  block_ = slot.block;
  return std::nullopt;
}

Model Generator::choose_model(core::Rng& rng) {
  visit_.source = draw_source(rng, !config_.references.empty());
  Fragments& fragments = *visit_.place.fragments;
  const std::string& text = visit_.seed->text;
  constexpr unsigned kVariants = 2;  // models of negations that are requested per seed
  std::optional<Model> model;
  if (visit_.source == WitnessSource::Model) model = references_.model(fragments, text, 0);
  if (visit_.source == WitnessSource::NegationModel)
    model = references_.model(fragments, text, 1 + static_cast<unsigned>(rng.below(kVariants)));
  if (visit_.source == WitnessSource::Default) return default_model(fragments);
  if (model) return std::move(*model);
  visit_.source = WitnessSource::Random;
  core::Rng values = rng.split("values");
  return random_model(fragments, values);
}

std::string Generator::skip_reason() const {
  std::array<std::size_t, 8> counts{};
  for (const auto& [formula, lack] : visit_.place.valuation->left_out()) ++counts[static_cast<std::size_t>(lack)];
  std::size_t most = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] > counts[most]) most = i;
  if (counts[most] == 0) return "the case would be too large";
  return "no formula of the seed has a value: " + std::string(name(static_cast<Lack>(most)));
}

}  // namespace assay::smt

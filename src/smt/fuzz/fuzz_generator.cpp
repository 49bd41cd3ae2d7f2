#include "smt/fuzz/fuzz_generator.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "smt/fuzz/script/spread.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kBlocksOfOnce = std::uint64_t{1} << 60;  // no block of the ladder has such a number
constexpr unsigned kTriesAtStrategies = 3;                       // of one case

std::vector<std::uint32_t> formula_counts(const SeedCorpus& corpus) {
  std::vector<std::uint32_t> counts;
  for (const Seed& seed : corpus.seeds) counts.push_back(seed.formulas);
  // Without seeds, controls can still be run: the schedule has nothing to schedule.
  if (counts.empty()) counts.push_back(0);
  return counts;
}

}  // namespace

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
  takes_ = {some_target_has(Feature::Push), some_target_has(Feature::Optimize)};
}

std::variant<GeneratedCase, core::Skip> Generator::generate(std::uint64_t index, const std::stop_token& stop) {
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
  const CaseSource source{*visit_.place.fragments,
                          *visit_.place.valuation,
                          rung,
                          lacking(slot.block),
                          root_.split("block").split(slot.block).split(slot.rung),
                          block_key_,
                          visit_.prefix,
                          &config_.corpus,
                          root_.split("visit").split(slot.block)};
  auto [chosen, draft] = stands ? as_it_stands(source, rng) : draw(source, rng);
  const bool has_values = !visit_.place.valuation->pool().empty();
  if (!chosen) return core::Skip{has_values ? "no strategy makes anything of the seed" : why_nothing()};
  const StrategyRow& row = *config_.strategies[*chosen];
  if (!draft) return core::Skip{has_values ? std::string(row.name) + " makes nothing of the seed" : why_nothing()};
  const DraftOrigin origin{index, slot.rung, stands, &row};
  if (auto made = CaseBuilder(config_, takes_, visit_, origin, *std::move(draft)).build(rng)) return *std::move(made);
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
    if (config_.strategies[i]->once && fits(*config_.strategies[i])) return {i, strategies_[i]->make(source, rng)};
  return {};
}

// Where one makes nothing, others get their turn.
Generator::Drawn Generator::draw(const CaseSource& source, core::Rng& rng) {
  std::vector<unsigned> weights = fitting_weights();
  Drawn drawn;
  for (unsigned attempt = 0; attempt < kTriesAtStrategies && !drawn.draft; ++attempt) {
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

// Where no formula has a value, only those strategies are left that need none.
std::vector<unsigned> Generator::fitting_weights() const {
  std::vector<unsigned> weights = config_.weights;
  const bool has_values = !visit_.place.valuation->pool().empty();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const StrategyRow& row = *config_.strategies[i];
    const bool lacks = row.needs.refuted_seed ? !visit_.refuted : row.needs.values && !has_values;
    if (lacks || row.once || !fits(row)) weights[i] = 0;
  }
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

// Seeds are read again for every block: a store of its own keeps what is made from a seed independent of the others,
// and memory bounded.
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
  if (!config_.beyond.empty() && !drop_assertions_with(fragments, config_.beyond))
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
  constexpr unsigned kVariants = 2;  // models of negations, each asked for once a seed
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

std::string Generator::why_nothing() const {
  std::array<std::size_t, 8> counts{};
  for (const auto& [formula, lack] : visit_.place.valuation->left_out()) ++counts[static_cast<std::size_t>(lack)];
  std::size_t most = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    if (counts[i] > counts[most]) most = i;
  if (counts[most] == 0) return "the case would be too large";
  return "no formula of the seed has a value: " + std::string(name(static_cast<Lack>(most)));
}

}  // namespace assay::smt

#include "generator.hpp"

#include <algorithm>
#include <utility>

#include "labels.hpp"
#include "strategies.hpp"

namespace assay::datalog {
namespace {

const Strategy& draw_strategy(const std::vector<const Strategy*>& from, core::Rng& rng) {
  std::vector<unsigned> weights;
  for (const Strategy* strategy : from) weights.push_back(strategy->weight);
  return *from[rng.weighted(weights)];
}

/// Whether a seed's own text can be given to an engine with this dialect.
bool fits(const Seed& seed, const EngineTarget& target) {
  const std::string& dialect = seed.program.seed.dialect;
  return dialect.empty() ? lacks(target.capabilities, seed.program).empty() : dialect == target.dialect->name;
}

}  // namespace

std::optional<Base> CaseGenerator::make_base(const core::Rng& rng, const Capabilities& capabilities) const {
  core::Rng draws = rng.split("seed");
  const Program nothing;
  const Program* seed = &nothing;
  for (int i = 0; i < 8 && !config_.seeds.empty(); ++i) {
    const Seed& candidate = draws.pick(config_.seeds);
    const bool usable = std::any_of(config_.targets.begin(), config_.targets.end(), [&](const EngineTarget& target) {
      return &target.capabilities == &capabilities && fits(candidate, target);
    });
    if (!usable) continue;
    seed = &candidate.program;
    break;
  }
  auto generated = generate_program(*seed, capabilities, config_.options.generate, rng.split("program"));
  if (!generated) return std::nullopt;
  Base base{*std::move(generated), {}, {}};
  base.text = souffle_text(base.generated.program);
  base.features = features_of(base.generated.program);
  return base;
}

const std::optional<Base>& CaseGenerator::base_of(std::uint64_t block) {
  if (block_ == block) return base_;
  block_ = block;
  const core::Rng rng = core::Rng(config_.options.seed).split("block").split(block);
  base_ = make_base(rng, config_.targets[block % config_.targets.size()].capabilities);
  return base_;
}

std::variant<MadeCase, core::Skip> CaseGenerator::generate(std::uint64_t index) {
  const core::Rng rng = core::Rng(config_.options.seed).split("case").split(index);
  core::Rng draws = rng.split("strategy");
  const Strategy& strategy = draw_strategy(config_.strategies, draws);
  const std::uint64_t block = index / kBlock;
  const Capabilities& capabilities = config_.targets[block % config_.targets.size()].capabilities;
  // The reference judges a program once: it gets a new one each time.
  const std::optional<Base> own =
      strategy.needs_values ? make_base(rng.split("base"), capabilities) : std::optional<Base>();
  const std::optional<Base>& base = strategy.needs_values ? own : base_of(block);
  if (!base) return core::Skip{"no program within the limits"};
  if (strategy.needs_values && base->generated.values.empty())
    return core::Skip{"no reference for the seed's own rules"};
  auto made = strategy.make({config_, base->generated, capabilities}, rng.split("make"));
  if (auto* skip = std::get_if<core::Skip>(&made)) return std::move(*skip);
  MadeCase out{std::get<OpenCase>(std::move(made)), {}};
  out.subject = to_case(out.open, base->text);
  out.subject.index = index;
  out.subject.strategy = strategy.name;
  out.subject.group = config_.targets[block % config_.targets.size()].dialect->name;
  EvaluationLimits limits = config_.options.generate.limits;
  limits.integer_bits = capabilities.integer_bits;
  out.subject.labels = labels_of(out.open, base->generated, base->features, limits);
  return out;
}

}  // namespace assay::datalog

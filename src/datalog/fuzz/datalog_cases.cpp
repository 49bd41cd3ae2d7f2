#include "datalog_cases.hpp"

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

}  // namespace

std::string misfit(const Program& seed, const EngineTarget& target) {
  const std::string& dialect = seed.seed.dialect;
  if (!dialect.empty() && dialect != target.dialect->name)
    return "its own text is " + dialect + "'s, which " + target.definition.name + " does not read";
  const std::string_view missing = lacks(target.capabilities, seed);
  return missing.empty() ? std::string() : target.definition.name + " lacks " + std::string(missing);
}

CaseGenerator::CaseGenerator(const FuzzConfig& config) : config_(config) {
  for (const EngineTarget& target : config.targets) {
    Fitting& fitting = fitting_.emplace_back();
    for (const Seed& seed : config.seeds) {
      if (!misfit(seed.program, target).empty()) continue;
      fitting.all.push_back(&seed);
      if (seed.program.seed.dialect.empty() && (has_choices(seed.program) || unvalued(seed.program).empty()))
        fitting.valued.push_back(&seed);
    }
  }
}

std::optional<Base> CaseGenerator::make_base(const core::Rng& rng, std::size_t target,
                                             const std::vector<const Seed*>& seeds) const {
  core::Rng draws = rng.split("seed");
  const Program nothing;
  const Program* seed = seeds.empty() ? &nothing : &draws.pick(seeds)->program;
  auto generated =
      generate_program(*seed, config_.targets[target].capabilities, config_.options.generate, rng.split("program"));
  if (!generated) return std::nullopt;
  Base base{*std::move(generated), {}, {}};
  base.text = souffle_text(base.generated.program);
  base.features = features_of(base.generated.program);
  return base;
}

const std::optional<Base>& CaseGenerator::base_of(std::uint64_t block) {
  if (block_ == block) return base_;
  block_ = block;
  const std::size_t target = block % config_.targets.size();
  const core::Rng rng = core::Rng(config_.options.seed).split("block").split(block);
  base_ = make_base(rng, target, fitting_[target].all);
  return base_;
}

/// Those that can make a case of the block.
std::vector<const Strategy*> CaseGenerator::applicable(std::uint64_t block) {
  const std::size_t target = block % config_.targets.size();
  const std::optional<Base>& base = base_of(block);
  const Setting setting{config_.targets[target], config_.seeds.empty() || !fitting_[target].valued.empty(),
                        base && !base->generated.program.seed.dialect.empty()};
  std::vector<const Strategy*> found;
  for (const Strategy* strategy : config_.strategies)
    if (strategy->applies == nullptr || strategy->applies(setting)) found.push_back(strategy);
  return found;
}

std::variant<core::Case, core::Skip> CaseGenerator::generate(std::uint64_t index) {
  const core::Rng rng = core::Rng(config_.options.seed).split("case").split(index);
  core::Rng draws = rng.split("strategy");
  const std::uint64_t block = index / kBlock;
  const std::size_t target = block % config_.targets.size();
  if (!config_.seeds.empty() && fitting_[target].all.empty()) return core::Skip{"no seed fits the target"};
  const std::vector<const Strategy*> from = applicable(block);
  if (from.empty()) return core::Skip{"no strategy that was asked for applies to the seed and the target"};
  const Strategy& strategy = draw_strategy(from, draws);
  const Capabilities& capabilities = config_.targets[target].capabilities;
  // The reference judges a program once: it gets a new one each time.
  const std::optional<Base> own =
      strategy.needs_values ? make_base(rng.split("base"), target, fitting_[target].valued) : std::optional<Base>();
  const std::optional<Base>& base = strategy.needs_values ? own : base_of(block);
  if (!base) return core::Skip{"no program within the limits"};
  if (strategy.needs_values && base->generated.values.empty() && !has_choices(base->generated.program))
    return core::Skip{"floats compared for equality"};
  auto made = strategy.make({config_, base->generated, capabilities}, rng.split("make"));
  if (auto* skip = std::get_if<core::Skip>(&made)) return std::move(*skip);
  const auto& open = std::get<OpenCase>(made);
  core::Case subject = to_case(open, base->text);
  subject.index = index;
  subject.strategy = strategy.name;
  subject.group = config_.targets[target].dialect->name;
  EvaluationLimits limits = config_.options.generate.limits;
  limits.integer_bits = capabilities.integer_bits;
  subject.labels = labels_of(open, base->generated, base->features, limits);
  return subject;
}

}  // namespace assay::datalog

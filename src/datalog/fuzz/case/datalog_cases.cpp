#include "datalog/fuzz/case/datalog_cases.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "core/case/preferred.hpp"
#include "datalog/fuzz/case/labels.hpp"
#include "datalog/fuzz/case/strategies.hpp"

namespace assay::datalog {
namespace {

const Strategy& draw_strategy(const std::vector<const Strategy*>& from, core::Rng& rng) {
  std::vector<unsigned> weights;
  for (const Strategy* strategy : from) weights.push_back(strategy->weight);
  return *from[rng.weighted(weights)];
}

/// The first rule without which the seed can be evaluated; nullopt if there is no such rule.
std::optional<std::size_t> rule_with_problem(const Program& seed, const EvaluationLimits& limits) {
  for (std::size_t i = 0; i < seed.rules.size(); ++i) {
    Program others = seed;
    others.rules.erase(others.rules.begin() + static_cast<std::ptrdiff_t>(i));
    if (!evaluate(others, limits).problem) return i;
  }
  return std::nullopt;
}

/// The rule as it stands in the program's text, on one line.
std::string rule_text(const Program& program, std::size_t rule) {
  Program others = program;
  others.rules.erase(others.rules.begin() + static_cast<std::ptrdiff_t>(rule));
  const std::string text = souffle_text(program);
  const std::string without = souffle_text(others);
  const auto begin = std::mismatch(text.begin(), text.end(), without.begin(), without.end()).first;
  std::string_view rest = std::string_view(text).substr(static_cast<std::size_t>(begin - text.begin()));
  const std::size_t length = text.size() - std::min(text.size(), without.size());
  return std::string(trim(rest.substr(0, length)));
}

/// The reason why programs around the seed have no result, and how to change the seed; empty: they can have one.
std::string why_without_result(const Program& seed, const EvaluationLimits& limits) {
  if (!seed.seed.dialect.empty()) return {};
  const std::optional<EvaluationProblem> problem = evaluate(seed, limits).problem;
  if (!problem || *problem == EvaluationProblem::Opaque) return {};
  if (*problem == EvaluationProblem::TooLarge)
    return "its own result is too large for the reference evaluator: raise --result-tuples or --result-steps, or give "
           "it fewer facts";
  const std::string bits = std::to_string(limits.integer_bits);
  std::string reason = std::string(description(*problem));
  if (const auto rule = rule_with_problem(seed, limits)) reason += " in its rule `" + rule_text(seed, *rule) + "`";
  return reason +
         ": exclude such values in the rule (x != 0 before 10 / x), or change the facts, so that all numbers "
         "fit " +
         bits + " bits";
}

}  // namespace

std::string misfit(const Program& seed, const EngineTarget& target, EvaluationLimits limits) {
  const std::string& dialect = seed.seed.dialect;
  if (!dialect.empty() && dialect != target.dialect->name)
    return "its own text is " + dialect + "'s, which " + target.definition.name + " does not read";
  if (const std::string_view missing = lacks(target.capabilities, seed); !missing.empty())
    return target.definition.name + " lacks " + std::string(missing);
  limits.integer_bits = target.capabilities.integer_bits;
  return why_without_result(seed, limits);
}

std::vector<std::size_t> turns_by_cost(const std::vector<EngineTarget>& targets) {
  constexpr double kMaxCost = 50;
  std::vector<long> shares;
  long all = 0;
  for (const EngineTarget& target : targets) {
    shares.push_back(std::max(1L, std::lround(kMaxCost / std::max(1.0, target.definition.cost))));
    all = std::gcd(all, shares.back());
  }
  for (long& share : shares) share /= all;
  all = std::accumulate(shares.begin(), shares.end(), 0L);
  // Each turn goes to the target that is furthest behind its share.
  std::vector<std::size_t> turns;
  std::vector<long> behind(targets.size(), 0);
  for (long turn = 0; turn < all; ++turn) {
    for (std::size_t i = 0; i < behind.size(); ++i) behind[i] += shares[i];
    const auto furthest = std::max_element(behind.begin(), behind.end());
    *furthest -= all;
    turns.push_back(static_cast<std::size_t>(furthest - behind.begin()));
  }
  return turns;
}

CaseGenerator::CaseGenerator(const FuzzConfig& config) : config_(config), turns_(turns_by_cost(config.targets)) {
  for (const EngineTarget& target : config.targets) {
    FittingSeeds& fitting = fitting_.emplace_back();
    for (const Seed& seed : config.seeds) {
      if (!misfit(seed.program, target, config.options.generate.limits).empty()) continue;
      fitting.all.push_back(&seed);
      if (seed.program.seed.dialect.empty() && (has_choices(seed.program) || unvalued(seed.program).empty()))
        fitting.valued.push_back(&seed);
    }
  }
}

std::variant<Base, core::Skip> CaseGenerator::make_base(const core::Rng& rng, std::uint64_t block, std::size_t target,
                                                        const std::vector<const Seed*>& seeds) const {
  constexpr unsigned kFocusAttempts = 8;
  core::Rng draws = rng.split("seed");
  const Program nothing;
  const bool is_preferred = core::preferred_turn(block / turns_.size()).is_preferred;
  std::vector<const Seed*> chosen;
  for (const Seed* seed : seeds)
    if (seed->preferred == is_preferred) chosen.push_back(seed);
  const Program* seed = seeds.empty() ? &nothing : &draws.pick(chosen.empty() ? seeds : chosen)->program;
  std::optional<EvaluationProblem> problem;
  const auto make = [&](const core::Rng& stream) {
    return generate_program(*seed, config_.targets[target].capabilities, config_.options.generate, stream, &problem);
  };
  auto generated = make(rng.split("program"));
  const std::vector<std::string>& focus = config_.options.focus;
  for (unsigned i = 0; i < kFocusAttempts && is_preferred && !focus.empty(); ++i) {
    if (generated && has_one_of(generated->program, focus)) break;
    if (auto other = make(rng.split("focus").split(i))) generated = std::move(other);
  }
  if (!generated)
    return core::Skip{"no program within the limits" + (problem ? ": " + std::string(description(*problem)) : "")};
  Base base{*std::move(generated), {}, {}};
  base.text = souffle_text(base.generated.program);
  base.features = features_of(base.generated.program);
  return base;
}

const std::variant<Base, core::Skip>& CaseGenerator::base_of(std::uint64_t block) {
  if (block_ == block) return base_;
  block_ = block;
  const std::size_t target = turns_[block % turns_.size()];
  const core::Rng rng = core::Rng(config_.options.seed).split("block").split(block);
  base_ = make_base(rng, block, target, fitting_[target].all);
  return base_;
}

bool CaseGenerator::belongs_to(std::uint64_t index, std::size_t target) const {
  const auto cost = static_cast<std::uint64_t>(std::ceil(config_.targets[target].definition.cost));
  return cost <= 1 || turns_[index / kBlock % turns_.size()] == target || index % (kBlock * cost) == 0;
}

/// The strategies that can make cases of the block.
std::vector<const Strategy*> CaseGenerator::applicable(std::uint64_t block) {
  const std::size_t target = turns_[block % turns_.size()];
  const Base* base = std::get_if<Base>(&base_of(block));
  const BlockSetting setting{config_.targets[target], config_.seeds.empty() || !fitting_[target].valued.empty(),
                             !config_.seeds.empty(), base != nullptr && !base->generated.program.seed.dialect.empty()};
  std::vector<const Strategy*> found;
  for (const Strategy* strategy : config_.strategies)
    if (strategy->applies == nullptr || strategy->applies(setting)) found.push_back(strategy);
  return found;
}

std::variant<core::Case, core::Skip> CaseGenerator::generate(std::uint64_t index) {
  const core::Rng rng = core::Rng(config_.options.seed).split("case").split(index);
  core::Rng draws = rng.split("strategy");
  const std::uint64_t block = index / kBlock;
  const std::size_t target = turns_[block % turns_.size()];
  if (!config_.seeds.empty() && fitting_[target].all.empty()) return core::Skip{"no seed fits the target"};
  const std::vector<const Strategy*> from = applicable(block);
  if (from.empty()) return core::Skip{"no strategy that was asked for applies to the seed and the target"};
  const Strategy& strategy = draw_strategy(from, draws);
  const Capabilities& capabilities = config_.targets[target].capabilities;
  // A second reference case on the same program would test nothing new: each one gets a new program.
  std::variant<Base, core::Skip> own;
  if (strategy.needs_values) own = make_base(rng.split("base"), block, target, fitting_[target].valued);
  const std::variant<Base, core::Skip>& made_base = strategy.needs_values ? own : base_of(block);
  if (const auto* skip = std::get_if<core::Skip>(&made_base)) return *skip;
  const Base* base = &std::get<Base>(made_base);
  if (strategy.needs_values && base->generated.values.empty() && !has_choices(base->generated.program))
    return core::Skip{"floats compared for equality"};
  auto made = strategy.make({config_, base->generated, capabilities}, rng.split("make"));
  if (auto* skip = std::get_if<core::Skip>(&made)) return std::move(*skip);
  const auto& open = std::get<OpenCase>(made);
  core::Case subject = open.is_base ? to_case(open, base->text) : to_case(open);
  subject.index = index;
  subject.strategy = strategy.name;
  subject.group = config_.targets[target].dialect->name;
  EvaluationLimits limits = config_.options.generate.limits;
  limits.integer_bits = capabilities.integer_bits;
  subject.labels = open.is_base ? labels_of(open, base->generated, base->features, limits) : features_of(open.original);
  return subject;
}

}  // namespace assay::datalog

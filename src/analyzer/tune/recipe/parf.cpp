#include "analyzer/tune/recipe/parf.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "analyzer/tune/run/cost.hpp"

namespace assay::analyzer::tune::parf {
namespace {

double uniform(core::Rng& rng) { return static_cast<double>(rng.next() >> 11U) * 0x1p-53; }

/// Knuth's method. Chains are short, so a large result means the last value anyway.
std::size_t poisson(double lambda, core::Rng& rng) {
  constexpr double kLongest = 30;
  const double enough = std::exp(-std::min(lambda, kLongest));
  std::size_t steps = 0;
  for (double product = uniform(rng); product > enough; product *= uniform(rng)) ++steps;
  return steps;
}

bool domains(const Space& space, std::size_t knob) { return space.domain_knob() == knob; }

bool chain(const Space& space, std::size_t knob) { return !domains(space, knob) && space.knobs()[knob].ordered; }

bool below(const Space& space, std::size_t knob, std::size_t value, std::size_t than) {
  return domains(space, knob) && space.less_precise(value, than);
}

std::size_t sampled(const Space& space, std::size_t knob, std::size_t base, const Delta& delta, core::Rng& rng) {
  const std::size_t count = space.knobs()[knob].values.size();
  if (chain(space, knob)) {
    const std::size_t steps = count == 2 ? (uniform(rng) < delta.q ? 1 : 0) : poisson(delta.lambda, rng);
    return std::min(base + steps, count - 1);
  }
  std::vector<std::size_t> others;
  for (std::size_t value = 0; value < count; ++value)
    if (value != base && !below(space, knob, value, base)) others.push_back(value);
  const bool change = uniform(rng) < delta.q;
  return change && !others.empty() ? rng.pick(others) : base;
}

/// The least of the values; nullopt: there is none.
std::optional<std::size_t> meet(const Space& space, std::size_t knob, const std::vector<std::size_t>& values) {
  if (chain(space, knob)) return *std::min_element(values.begin(), values.end());
  for (const std::size_t value : values)
    if (std::all_of(values.begin(), values.end(),
                    [&](std::size_t other) { return other == value || below(space, knob, value, other); }))
      return value;
  return std::nullopt;
}

std::size_t join(const Space& space, std::size_t knob, std::size_t base, const std::vector<std::size_t>& values) {
  if (chain(space, knob)) {
    std::size_t most = base;
    for (const std::size_t value : values) most = std::max(most, value);
    return most;
  }
  const auto served_by = [&](std::size_t value) {
    return std::count_if(values.begin(), values.end(),
                         [&](std::size_t wanted) { return wanted == value || below(space, knob, wanted, value); });
  };
  std::size_t best = base;
  for (const std::size_t value : values) {
    const auto more = served_by(value) - served_by(best);
    if (more > 0 || (more == 0 && best != base && value < best)) best = value;
  }
  return best;
}

}  // namespace

Ingredient sample(const Space& space, const Ingredient& base, const Delta& delta, core::Rng& rng) {
  Ingredient drawn = base;
  for (std::size_t knob = 0; knob < drawn.values.size(); ++knob)
    drawn.values[knob] = sampled(space, knob, base.values[knob], delta, rng);
  return space.canonical(std::move(drawn));
}

Ingredient refined_base(const Space& space, const Ingredient& base, const std::vector<AnalyzedSetting>& results,
                        const std::vector<CheckKey>& universe) {
  std::vector<std::vector<std::size_t>> wanted(base.values.size());  // [knob]: the meets of the alarms
  for (const CheckKey& alarm : universe) {
    std::vector<const Ingredient*> without;
    for (const AnalyzedSetting& result : results)
      if (!std::binary_search(result.alarms.begin(), result.alarms.end(), alarm)) without.push_back(&result.setting);
    if (without.empty()) continue;
    for (std::size_t knob = 0; knob < base.values.size(); ++knob) {
      std::vector<std::size_t> values;
      for (const Ingredient* setting : without) values.push_back(setting->values[knob]);
      if (const std::optional<std::size_t> least = meet(space, knob, values)) wanted[knob].push_back(*least);
    }
  }
  Ingredient refined = base;
  for (std::size_t knob = 0; knob < base.values.size(); ++knob)
    refined.values[knob] = join(space, knob, base.values[knob], wanted[knob]);
  return space.canonical(std::move(refined));
}

Delta refined_delta(const Delta& delta, std::size_t completed, std::size_t samples) {
  const double scale = (2 * static_cast<double>(completed) + 1) / static_cast<double>(samples);
  return {delta.lambda * scale, 1 - std::pow(1 - delta.q, scale)};
}

void Rounds::learn(const std::vector<AnalyzedSetting>& results) {
  for (const AnalyzedSetting& result : results) universe_ = united(universe_, result.alarms);
  base_ = refined_base(space_, base_, results, universe_);
}

void Rounds::learn(const std::vector<AnalyzedSetting>& results, std::size_t samples) {
  learn(results);
  delta_ = refined_delta(delta_, results.size(), samples);
}

double first_limit(double first_run_seconds, double budget_seconds) {
  constexpr double kShare = 0.1;
  constexpr double kTime = 2;
  return std::min(budget_seconds, std::max(kTime * first_run_seconds, kShare * budget_seconds));
}

}  // namespace assay::analyzer::tune::parf

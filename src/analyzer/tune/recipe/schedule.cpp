#include "analyzer/tune/recipe/schedule.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/tune/run/cost.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr double kEnough = 0.99;     ///< share of the provable checks: the rest is worth no run on other code
constexpr double kSomething = 1e-6;  ///< seconds: no run is free

/// All domains, each after the less precise ones.
std::vector<std::size_t> domains_upwards(const Space& space, std::size_t knob) {
  std::vector<std::size_t> order(space.knobs()[knob].values.size());
  for (std::size_t value = 0; value < order.size(); ++value) order[value] = value;
  const auto height = [&](std::size_t value) {
    return std::count_if(order.begin(), order.end(),
                         [&](std::size_t other) { return space.less_precise(other, value); });
  };
  std::vector<std::pair<std::ptrdiff_t, std::size_t>> heights;
  for (const std::size_t value : order) heights.emplace_back(height(value), value);
  std::sort(heights.begin(), heights.end());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = heights[i].second;
  return order;
}

}  // namespace

std::vector<Ingredient> plain_schedule(const Space& space) {
  std::vector<Ingredient> schedule;
  const auto add = [&](std::size_t knob, std::size_t value) {
    Ingredient ingredient = space.standard();
    ingredient.values[knob] = value;
    ingredient = space.canonical(std::move(ingredient));
    if (std::find(schedule.begin(), schedule.end(), ingredient) == schedule.end()) schedule.push_back(ingredient);
  };
  if (const std::optional<std::size_t> domain = space.domain_knob())
    for (const std::size_t value : domains_upwards(space, *domain)) add(*domain, value);
  for (std::size_t knob = 0; knob < space.knobs().size(); ++knob) {
    if (space.domain_knob() == knob) continue;
    for (std::size_t value = 0; value < space.knobs()[knob].values.size(); ++value) add(knob, value);
  }
  return schedule;
}

std::vector<std::string> learned_schedule(const std::vector<LearnedRun>& runs, std::size_t longest, double if_not_run) {
  std::map<std::string, std::vector<CheckKey>> left;  // by piece: checks that nothing in the schedule proves
  std::map<std::string, double> checks;
  std::map<std::string, double> seconds;
  std::map<std::string, std::set<std::string>> where;
  std::set<std::string> pieces;
  for (const LearnedRun& run : runs) {
    if (run.done) left[run.code] = united(left[run.code], run.alarms);
    seconds[run.ingredient] += run.cpu_seconds;
    where[run.ingredient].insert(run.code);
    pieces.insert(run.code);
  }
  for (auto& [ingredient, sum] : seconds)
    sum += if_not_run * static_cast<double>(pieces.size() - where[ingredient].size());
  for (const auto& [code, universe] : left) checks[code] = std::max<double>(1, static_cast<double>(universe.size()));
  std::map<std::string, std::vector<CheckKey>> never = left;  // by piece: checks that no run proves
  for (const LearnedRun& run : runs)
    if (run.done) never[run.code] = intersection(never[run.code], run.alarms);
  double to_gain = 0;
  for (const auto& [code, universe] : left)
    to_gain += static_cast<double>(universe.size() - never[code].size()) / checks[code];
  double gained = 0;
  std::vector<std::string> schedule;
  while (schedule.size() < longest && gained < kEnough * to_gain) {
    std::map<std::string, double> gains;
    for (const LearnedRun& run : runs)
      if (run.done)
        gains[run.ingredient] += static_cast<double>(difference(left[run.code], run.alarms).size()) / checks[run.code];
    std::string best;
    double best_rate = 0;
    for (const auto& [ingredient, gain] : gains) {
      const double rate = gain / (kSomething + seconds[ingredient]);
      if (rate > best_rate) {
        best_rate = rate;
        best = ingredient;
      }
    }
    if (best_rate <= 0) break;
    schedule.push_back(best);
    gained += best_rate * (kSomething + seconds[best]);
    for (const LearnedRun& run : runs)
      if (run.done && run.ingredient == best) left[run.code] = intersection(left[run.code], run.alarms);
  }
  return schedule;
}

}  // namespace assay::analyzer::tune

#include "analyzer/tune/recipe/function_level.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/tune/run/cost.hpp"
#include "analyzer/tune/space/order.hpp"

namespace assay::analyzer::tune {
namespace {

/// Maximum number of functions in which a setting is tried: those with most alarms.
constexpr std::size_t kMaxFunctions = 8;
enum Promise : unsigned { kNotTried, kRanOut, kProvedSome };

bool can_be_named(std::string_view function) {
  return !function.empty() && function.find_first_of(" \t\r\n\v\f=") == std::string_view::npos;
}

bool proves_some(const std::vector<CheckKey>& left, const std::vector<CheckKey>& alarms) {
  return !difference(left, alarms).empty();
}

}  // namespace

FunctionLevel::FunctionLevel(const SearchTask& task) : space_(*task.space), weights_(task.weights) {}

std::vector<Ingredient> FunctionLevel::next(const FunctionLevelInput& input, std::size_t most) const {
  std::vector<Ingredient> batch;
  const std::vector<std::string> where = functions(input.alarms);
  if (where.empty()) return batch;
  std::set<std::size_t> done;
  for (const Ingredient& center : input.centers) {
    for (const Setting& setting : settings(input, center)) {
      if (batch.size() >= most) return batch;
      if (done.contains(setting.knob)) continue;
      std::optional<Ingredient> found = first(input, center, setting, taken(input, setting.knob, where));
      if (!found) continue;
      batch.push_back(std::move(*found));
      done.insert(setting.knob);
    }
  }
  return batch;
}

std::vector<std::string> FunctionLevel::functions(const std::vector<CheckKey>& alarms) const {
  std::map<std::string, double> weights;
  for (const CheckKey& key : alarms)
    if (can_be_named(key.function)) weights[key.function] += weight_of({key}, weights_);
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [function, weight] : weights) order.emplace_back(-weight, function);
  std::sort(order.begin(), order.end());
  std::vector<std::string> names;
  for (auto& [weight, function] : order)
    if (names.size() < kMaxFunctions) names.push_back(std::move(function));
  return names;
}

std::vector<FunctionLevel::Setting> FunctionLevel::settings(const FunctionLevelInput& input,
                                                            const Ingredient& center) const {
  std::vector<Setting> found;
  for (std::size_t knob = 0; knob < space_.knobs().size(); ++knob) {
    if (!space_.active(center, knob)) continue;
    const bool ordered = space_.knobs()[knob].ordered;
    for (std::size_t value = 0; value < space_.knobs()[knob].values.size(); ++value) {
      if (!space_.has_local(knob, value) || value == center.values[knob]) continue;
      if (ordered && value < center.values[knob]) continue;
      Ingredient everywhere = center;
      everywhere.values[knob] = value;
      const unsigned here = promise(input, everywhere);
      everywhere = space_.standard();
      everywhere.values[knob] = value;
      found.push_back({knob, value, std::max(here, promise(input, everywhere))});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Setting& one, const Setting& other) {
    return std::tuple(other.promise, one.knob, other.value) < std::tuple(one.promise, other.knob, one.value);
  });
  return found;
}

unsigned FunctionLevel::promise(const FunctionLevelInput& input, const Ingredient& everywhere) const {
  const Ingredient asked = space_.canonical(everywhere);
  const auto at = input.known.find(asked);
  if (at == input.known.end()) return kNotTried;
  if (at->second == Outcome::Status::Limited) return kRanOut;
  const bool some = std::any_of(input.parts.begin(), input.parts.end(), [&](const Part& part) {
    return part.ingredient == asked && proves_some(input.alarms, part.alarms);
  });
  return some ? kProvedSome : kNotTried;
}

std::vector<std::string> FunctionLevel::taken(const FunctionLevelInput& input, std::size_t knob,
                                              std::vector<std::string> functions) const {
  for (const auto& [ingredient, status] : input.known) {
    if (status != Outcome::Status::Rejected || ingredient.locals.empty()) continue;
    const LocalSetting& one = ingredient.locals.front();
    const bool alone = std::all_of(ingredient.locals.begin(), ingredient.locals.end(), [&](const LocalSetting& local) {
      return local.function == one.function && local.knob == knob;
    });
    if (alone) std::erase(functions, one.function);
  }
  return functions;
}

std::optional<Ingredient> FunctionLevel::first(const FunctionLevelInput& input, const Ingredient& center,
                                               const Setting& setting,
                                               const std::vector<std::string>& functions) const {
  if (functions.empty()) return std::nullopt;
  Ingredient together = with(center, setting, functions);
  if (worth_it(input, together)) return together;
  const auto at = input.known.find(together);
  const bool halve =
      at != input.known.end() && (at->second == Outcome::Status::Limited || at->second == Outcome::Status::Rejected);
  if (functions.size() == 1 || !halve) return std::nullopt;
  const auto middle = functions.begin() + static_cast<std::ptrdiff_t>(functions.size() / 2);
  if (auto found = first(input, center, setting, {functions.begin(), middle})) return found;
  return first(input, center, setting, {middle, functions.end()});
}

bool FunctionLevel::worth_it(const FunctionLevelInput& input, const Ingredient& ingredient) const {
  return input.worth_a_run(ingredient) && std::none_of(input.parts.begin(), input.parts.end(), [&](const Part& part) {
           return nowhere_less_precise(space_, part.ingredient, ingredient) && !proves_some(input.alarms, part.alarms);
         });
}

Ingredient FunctionLevel::with(Ingredient center, const Setting& setting,
                               const std::vector<std::string>& functions) const {
  for (const std::string& function : functions) {
    std::erase_if(center.locals,
                  [&](const LocalSetting& local) { return local.knob == setting.knob && local.function == function; });
    center.locals.push_back({setting.knob, setting.value, function});
  }
  return space_.canonical(std::move(center));
}

}  // namespace assay::analyzer::tune

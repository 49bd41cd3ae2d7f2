#include "analyzer/tune/run/cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace assay::analyzer::tune {

Result<Weights> weights_of(const std::vector<std::string>& texts) {
  Weights weights;
  for (const std::string& text : texts) {
    const std::size_t at = text.rfind('=');
    char* end = nullptr;
    const char* const number = at == std::string::npos ? "" : text.c_str() + at + 1;
    const double weight = std::strtod(number, &end);
    if (at == std::string::npos || at == 0 || end == number || *end != '\0' || !std::isfinite(weight) || weight < 0)
      return Error{"'" + text + "' is no weight", "write it like division_by_zero=5"};
    weights[text.substr(0, at)] = weight;
  }
  return weights;
}

double weight_of(const std::vector<CheckKey>& checks, const Weights& weights) {
  double sum = 0;
  for (const CheckKey& key : checks) {
    const auto at = weights.find(key.kind);
    sum += at == weights.end() ? 1 : at->second;
  }
  return sum;
}

double share_of(const Budget& budget, double cpu_seconds, std::uint64_t memory_bytes) {
  using Resource = Budget::Resource;
  const double time = budget.cpu_seconds > 0 ? cpu_seconds / budget.cpu_seconds : 0;
  const double memory =
      budget.memory_bytes > 0 ? static_cast<double>(memory_bytes) / static_cast<double>(budget.memory_bytes) : 0;
  if (budget.resource == Resource::Time) return time;
  if (budget.resource == Resource::Memory) return memory;
  return (time + memory) / 2;
}

double share_of(const Recipe& recipe, const Budget& budget, double cpu_seconds, std::uint64_t memory_bytes) {
  const bool local = std::any_of(recipe.ingredients.begin(), recipe.ingredients.end(),
                                 [](const Ingredient& ingredient) { return !ingredient.locals.empty(); });
  return local ? 1 : share_of(budget, cpu_seconds, memory_bytes);
}

double cost_of(double weight, double total, double share) { return (weight + share) / (total > 0 ? total : 1); }

double about_the_same_seconds(double seconds) {
  constexpr double kFactor = 1.25, kDifference = 0.1;
  return kFactor * seconds + kDifference;
}

std::vector<CheckKey> intersection(const std::vector<CheckKey>& one, const std::vector<CheckKey>& other) {
  std::vector<CheckKey> both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  return both;
}

std::vector<CheckKey> difference(const std::vector<CheckKey>& one, const std::vector<CheckKey>& without) {
  std::vector<CheckKey> rest;
  std::set_difference(one.begin(), one.end(), without.begin(), without.end(), std::back_inserter(rest));
  return rest;
}

std::vector<CheckKey> united(const std::vector<CheckKey>& one, const std::vector<CheckKey>& other) {
  std::vector<CheckKey> all;
  std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(all));
  return all;
}

}  // namespace assay::analyzer::tune

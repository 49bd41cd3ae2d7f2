#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// A finished run, as a part of recipes.
struct Part {
  Ingredient ingredient;
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::vector<CheckKey> alarms;  ///< checks that it does not prove; sorted
};

/// Combines runs: at most `longest` runs within the budget, such that the common alarms of all of them have the least
/// weight, and, among such recipes, the least resource is used. (Weighted maximum coverage with a knapsack constraint.)
/// Exact with few parts; otherwise greedy by covered weight and by covered weight per second, improved by exchanges
/// until none helps. The cheapest ingredient comes first. Empty: no part fits into the budget.
[[nodiscard]] Recipe assembled(const std::vector<Part>& parts, const Budget& budget, const Weights& weights,
                               unsigned longest);

}  // namespace assay::analyzer::tune

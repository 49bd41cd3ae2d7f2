#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// A run that is paid for, as a part of recipes.
struct Part {
  Ingredient ingredient;
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::vector<CheckKey> alarms;  ///< what it does not prove; sorted
};

/// Puts runs together: at most `longest` of them within the budget, so that the weight of the alarms that all of them
/// have is least, and among such recipes the resource used is. (Weighted maximum coverage with a knapsack constraint.)
/// Exact when there are few parts; else greedy by weight covered and by weight covered a second, made better by
/// exchanges until none helps. The cheapest ingredient comes first. Empty: no part fits into the budget.
[[nodiscard]] Recipe assembled(const std::vector<Part>& parts, const Budget& budget, const Weights& weights,
                               unsigned longest);

}  // namespace assay::analyzer::tune

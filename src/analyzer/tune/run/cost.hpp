#pragma once

#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// r / r_max of the resource that breaks ties; for both resources, their mean. At most 1 within the budget.
[[nodiscard]] double share_of(const Budget& budget, double cpu_seconds, std::uint64_t memory_bytes);
/// The same for a recipe. 1 if it has settings of single functions: these fit this code alone, so a recipe without them
/// that proves as much is better, even if it takes longer.
[[nodiscard]] double share_of(const Recipe& recipe, const Budget& budget, double cpu_seconds,
                              std::uint64_t memory_bytes);

/// (w + r / r_max) / w_total (TAILOR, section 5.4.2).
[[nodiscard]] double cost_of(double weight, double total, double share);

/// The largest time that is about the same on a busy machine: a quarter more, and at least 0.1 s.
[[nodiscard]] double about_the_same_seconds(double seconds);

// Operations on sorted vectors as sets.
[[nodiscard]] std::vector<CheckKey> intersection(const std::vector<CheckKey>& one, const std::vector<CheckKey>& other);
[[nodiscard]] std::vector<CheckKey> difference(const std::vector<CheckKey>& one, const std::vector<CheckKey>& without);
[[nodiscard]] std::vector<CheckKey> united(const std::vector<CheckKey>& one, const std::vector<CheckKey>& other);

}  // namespace assay::analyzer::tune

#pragma once

#include <cstddef>

#include "analyzer/tune/report/tune_job.hpp"
#include "core/report/page.hpp"

namespace assay::analyzer::tune {

/// A chart of seconds against alarms for a piece of code: all ingredients and recipes, their Pareto frontier, the
/// default and the chosen recipe.
[[nodiscard]] core::PageChart frontier_chart(const Tuned& tuned, std::size_t number, const Budget& budget,
                                             const GoalWords& words);
/// A chart of the fewest alarms so far against the CPU time of the search.
[[nodiscard]] core::PageChart history_chart(const Tuned& tuned, std::size_t number, const GoalWords& words);

}  // namespace assay::analyzer::tune

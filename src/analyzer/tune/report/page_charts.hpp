#pragma once

#include <cstddef>

#include "assay/analyzer/tune_job.hpp"
#include "assay/core/page.hpp"

namespace assay::analyzer::tune {

/// What was tried for a piece of code, seconds against alarms: ingredients, recipes, the frontier between what can be
/// had and what cannot, the default and the chosen recipe.
[[nodiscard]] core::PageChart frontier_chart(const Tuned& tuned, std::size_t number, const Budget& budget,
                                             const GoalWords& words);
/// The fewest alarms so far against the CPU time that the search had spent.
[[nodiscard]] core::PageChart history_chart(const Tuned& tuned, std::size_t number, const GoalWords& words);

}  // namespace assay::analyzer::tune

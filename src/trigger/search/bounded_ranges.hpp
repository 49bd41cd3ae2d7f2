#pragma once

#include <vector>

#include "trigger/problem/clause.hpp"
#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Patterns over all integers that a condition such as `0 <= i <= 10` bounds by two numbers: at most 60 terms, the last
/// clauses' (mostly the goal's) first. Needed where a goal follows from all values of a loop's index together,
/// such as the elements of a sorted array of known length; models of clusters and single values do not show it.
[[nodiscard]] Terms range_instances(smt::TermStore& store, const std::vector<Clause>& clauses);

}  // namespace assay::trigger

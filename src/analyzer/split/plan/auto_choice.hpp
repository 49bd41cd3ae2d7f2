#pragma once

#include "analyzer/split/plan/learned.hpp"
#include "analyzer/split/plan/learned_costs.hpp"

namespace assay::analyzer::splitting {

/// The input of choose_by_costs. `costs` are known.
struct AutoTask {
  const PreparedProject& prepared;
  const SplitOptions& options;
  const LearnedTable& table;
  const LearnedCosts& costs;
};

/// Chooses strategy, size and overlap by what earlier analyses cost and found. Candidates that exceed the limits or
/// lose alerts are left out; of the others, the least time until all partitions are done counts.
[[nodiscard]] Choice choose_by_costs(const AutoTask& task);

}  // namespace assay::analyzer::splitting

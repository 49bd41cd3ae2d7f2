#pragma once

#include <string>

#include "analyzer/split/plan/split_job.hpp"

namespace assay::analyzer::splitting {

/// The folder that is kept between runs; empty: none.
[[nodiscard]] std::string cache_folder(const SplitOptions& options);
/// The file with the costs of the analyzer's runs on this project; empty: none.
[[nodiscard]] std::string cost_path(const PreparedProject& prepared, const SplitOptions& options);
[[nodiscard]] SplitTask task_for(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options);
/// The dependencies that no single partition has, summed up as shares of each unit's dependencies: 3 is as much as
/// three units without any of their dependencies. Overlap that the plan does without counts as cut.
[[nodiscard]] double cut_units(const PreparedProject& prepared, const Plan& plan, const SplitOptions& options);
/// Thousands of lines.
[[nodiscard]] double kloc_of(const Graph& graph, const UnitSet& units);

}  // namespace assay::analyzer::splitting

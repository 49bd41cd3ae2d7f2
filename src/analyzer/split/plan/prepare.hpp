#pragma once

#include <string>

#include "analyzer/split/plan/split_job.hpp"

namespace assay::analyzer::splitting {

/// The folder that is kept between runs; empty: none.
[[nodiscard]] std::string cache_folder(const SplitOptions& options);
/// The file with the costs of the analyzer's runs on this project; empty: none.
[[nodiscard]] std::string cost_path(const PreparedProject& prepared, const SplitOptions& options);
[[nodiscard]] SplitTask task_for(const PreparedProject& prepared, double max_size, const SplitOptions& options);
/// Thousands of lines.
[[nodiscard]] double kloc_of(const Graph& graph, const UnitSet& units);

}  // namespace assay::analyzer::splitting

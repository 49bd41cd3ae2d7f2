#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// Cheap properties of a project's text, from which costs are estimated before the first run.
struct ProjectFeatures {
  /// For each unit, its expected share of the project's cost: its lines and the lines of the project's headers that it
  /// includes, scaled so that the sum is the project's thousands of lines.
  std::vector<double> weights;
  std::uint64_t text_hash = 0;  ///< hash of the names and texts of all units and shared files
};
/// Sets the units' numbers of lines, too: lines of compiled files count only in units without sources.
[[nodiscard]] ProjectFeatures read_features(const Project& project, Graph& graph);

}  // namespace assay::analyzer::splitting

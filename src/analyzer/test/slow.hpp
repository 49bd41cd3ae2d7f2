#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace assay::analyzer {

/// Duration of one analysis and the size of the analyzed program.
struct AnalysisCost {
  double seconds = 0;
  std::size_t bytes = 0;
};

/// Expected duration for a program of `bytes` bytes: the median duration of the other programs, each scaled linearly up
/// to this size if it is smaller. Nullopt with fewer than three other programs.
[[nodiscard]] std::optional<double> expected_analysis_seconds(const std::vector<AnalysisCost>& others,
                                                              std::size_t bytes);

}  // namespace assay::analyzer

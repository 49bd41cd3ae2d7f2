#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace assay::analyzer {

/// What an analysis took of a program of so many bytes.
struct Took {
  double seconds = 0;
  std::size_t bytes = 0;
};

/// What the same analyzer took of like programs, for a program of this size: the median of what others took, each
/// scaled up where its program is smaller. Nothing where there are less than three: then nobody knows what is slow.
[[nodiscard]] std::optional<double> usual_seconds(const std::vector<Took>& others, std::size_t bytes);

}  // namespace assay::analyzer

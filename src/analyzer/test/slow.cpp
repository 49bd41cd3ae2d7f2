#include "slow.hpp"

#include <algorithm>

namespace assay::analyzer {

std::optional<double> expected_analysis_seconds(const std::vector<AnalysisCost>& others, std::size_t bytes) {
  constexpr std::size_t kFewest = 3;
  if (others.size() < kFewest) return std::nullopt;
  std::vector<double> seconds;
  for (const AnalysisCost& other : others) {
    const double ratio = other.bytes == 0 ? 1 : static_cast<double>(bytes) / static_cast<double>(other.bytes);
    seconds.push_back(other.seconds * std::max(1.0, ratio));
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

}  // namespace assay::analyzer

#pragma once

#include <map>
#include <vector>

#include "assay/core/record.hpp"

namespace assay::core {

/// The curves of all shards in one: at each moment, the sum of what each had reached. Shards run side by side. What is
/// kept does not grow with the number of curves: moments that differ by less than a thousandth are one, as a campaign
/// itself samples.
class JoinedCurve {
 public:
  void add(const std::vector<Sample>& curve);
  [[nodiscard]] std::vector<Sample> samples() const;

 private:
  std::map<long, Sample> growth_;  ///< by the logarithm of the moment: what came then; `seconds` is the last of them
};

}  // namespace assay::core

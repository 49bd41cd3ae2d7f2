#pragma once

#include <map>
#include <vector>

#include "core/store/record.hpp"

namespace assay::core {

/// The sum of the curves of all shards, which run side by side: at each moment, the sum of what the shards had reached.
/// Memory does not grow with the number of curves: moments that differ by less than 0.1 % are merged, which is also the
/// interval of a campaign's own samples.
class JoinedCurve {
 public:
  void add(const std::vector<Sample>& curve);
  [[nodiscard]] std::vector<Sample> samples() const;

 private:
  std::map<long, Sample> growth_;  ///< increases by slot_of(moment); `seconds` is the slot's last moment
};

}  // namespace assay::core

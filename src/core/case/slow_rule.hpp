#pragma once

#include <algorithm>

namespace assay::core {

/// Condition under which a run of a target counts as slow beside another run on the same or similar work. Times are CPU
/// seconds, so that the machine's other load does not matter. Fresh runs of all compared targets confirm a finding.
struct SlowRule {
  double factor = 10;  ///< the run takes at least this many times the other run's time, and
  double seconds = 2;  ///< at least this many CPU seconds more
  [[nodiscard]] bool holds(double cpu_seconds, double reference) const {
    return cpu_seconds - reference >= seconds && cpu_seconds >= reference * factor;
  }
  /// CPU seconds after which a run is slow beside a run of `reference` seconds.
  [[nodiscard]] double limit_for(double reference) const {
    constexpr double kMargin = 0.05;  // Assay sees the limit only every 25 ms
    return std::max(reference * factor, reference + seconds) + kMargin;
  }
};

}  // namespace assay::core

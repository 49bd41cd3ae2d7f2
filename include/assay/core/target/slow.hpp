#pragma once

namespace assay::core {

/// When a run of a target is called slow, compared with other runs on the same or similar work. Times are CPU seconds,
/// because the machine's other load is not the target's fault. Fresh runs of all compared targets confirm a finding.
struct SlowRule {
  double factor = 10;  ///< this many times the other's time ...
  double seconds = 2;  ///< ... and at least this many CPU seconds more
  [[nodiscard]] bool holds(double cpu_seconds, double reference) const {
    return cpu_seconds - reference >= seconds && cpu_seconds >= reference * factor;
  }
};

}  // namespace assay::core

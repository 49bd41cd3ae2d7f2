#pragma once

namespace assay::core {

/// When a run of a target is called slow, against what other runs took for the same or like work. CPU seconds: what
/// else the machine does is none of the target's. A finding is confirmed by fresh runs of all that is compared.
struct SlowRule {
  double factor = 10;  ///< this many times the other's time ...
  double seconds = 2;  ///< ... and at least this many CPU seconds more
  [[nodiscard]] bool holds(double cpu_seconds, double reference) const {
    return cpu_seconds - reference >= seconds && cpu_seconds >= reference * factor;
  }
};

}  // namespace assay::core

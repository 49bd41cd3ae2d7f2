#pragma once

#include <algorithm>

#include "assay/core/proc.hpp"

namespace assay::smt {

/// Short time limits first: a campaign's run gets a tenth of the limit, so that a few hard scripts do not take all the
/// time. What ran out of it is asked again with the whole limit, as long as such long runs have taken no more than a
/// fifth of the time.
class ShortLimits {
 public:
  /// The limits of a first run; those given where they are short themselves.
  [[nodiscard]] static core::Limits of(core::Limits limits) {
    limits.wall_seconds = std::min(limits.wall_seconds, std::max(kLeastSeconds, limits.wall_seconds / kParts));
    return limits;
  }
  /// Whether the target worked for a good part of the limit. Where it did not, it is no hard script that took the time:
  /// the program started slowly, or the machine was busy with other things.
  [[nodiscard]] static bool was_run(const core::Usage& usage, const core::Limits& limits) {
    return usage.cpu_seconds() >= limits.wall_seconds / kLeastWork;
  }
  void note_short_run(double seconds) { all_seconds_ += seconds; }
  void note_long_run(double seconds) {
    all_seconds_ += seconds;
    long_seconds_ += seconds;
  }
  /// Whether one more long run keeps them within their share, also if it takes the whole limit. So the first minute of
  /// a campaign does not go into its first hard script.
  [[nodiscard]] bool allows_a_long_run(const core::Limits& limits) const {
    return (long_seconds_ + limits.wall_seconds) * kShare <= all_seconds_ + limits.wall_seconds;
  }

 private:
  static constexpr double kLeastSeconds = 0.5;
  static constexpr double kParts = 10;
  static constexpr double kShare = 5;
  static constexpr double kLeastWork = 4;
  double all_seconds_ = 0;
  double long_seconds_ = 0;
};

}  // namespace assay::smt

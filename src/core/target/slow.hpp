#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case/case.hpp"

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

/// A target's run on a case, for slower_than_peers.
struct TimedRun {
  std::string name;    ///< of the target
  std::string family;  ///< the program of releases and configurations; a time-out counts only beside the same family
  enum class End { Answered, TimedOut, Other } end = End::Other;
  std::string answer;  ///< of Answered: only runs with equal answers are compared
  double cpu_seconds = 0;
};
/// Targets that need far longer than another target for the same answer, or time out: (position, verdict) pairs.
[[nodiscard]] std::vector<std::pair<std::size_t, Verdict>> slower_than_peers(const std::vector<TimedRun>& runs,
                                                                             const SlowRule& rule);

/// The verdict "slow" on one target, for a reduction; nullopt if the target is not slower than its peers.
/// `run(position)` runs one target on the case. The peers run first, because they are fast. If no peer answers, the
/// target does not run.
[[nodiscard]] std::optional<Verdict> slow_beside_peers(std::size_t target, const std::vector<std::size_t>& peers,
                                                       const std::function<TimedRun(std::size_t)>& run,
                                                       const SlowRule& rule);

}  // namespace assay::core

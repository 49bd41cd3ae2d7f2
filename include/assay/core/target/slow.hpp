#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/case.hpp"

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

/// A target's run on a case, for slower_than_peers.
struct TimedRun {
  std::string name;    ///< of the target
  std::string family;  ///< releases and configurations of one program: a time-out counts beside these alone
  enum class End { Answered, TimedOut, Other } end = End::Other;
  std::string answer;  ///< what it said, if it did: runs with different answers are not compared
  double cpu_seconds = 0;
};
/// Targets that need far longer than another one for the same answer, or for none: (position, verdict) pairs.
[[nodiscard]] std::vector<std::pair<std::size_t, Verdict>> slower_than_peers(const std::vector<TimedRun>& runs,
                                                                             const SlowRule& rule);

/// The verdict "slow" on one target, as a reduction asks for it: nullopt if the target is not slower than its peers.
/// `run(position)` runs one target on the case. The peers run first, because they are fast. If no peer answers, the
/// target does not run.
[[nodiscard]] std::optional<Verdict> slow_beside_peers(std::size_t target, const std::vector<std::size_t>& peers,
                                                       const std::function<TimedRun(std::size_t)>& run,
                                                       const SlowRule& rule);

}  // namespace assay::core

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case/case.hpp"
#include "core/case/slow_rule.hpp"

namespace assay::core {

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

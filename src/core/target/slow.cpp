#include "core/target/slow.hpp"

#include <algorithm>

namespace assay::core {

std::vector<std::pair<std::size_t, Verdict>> slower_than_peers(const std::vector<TimedRun>& runs,
                                                               const SlowRule& rule) {
  using End = TimedRun::End;
  std::vector<std::pair<std::size_t, Verdict>> verdicts;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const TimedRun& slow = runs[i];
    if (slow.end == End::Other) continue;
    const bool timed_out = slow.end == End::TimedOut;
    // The time that a timed-out run would have taken is not known, so half of the difference suffices.
    const SlowRule own{rule.factor, timed_out ? rule.seconds / 2 : rule.seconds};
    for (const TimedRun& peer : runs) {
      if (&peer == &slow || peer.end != End::Answered) continue;
      if (timed_out ? peer.family != slow.family : peer.answer != slow.answer) continue;
      if (!own.holds(slow.cpu_seconds, peer.cpu_seconds)) continue;
      verdicts.emplace_back(
          i, Verdict::bug(BugKind::Slow, timed_out ? "timeout" : "slower than a peer",
                          peer.name + " answers " + peer.answer + " in " + std::to_string(peer.cpu_seconds) +
                              " s of CPU time, " + slow.name + " needs " + (timed_out ? "more than " : "") +
                              std::to_string(slow.cpu_seconds) + " s"));
      break;
    }
  }
  return verdicts;
}

std::optional<Verdict> slow_beside_peers(std::size_t target, const std::vector<std::size_t>& peers,
                                         const std::function<TimedRun(std::size_t)>& run, const SlowRule& rule) {
  std::vector<TimedRun> runs;
  for (const std::size_t peer : peers) runs.push_back(run(peer));
  const auto answered = [](const TimedRun& peer) { return peer.end == TimedRun::End::Answered; };
  if (std::none_of(runs.begin(), runs.end(), answered)) return std::nullopt;
  runs.push_back(run(target));
  for (auto& [position, verdict] : slower_than_peers(runs, rule))
    if (position + 1 == runs.size()) return std::move(verdict);
  return std::nullopt;
}

}  // namespace assay::core

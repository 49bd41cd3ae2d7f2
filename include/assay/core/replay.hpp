#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/tester.hpp"

namespace assay::core {

/// The result of several runs of one case about a bug. Only runs that could be judged count: a time-out is no pass.
struct ReplayOutcome {
  enum class What : std::uint8_t {
    StillFails,   ///< some run failed in the way that was asked about
    DoesNotFail,  ///< all runs passed
    CannotSay,    ///< no run failed so, and not all passed: `others` and `unjudged` say why
  };
  What what = What::CannotSay;
  std::size_t runs = 0;    ///< that were asked for
  std::size_t failed = 0;  ///< in the way that was asked about
  std::size_t passed = 0;
  /// Runs that failed in another way (its kind; for the same kind, the kind and the reason), and runs that could not be
  /// judged, by reason: the most frequent first.
  std::vector<std::pair<std::string, std::size_t>> others;
  std::vector<std::pair<std::string, std::size_t>> unjudged;

  /// Runs that came to a verdict.
  [[nodiscard]] std::size_t judged() const;
  /// Why the others did not: "timeout (2), out of memory (1)"; or empty.
  [[nodiscard]] std::string reasons() const;
  /// "3 of 3 runs", "0 of 3 runs; another bug: crash (1); not judged: timeout (2)",
  /// "0 of 3 runs; another bug: crash: exit code 2 (3)".
  [[nodiscard]] std::string text() const;
};

/// Whether two bugs of one kind are the same one.
using SameBug = std::function<bool(const Verdict& wanted, const Verdict& got)>;

/// Judges `runs` runs, of which those that a stop cut short are missing from `trials`. `wanted` is the finding's
/// verdict: a run fails like it when its kind is the same (of a nondeterministic finding: kind and reason of its
/// failing runs, which its reason names) and `same` (null: always) says so. Without it, any bug counts.
[[nodiscard]] ReplayOutcome judge_replay(const std::optional<Verdict>& wanted, const std::vector<Trial>& trials,
                                         std::size_t runs, const SameBug& same = nullptr);

/// What is asked of a replay.
struct ReplayQuestion {
  std::optional<Verdict> wanted;  ///< the finding's; without it, any bug counts
  bool compared = false;          ///< all targets run, and Tester::compare judges as well
  unsigned times = 1;
};
/// The runs of one target, and what they come to.
struct ReplayedTarget {
  std::size_t target = 0;
  std::vector<Trial> trials;
  ReplayOutcome outcome;
};
/// Runs one case in fresh processes and judges it as the campaign would. Bugs of one kind are the same when their
/// signatures on this case are equal: so a usage error is not the crash of the finding. A stop leaves out the remaining
/// runs.
[[nodiscard]] Result<ReplayedTarget> replay(const Module& module, const Case& subject, std::size_t target,
                                            const ReplayQuestion& question, const std::stop_token& stop);

/// The same on all targets that take the case, which are compared each time; any bug counts.
[[nodiscard]] Result<std::vector<ReplayedTarget>> replay_all(const Module& module, const Case& subject, unsigned times,
                                                             const std::stop_token& stop);

}  // namespace assay::core

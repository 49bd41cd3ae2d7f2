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
#include "core/case/tester.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

/// The result of several runs of one case about a bug. Only runs with a verdict count: a time-out is no pass.
struct ReplayOutcome {
  enum class What : std::uint8_t {
    StillFails,   ///< at least one run failed in the expected way
    DoesNotFail,  ///< all runs passed
    CannotSay,    ///< neither: `others` and `unjudged` give the reasons
  };
  What what = What::CannotSay;
  std::size_t runs = 0;    ///< requested
  std::size_t failed = 0;  ///< in the expected way
  std::size_t passed = 0;
  Obstacle obstacle =
      Obstacle::None;  ///< of CannotSay: that of the first run that neither failed as expected nor passed
  /// Runs that failed in another way (its kind; for the expected kind, the kind and the reason), and runs without a
  /// verdict, by reason. The most frequent first.
  std::vector<std::pair<std::string, std::size_t>> others;
  std::vector<std::pair<std::string, std::size_t>> unjudged;

  /// Number of runs with a verdict.
  [[nodiscard]] std::size_t judged() const;
  /// The reasons of the runs without a verdict: "timeout (2), out of memory (1)"; or empty.
  [[nodiscard]] std::string reasons() const;
  /// "3 of 3 runs", "0 of 3 runs; another bug: crash (1); not judged: timeout (2)",
  /// "0 of 3 runs; another bug: crash: exit code 2 (3)".
  [[nodiscard]] std::string text() const;
};

/// Returns true if two bugs of one kind have the same cause.
using SameBug = std::function<bool(const Verdict& wanted, const Verdict& got)>;

/// Judges `runs` runs; `trials` lacks the runs that a stop cut short. `wanted` is the finding's verdict; nullopt: any
/// bug counts. A run fails in the expected way if its kind is that of `wanted` and `same` accepts it (null: always).
/// The reason of a nondeterministic finding names the kind and the reason of its failing runs, which then count
/// instead.
[[nodiscard]] ReplayOutcome judge_replay(const std::optional<Verdict>& wanted, const std::vector<Trial>& trials,
                                         std::size_t runs, const SameBug& same = nullptr);

/// The expectation that a replay checks.
struct ReplayQuestion {
  std::optional<Verdict> wanted;  ///< the finding's verdict; nullopt: any bug counts
  bool compared = false;          ///< true: run all targets and use Tester::compare, too
  unsigned times = 1;
};
/// The runs of one target and their outcome.
struct ReplayedTarget {
  std::size_t target = 0;
  std::vector<Trial> trials;
  ReplayOutcome outcome;
};
/// Runs one case in fresh processes and judges it as the campaign would. Two bugs of one kind are the same if their
/// signatures on this case are equal, so that a usage error does not count as the finding's crash. A stop skips the
/// remaining runs.
[[nodiscard]] Result<ReplayedTarget> replay(const Module& module, const Case& subject, std::size_t target,
                                            const ReplayQuestion& question, const std::stop_token& stop);

/// Replays the case on all targets that take it, and compares the targets in each round; any bug counts.
[[nodiscard]] Result<std::vector<ReplayedTarget>> replay_all(const Module& module, const Case& subject, unsigned times,
                                                             const std::stop_token& stop);

}  // namespace assay::core

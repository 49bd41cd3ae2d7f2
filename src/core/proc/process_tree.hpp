#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/proc/procfs.hpp"
#include "core/proc/run_mark.hpp"

namespace assay::core {

struct CpuTime {
  double user_seconds = 0;
  double system_seconds = 0;
  [[nodiscard]] double total() const { return user_seconds + system_seconds; }
};

/// How the root of a tree ended, and what the tree used.
struct TreeEnd {
  int wait_status = 0;
  CpuTime cpu;
  std::uint64_t peak_resident_bytes = 0;  ///< of the largest process of those waited for; zero when not known
};

/// A child of ours and all its descendants, also those that left its session or lost their parents (which become our
/// children, since we are a subreaper; the run's mark says whose they were). Ended orphans are reaped on the way, and
/// their CPU time is counted. Used by one thread at a time.
class ProcessTree {
 public:
  /// `root` must be a child of this process that nobody else waits for.
  ProcessTree(pid_t root, RunMark mark);

  struct Sample {
    CpuTime cpu;
    std::uint64_t resident_bytes = 0;  ///< the sum over the processes: shared pages count several times
    std::size_t processes = 0;         ///< that live
  };
  /// What the tree uses now.
  [[nodiscard]] Sample sample();
  /// The same where the last sample saw only the root, and then without looking for others: a few microseconds.
  [[nodiscard]] Sample quick_sample();
  /// Resident memory with shared pages counted once, as far as the kernel says. Milliseconds for a large tree.
  [[nodiscard]] std::uint64_t proportional_bytes() const;

  /// Whether a process of the last sample runs or waits for a processor.
  [[nodiscard]] bool is_ready() const;

  /// Whether the root has ended. It is not reaped, so its pid stays its own.
  [[nodiscard]] bool root_ended() const;

  /// Kills all processes and reaps them; returns when none is left, or after some seconds for those that even SIGKILL
  /// does not end (waiting for a dead disk). Nothing when the root is one of these.
  [[nodiscard]] std::optional<TreeEnd> terminate();

 private:
  /// The living members, root first; reaps the orphans that ended. Processes that wait for being reaped by another
  /// member are in it, too.
  [[nodiscard]] std::vector<ProcessStat> members();
  [[nodiscard]] bool is_adopted(const ProcessStat& orphan, RunMark::Answer limit_says) const;
  void add_adopted(std::vector<ProcessStat>& found);
  void reap_orphan(pid_t pid);
  [[nodiscard]] bool kill_others();
  [[nodiscard]] std::optional<TreeEnd> reap_root();

  pid_t root_;
  RunMark mark_;
  std::vector<std::pair<pid_t, std::uint64_t>> seen_;  ///< pid and start time of the members at the last look
  CpuTime orphans_cpu_;
  std::size_t reaped_ = 0;  ///< orphans so far
};

}  // namespace assay::core

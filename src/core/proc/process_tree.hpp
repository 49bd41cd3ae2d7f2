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

/// The root's wait status and the resources that the tree has used.
struct TreeEnd {
  int wait_status = 0;
  CpuTime cpu;
  std::uint64_t peak_resident_bytes = 0;  ///< of the largest reaped process; 0: not known
};

/// A child of ours and all its descendants. Descendants that lost their parents become our children, since we are a
/// subreaper, and are recognized by the run's mark. Ended orphans are reaped, and their CPU time is counted. Used by
/// one thread at a time.
class ProcessTree {
 public:
  /// `root` must be a child of this process, and no other code may wait for it.
  ProcessTree(pid_t root, RunMark mark);

  struct Sample {
    CpuTime cpu;
    std::uint64_t resident_bytes = 0;  ///< summed over the processes, so that shared pages count several times
    std::size_t processes = 0;         ///< number of living processes
  };
  /// The tree's current use of resources.
  [[nodiscard]] Sample sample();
  /// Measures the root only (a few microseconds) if the last sample found no other process; otherwise same as sample().
  [[nodiscard]] Sample quick_sample();
  /// Resident bytes with shared pages counted once, if the kernel reports that. Takes milliseconds for a large tree.
  [[nodiscard]] std::uint64_t proportional_bytes() const;

  /// True if a process of the last sample runs or waits for a processor.
  [[nodiscard]] bool is_ready() const;

  /// True if the root has ended. The root is not reaped, so its pid is not reused.
  [[nodiscard]] bool root_ended() const;

  /// Kills and reaps all processes. Gives up after 5 seconds if SIGKILL does not end a process (it waits for a dead
  /// disk). Nullopt if the root is such a process.
  [[nodiscard]] std::optional<TreeEnd> terminate();

 private:
  /// The members, root first. Reaps orphans that have ended. Includes ended processes that another member must reap.
  [[nodiscard]] std::vector<ProcessStat> members();
  [[nodiscard]] bool is_adopted(const ProcessStat& orphan, RunMark::Answer by_limit) const;
  void add_adopted(std::vector<ProcessStat>& found);
  void reap_orphan(pid_t pid);
  [[nodiscard]] bool kill_others();
  [[nodiscard]] std::optional<TreeEnd> reap_root();

  pid_t root_;
  RunMark mark_;
  std::vector<std::pair<pid_t, std::uint64_t>> seen_;  ///< pid and start time of the last members()
  CpuTime orphans_cpu_;
  std::size_t reaped_ = 0;  ///< number of orphans reaped
};

}  // namespace assay::core

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::core {

/// The values of /proc/PID/stat and of the process's CPU clock.
struct ProcessStat {
  pid_t pid = 0;
  char state = '?';
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  std::uint64_t start_ticks = 0;  ///< identifies the process together with the pid
  double user_seconds = 0;        ///< own time, and that of the children it waited for
  double system_seconds = 0;
  std::uint64_t resident_bytes = 0;
  unsigned threads = 1;

  [[nodiscard]] bool ended() const { return state == 'Z' || state == 'X'; }
};

/// Nullopt if there is no such process.
[[nodiscard]] std::optional<ProcessStat> read_stat(pid_t pid);

/// Whether a thread of the process runs or waits for a processor (state R).
[[nodiscard]] bool is_ready(const ProcessStat& process);

/// Appends the children of all threads of a process.
void append_children(pid_t pid, std::vector<pid_t>& children);

/// Does so by a scan of all processes, for kernels without /proc/PID/task/TID/children.
void append_children_by_scan(pid_t pid, std::vector<pid_t>& children);

/// The processes whose parent is our main thread. Linux gives orphans to the first living thread of the subreaper,
/// which is the main thread. Children that other threads started are not in the list.
[[nodiscard]] std::vector<pid_t> children_of_main_thread();

/// True if the environment with which a process was started contains `text`. False if it cannot be read.
[[nodiscard]] bool environment_contains(pid_t pid, std::string_view text);

/// The process's proportional set size in bytes (each shared page is divided by its number of users). Nullopt if it
/// cannot be read. Walks the page tables, which takes milliseconds for a large process.
[[nodiscard]] std::optional<std::uint64_t> proportional_bytes(pid_t pid);

}  // namespace assay::core

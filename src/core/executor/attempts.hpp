#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/executor/run_folder.hpp"

namespace assay::core {

/// Content of an attempt's status.json, for processes on other machines.
struct AttemptStatus {
  std::string state = "running";  ///< "running", "stopped", "failed", "done"
  std::string host;
  long pid = 0;               ///< the process that runs the shard
  std::uint64_t started = 0;  ///< start of that process (start_of_process); 0: not known
  std::int64_t updated = 0;   ///< time of the last update in seconds since 1970, by the host's clock
  std::uint64_t tests = 0;    ///< in the copied result
  std::uint64_t findings = 0;
  std::string message;
};
[[nodiscard]] Status write_status(Disk& disk, const std::string& attempt, const AttemptStatus& status);

/// An attempt at a shard.
struct Attempt {
  std::string folder;
  AttemptStatus status;
  bool done = false;    ///< true: it gave the shard its result
  bool result = false;  ///< true: it has a result, perhaps a partial one

  [[nodiscard]] std::string result_folder() const { return folder + kResultFolder; }
};
/// The attempts at the shard, the oldest first. An unreadable status counts as that of an attempt that has just begun.
[[nodiscard]] std::vector<Attempt> attempts_at(const ShardedRun& run, const RunFolder& folder, std::uint64_t index);
/// The attempt to resume or to collect: the done one, or else the one with the most tests; null: none has a result.
[[nodiscard]] const Attempt* best_of(const std::vector<Attempt>& attempts);
[[nodiscard]] std::string done_folder(const RunFolder& folder, std::uint64_t index);

/// This machine's name.
[[nodiscard]] std::string host_name();

}  // namespace assay::core

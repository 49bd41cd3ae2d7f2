#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/executor/run_folder.hpp"

namespace assay::core {

/// status.json of an attempt: what whoever looks from elsewhere must know.
struct AttemptStatus {
  std::string state = "running";  ///< "running", "stopped", "failed", "done"
  std::string host;
  long pid = 0;               ///< of the process that runs the shard
  std::uint64_t started = 0;  ///< when that began (start_of_process); 0: not told
  std::int64_t updated = 0;   ///< seconds since 1970, by the host's clock
  std::uint64_t tests = 0;    ///< of what is in `result`
  std::uint64_t findings = 0;
  std::string message;
};
[[nodiscard]] Status write_status(Disk& disk, const std::string& attempt, const AttemptStatus& status);

/// An attempt at a shard, by its folder.
struct Attempt {
  std::string folder;
  AttemptStatus status;
  bool done = false;    ///< the one that gave the shard its result
  bool result = false;  ///< it has one, perhaps of a part

  [[nodiscard]] std::string result_folder() const { return folder + kResultFolder; }
};
/// Attempts at the shard, the oldest first; one whose status cannot be read is one that has just begun.
[[nodiscard]] std::vector<Attempt> attempts_at(const ShardedRun& run, const RunFolder& folder, std::uint64_t index);
/// The attempt to go on with, or to collect: the one that is done, or has done most; null: none has a result.
[[nodiscard]] const Attempt* best_of(const std::vector<Attempt>& attempts);
[[nodiscard]] std::string done_folder(const RunFolder& folder, std::uint64_t index);

/// This machine's name.
[[nodiscard]] std::string host_name();

}  // namespace assay::core

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/executor/executor.hpp"

namespace assay::core {

/// The paths in a run's folder (docs/dev/executor.md).
class RunFolder {
 public:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string run_file() const { return path_ + "/run.json"; }
  [[nodiscard]] std::string launches_file() const { return path_ + "/launches.json"; }
  /// The file exists while the run is cancelled.
  [[nodiscard]] std::string cancelled_file() const { return path_ + "/cancelled"; }
  [[nodiscard]] std::string scripts() const { return path_ + "/scripts"; }
  [[nodiscard]] std::string logs() const { return path_ + "/logs"; }
  [[nodiscard]] std::string shards() const { return path_ + "/shards"; }
  [[nodiscard]] std::string shard(std::uint64_t index) const;
  [[nodiscard]] std::string inputs() const { return path_ + "/inputs"; }
  [[nodiscard]] std::string merged() const { return path_ + "/merged"; }

 private:
  std::string path_;
};

/// Subfolder of an attempt's folder with the last copy of the shard's results.
inline constexpr const char* kResultFolder = "/result";

/// A launch: the started shards and their names in the batch system.
struct LaunchRecord {
  std::string executor;
  std::vector<std::string> jobs;
  std::vector<std::uint64_t> shards;
};

[[nodiscard]] std::string run_to_json(const ShardedRun& run);
[[nodiscard]] Status write_run(const RunFolder& folder, const ShardedRun& run);
/// Empty if there is no file.
[[nodiscard]] Result<std::vector<LaunchRecord>> load_launches(const RunFolder& folder);
[[nodiscard]] Status write_launches(const RunFolder& folder, const std::vector<LaunchRecord>& launches);

/// True if the folder has a result of a shard of the run.
[[nodiscard]] bool has_result(const ShardedRun& run, const std::string& folder);
/// ShardedRun::ready, or "campaign.sqlite" for a campaign. Empty: no file is required.
[[nodiscard]] std::string ready_file(const ShardedRun& run);

/// "0-3,7,9-11"; `numbers` must be ascending.
[[nodiscard]] std::string ranges_text(const std::vector<std::uint64_t>& numbers);
/// The command of a shard; if `resumed`, the command that resumes the results in `out`.
[[nodiscard]] std::vector<std::string> shard_command(const ShardedRun& run, const RunFolder& folder,
                                                     std::uint64_t index, const std::string& out, bool resumed);
[[nodiscard]] std::vector<std::string> join_command(const ShardedRun& run, const RunFolder& folder,
                                                    const std::vector<std::string>& folders, const std::string& out);
/// The shell line that runs a shard of the folder. `index` may be a shell expression.
[[nodiscard]] std::string shard_line(const ShardedRun& run, const std::string& folder, const std::string& index);
[[nodiscard]] std::string collect_line(const ShardedRun& run, const std::string& folder);

}  // namespace assay::core

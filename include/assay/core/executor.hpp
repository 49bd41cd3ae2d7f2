#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/io.hpp"
#include "assay/core/options.hpp"
#include "assay/core/store.hpp"

/// Runs of many independent pieces ("shards") on one machine or many: docs/dev/executor.md. A run has a folder that all
/// machines share. Each shard has a folder of its own in it, and may run twice, also at the same time: the first
/// attempt that is complete gives the result. Batch systems do the scheduling; an executor talks to a batch system.
namespace assay::core {

/// How shards are run; as flags, too.
struct ExecutorOptions {
  std::string executor = "local";
  unsigned shards = 1;
  std::string partition;                 ///< of the batch system; empty: its default
  std::string account;                   ///< empty: the user's default
  unsigned cpus = 0;                     ///< of a shard; 0: as many as it has workers
  std::uint64_t shard_memory_bytes = 0;  ///< of a shard with all its processes; 0: no limit
  std::optional<double> shard_seconds;   ///< asked of the batch system; nothing: made from the shard's own limit
  unsigned at_once = 0;                  ///< most shards at a time; 0: locally one, elsewhere all
  std::string scratch;             ///< folder on each machine where shards work; empty: the one for temporary files
  double keep_seconds = 60;        ///< how often a shard's campaign is copied to the shared folder
  std::vector<std::string> hosts;  ///< of the executor `parallel`, as ssh takes them
};
/// "executor", "shards", "partition", "account", "cpus", "shard-memory", "shard-time", "at-once", "scratch",
/// "keep-every", "hosts".
[[nodiscard]] const OptionTable<ExecutorOptions>& executor_option_table();

/// A script that an executor runs, a description of its command, or an input file of shards.
struct BatchScript {
  std::string name;
  std::string text;
};

/// The command: the same for each shard, except for the shard's own arguments. Arguments may contain "{index}" (from
/// 0), "{shards}" (how many), "{shard}" ("0/8"), "{out}" (a folder that the command makes and fills) and "{inputs}"
/// (the folder of `inputs`).
struct ShardedRun {
  std::string program;    ///< absolute path, the same on all machines
  std::string directory;  ///< where it runs; absolute, the same on all machines
  std::vector<std::string> command;
  std::vector<std::vector<std::string>> arguments;  ///< what each shard's command has at its end; empty: nothing
  /// Replaces `command` and `arguments` if an earlier attempt has left results in "{out}"; empty: every attempt begins
  /// anew.
  std::vector<std::string> resume;
  /// The command that joins the results: "{folders}" stands for all folders with results, "{out}" for the new folder.
  /// Empty: the results are campaigns, and are merged.
  std::vector<std::string> join;
  /// "{out}" is a result only once it has this file: without it, it is neither copied while the command runs, nor
  /// resumed or joined. Empty: the database for a campaign, else no file.
  std::string ready;
  std::vector<BatchScript> inputs;  ///< files that all shards read: written when the run starts
  double seconds = 0;               ///< that a shard's command takes by itself; 0: not known
  unsigned jobs = 1;                ///< workers of one shard
  ExecutorOptions options;
};

/// A start of some shards of a run.
struct Launch {
  const ShardedRun& run;
  std::string folder;
  std::vector<std::uint64_t> shards;
  unsigned number = 1;  ///< of the launch, from 1: scripts and logs are named after it
  std::function<void(const std::string&)> say;
  std::stop_token stop;
};

/// What a batch system knows of a shard.
struct QueuedShard {
  std::uint64_t index = 0;
  bool running = false;  ///< else it waits
  std::string reason;    ///< why it waits
};

/// A way to run shards: one row of the registry.
struct Executor {
  std::string_view name;
  std::string_view description;
  /// start() hands the shards over and returns, and the caller may end. Otherwise start() runs the shards to their end.
  bool background = false;
  /// Whether this machine can start the run at all. An Error says what to install or to change.
  Status (*check)(const ShardedRun& run);
  std::vector<BatchScript> (*scripts)(const Launch& launch);
  /// The names of the started shards for queue() and cancel().
  Result<std::vector<std::string>> (*start)(const Launch& launch);
  Result<std::vector<QueuedShard>> (*queue)(const std::vector<std::string>& jobs);
  Status (*cancel)(const std::vector<std::string>& jobs);
};
[[nodiscard]] const std::vector<Executor>& executors();
/// The executor of that name; an Error lists the known ones.
[[nodiscard]] Result<const Executor*> find_executor(std::string_view name);

/// Whether the folder is one of a sharded run.
[[nodiscard]] bool is_sharded_run(const std::string& folder);
[[nodiscard]] Result<ShardedRun> load_run(const std::string& folder);
/// The scripts that starting the run would write and run.
[[nodiscard]] Result<std::vector<BatchScript>> batch_scripts(const ShardedRun& run, const std::string& folder);

struct Started {
  std::vector<std::uint64_t> shards;  ///< none: all are done, wait or run
  std::vector<std::string> jobs;      ///< of a batch system
  bool background = false;            ///< they may still wait or run
};
/// Makes the run's folder and starts all shards. When the executor refuses, no folder is left.
[[nodiscard]] Result<Started> start_run(const ShardedRun& run, const std::string& folder,
                                        const std::function<void(const std::string&)>& say,
                                        const std::stop_token& stop);
/// Starts the shards of the run that are not done, waiting or running, from their kept results.
[[nodiscard]] Result<Started> restart_run(const std::string& folder, const std::function<void(const std::string&)>& say,
                                          const std::stop_token& stop);

enum class ShardState : std::uint8_t {
  Missing,  ///< it was not begun, and it is in no queue
  Waiting,
  Running,
  Silent,   ///< it has begun, and its machine has not been heard of since: perhaps lost
  Stopped,  ///< it was told to end before its end
  Failed,
  Done,
};
[[nodiscard]] std::string_view name(ShardState state);

struct ShardStatus {
  std::uint64_t index = 0;
  ShardState state = ShardState::Missing;
  std::size_t attempts = 0;
  std::string host;
  std::uint64_t tests = 0;  ///< of a campaign
  std::uint64_t findings = 0;
  std::string message;
  std::string result;  ///< the folder with what it has, or had when it was last copied; empty: nothing
};
struct RunState {
  ShardedRun run;
  std::vector<ShardStatus> shards;
  bool cancelled = false;
  std::string queue_problem;  ///< why the batch system could not be asked; empty: it was, or there is none
};
/// Uses only the folder and the batch system's answer, because the command that started the run may have ended.
[[nodiscard]] Result<RunState> run_state(const std::string& folder);

/// Runs one shard on this machine, to its end or until a stop, in a scratch folder; batch scripts call this. It may be
/// called again, also at the same time; it does not change a shard that is done. An attempt goes on from the best
/// earlier attempt. `disk` writes the shared folder.
struct ShardEnd {
  ShardState state = ShardState::Done;  ///< Done, Stopped or Failed
  std::string message;
};
[[nodiscard]] Result<ShardEnd> run_shard(const std::string& folder, std::uint64_t index, const std::stop_token& stop,
                                         Disk& disk = Disk::real());

struct Collected {
  std::string folder;  ///< with the joined results
  RunState state;      ///< when they were joined
  std::size_t shards = 0;
  bool campaign = false;  ///< `merged` is of it
  bool found = false;     ///< findings: of a campaign, or as the command that joins says (exit code 1)
  MergeSummary merged;
};
/// Joins the results of all shards until now into the folder's `merged`, and replaces its earlier content. An Error
/// when no shard has a result.
[[nodiscard]] Result<Collected> collect_run(const std::string& folder, const std::stop_token& stop);

/// Ends the run: running shards end soon and keep their results, and no other shard begins until the run is started
/// again.
[[nodiscard]] Status cancel_run(const std::string& folder);

}  // namespace assay::core

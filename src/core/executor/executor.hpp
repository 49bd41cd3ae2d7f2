#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/io/io.hpp"
#include "core/options/options.hpp"
#include "core/store/store.hpp"

/// Runs many independent pieces ("shards") on one machine or many: docs/dev/executor.md. A run has a folder that all
/// machines share, with a subfolder for each shard. A shard may run more than once, also at the same time: the first
/// complete attempt gives the result. Batch systems do the scheduling; an executor talks to a batch system.
namespace assay::core {

/// How shards are run. All fields have flags.
struct ExecutorOptions {
  std::string executor = "local";
  unsigned shards = 1;
  std::string partition;                 ///< of the batch system; empty: its default
  std::string account;                   ///< empty: the user's default
  unsigned cpus = 0;                     ///< CPUs per shard; 0: the shard's number of workers
  std::uint64_t shard_memory_bytes = 0;  ///< limit of a shard with all its processes; 0: none
  std::optional<double> shard_seconds;   ///< the batch system's time limit; nullopt: derived from ShardedRun::seconds
  unsigned at_once = 0;      ///< maximum number of shards running at once, per host for parallel; 0: 1, for slurm all
  std::string scratch;       ///< folder on each machine where shards work; empty: the system's temporary folder
  double keep_seconds = 60;  ///< seconds between copies of a shard's campaign to the shared folder
  std::vector<std::string> hosts;  ///< for the executor `parallel`, as ssh takes them
};
/// The flags "executor", "shards", "partition", "account", "cpus", "shard-memory", "shard-time", "at-once", "scratch",
/// "keep-every" and "hosts".
[[nodiscard]] const OptionTable<ExecutorOptions>& executor_option_table();

/// A generated file of a run: a script that an executor runs, a description of its command, or an input of shards.
struct BatchScript {
  std::string name;
  std::string text;
};

/// A command to run once per shard. Arguments may contain "{index}" (from 0), "{shards}" (the number of shards),
/// "{shard}" ("0/8"), "{out}" (a folder that the command makes and fills) and "{inputs}" (the folder of `inputs`).
struct ShardedRun {
  std::string program;    ///< absolute path, the same on all machines
  std::string directory;  ///< the working directory; absolute, the same on all machines
  std::vector<std::string> command;
  std::vector<std::vector<std::string>> arguments;  ///< per shard, appended to `command`; empty: no shard has any
  /// Used instead of `command` and `arguments` if an earlier attempt has left results in "{out}". Empty: every attempt
  /// begins anew.
  std::vector<std::string> resume;
  /// The command that joins the results: "{folders}" stands for all folders with results, "{out}" for the new folder.
  /// Empty: the results are campaigns, and Assay merges them.
  std::vector<std::string> join;
  /// "{out}" is a result only once this file exists in it: before, it is neither copied while the command runs, nor
  /// resumed or joined. Empty: the database for a campaign, else no file is required.
  std::string ready;
  std::vector<BatchScript> inputs;  ///< files that all shards read; written when the run starts
  double seconds = 0;               ///< expected seconds of a shard's command; 0: not known
  unsigned jobs = 1;                ///< workers of one shard
  ExecutorOptions options;
};

/// One start of some shards of a run.
struct Launch {
  const ShardedRun& run;
  std::string folder;
  std::vector<std::uint64_t> shards;
  unsigned number = 1;  ///< number of the launch, from 1; part of the names of scripts and logs
  std::function<void(const std::string&)> say;
  std::stop_token stop;
};

/// A shard's state in the batch system.
struct QueuedShard {
  std::uint64_t index = 0;
  bool running = false;  ///< false: it waits
  std::string reason;    ///< why it waits
};

/// A way to run shards: a row of the registry.
struct Executor {
  std::string_view name;
  std::string_view description;
  /// True: start() hands the shards over and returns, and the caller may end. False: start() runs the shards to their
  /// end.
  bool background = false;
  /// Checks that this machine can start the run. An Error says what to install or to change.
  Status (*check)(const ShardedRun& run);
  std::vector<BatchScript> (*scripts)(const Launch& launch);
  /// Returns the names of the started shards, for queue() and cancel().
  Result<std::vector<std::string>> (*start)(const Launch& launch);
  Result<std::vector<QueuedShard>> (*queue)(const std::vector<std::string>& jobs);
  Status (*cancel)(const std::vector<std::string>& jobs);
};
[[nodiscard]] const std::vector<Executor>& executors();
/// The executor with this name; an Error lists the known names.
[[nodiscard]] Result<const Executor*> find_executor(std::string_view name);

/// True if the folder belongs to a sharded run.
[[nodiscard]] bool is_sharded_run(const std::string& folder);
[[nodiscard]] Result<ShardedRun> load_run(const std::string& folder);
/// The scripts that starting the run would write and run.
[[nodiscard]] Result<std::vector<BatchScript>> batch_scripts(const ShardedRun& run, const std::string& folder);

/// The shards that one call has started.
struct StartedShards {
  std::vector<std::uint64_t> shards;  ///< empty: all shards are done, waiting or running
  std::vector<std::string> jobs;      ///< their names in the batch system
  bool background = false;            ///< true: the shards may still wait or run
};
/// Makes the run's folder and starts all shards. If the executor refuses, no folder is left.
[[nodiscard]] Result<StartedShards> start_run(const ShardedRun& run, const std::string& folder,
                                              const std::function<void(const std::string&)>& say,
                                              const std::stop_token& stop);
/// Starts those shards of the run that are not done, waiting or running; they continue from their kept results.
[[nodiscard]] Result<StartedShards> restart_run(const std::string& folder,
                                                const std::function<void(const std::string&)>& say,
                                                const std::stop_token& stop);

enum class ShardState : std::uint8_t {
  Missing,  ///< it has not begun and is in no queue
  Waiting,
  Running,
  Silent,   ///< it has begun, but its machine sends no signs of life any more: perhaps lost
  Stopped,  ///< it was told to stop before its end
  Failed,
  Done,
};
[[nodiscard]] std::string_view name(ShardState state);

struct ShardStatus {
  std::uint64_t index = 0;
  ShardState state = ShardState::Missing;
  std::size_t attempts = 0;
  std::string host;
  std::uint64_t tests = 0;  ///< 0 unless the shard is a campaign
  std::uint64_t findings = 0;
  std::string message;
  std::string result;  ///< folder with the shard's results, as last copied; empty: none
};
struct RunState {
  ShardedRun run;
  std::vector<ShardStatus> shards;
  bool cancelled = false;
  std::string queue_problem;  ///< why the batch system could not be asked; empty: no problem, or no batch system
};
/// Uses only the folder and the batch system's answer, because the command that started the run may have ended.
[[nodiscard]] Result<RunState> run_state(const std::string& folder);

/// Runs one shard on this machine in a scratch folder until it ends or a stop is requested; batch scripts call this.
/// May be called again, also at the same time. A shard that is done stays unchanged. An attempt continues from the best
/// earlier attempt. `disk` writes the shared folder.
struct ShardEnd {
  ShardState state = ShardState::Done;  ///< Done, Stopped or Failed
  std::string message;
};
[[nodiscard]] Result<ShardEnd> run_shard(const std::string& folder, std::uint64_t index, const std::stop_token& stop,
                                         Disk& disk = Disk::real());

/// The joined results of a run.
struct JoinedResults {
  std::string folder;  ///< with the joined results
  RunState state;      ///< at the time of joining
  std::size_t shards = 0;
  bool campaign = false;    ///< true: the results are campaigns, and `merged` is set
  bool found = false;       ///< there are findings (without a campaign: the joining command returned 1)
  bool incomplete = false;  ///< without a campaign: the joining command returned 3, such as for files without a result
  MergeSummary merged;
};
/// Joins the results that all shards have so far into the folder's subfolder `merged`, and replaces its earlier
/// content. An Error if no shard has a result.
[[nodiscard]] Result<JoinedResults> collect_run(const std::string& folder, const std::stop_token& stop);

/// Ends the run: running shards stop soon and keep their results. No other shard begins until the run is started again.
[[nodiscard]] Status cancel_run(const std::string& folder);

}  // namespace assay::core

#pragma once

#include <string>
#include <vector>

#include "core/executor/executor.hpp"
#include "run.hpp"

namespace assay::cli {

/// A command that an executor runs in shards: the differences between a shard's command and the typed command.
struct ShardedCommand {
  std::vector<std::string> words;                   ///< the whole command; empty: the typed command
  std::vector<std::string> without;                 ///< flags that shards do not get, besides the flags of StartFlags
  std::vector<std::string> extra;                   ///< words that are appended for each shard
  std::vector<std::vector<std::string>> arguments;  ///< core::ShardedRun::arguments
  std::vector<std::string> resume;                  ///< core::ShardedRun::resume
  std::vector<std::string> join;                    ///< core::ShardedRun::join
  std::string ready;                                ///< core::ShardedRun::ready
  std::vector<core::BatchScript> inputs;            ///< core::ShardedRun::inputs
  double seconds = 0;                               ///< time limit that a shard enforces itself; 0: none
  unsigned jobs = 1;                                ///< workers of a shard
};

/// Starts the command with the chosen executor. If the executor waits for the shards, joins their results at the end.
/// With --dry-run, only prints the scripts.
void run_in_shards(StartFlags& start, ShardedCommand command, Session& session);
/// Runs the typed campaign in shards, for every module.
void run_campaign_in_shards(const core::Module& module, StartFlags& start, const RunFlags& flags, Session& session);
/// Starts the missing, silent, stopped and failed shards.
void resume_shards(const std::string& folder, Session& session);
/// Joins the results so far, and prints the shards that are not done.
void collect_shards(const std::string& folder, Session& session);

/// Prints how many bugs of a merged campaign wait for their confirmation, and the command that confirms them.
void print_waiting(const core::MergeSummary& merged, const std::string& folder);
/// Prints "shards    64: 60 done, 3 running, 1 silent", and a line for each of the first 20 shards that are not done.
void print_shards(const core::RunState& state);

/// The given options of the command line and the configuration file as a command line, except the flags in `without`.
[[nodiscard]] std::vector<std::string> given_words(const CLI::App& app, const std::vector<std::string>& without);

}  // namespace assay::cli

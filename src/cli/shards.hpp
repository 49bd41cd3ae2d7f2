#pragma once

#include <string>
#include <vector>

#include "assay/core/executor.hpp"
#include "run.hpp"

namespace assay::cli {

/// A command that an executor can run in shards: how a shard's command differs from what was typed.
struct ShardedCommand {
  std::vector<std::string> words;                   ///< all of it; empty: what was typed
  std::vector<std::string> without;                 ///< flags that shards do not get, besides those of StartFlags
  std::vector<std::string> extra;                   ///< words that each gets
  std::vector<std::vector<std::string>> arguments;  ///< core::ShardedRun::arguments
  std::vector<std::string> resume;                  ///< core::ShardedRun::resume
  std::vector<std::string> join;                    ///< core::ShardedRun::join
  std::string ready;                                ///< core::ShardedRun::ready
  std::vector<core::BatchScript> inputs;            ///< core::ShardedRun::inputs
  double seconds = 0;                               ///< that a shard takes by itself
  unsigned jobs = 1;
};

/// Starts it with the executor that the flags name; where that runs the shards to their end, joins what they have made.
/// With --dry-run, prints the scripts.
void run_in_shards(StartFlags& start, ShardedCommand command, Session& session);
/// The same for a campaign, whatever its module.
void run_campaign_in_shards(StartFlags& start, const RunFlags& flags, Session& session);
/// Starts the shards that are missing.
void resume_shards(const std::string& folder, Session& session);
/// Joins what there is, and says what is missing.
void collect_shards(const std::string& folder, Session& session);

/// "64 shards: 60 done, 3 running, 1 silent", and what is to know of those that are not done.
void print_shards(const core::RunState& state);

/// The words that say what the command line and the configuration file have said, but for the flags in `without`.
[[nodiscard]] std::vector<std::string> given_words(const CLI::App& app, const std::vector<std::string>& without);

}  // namespace assay::cli

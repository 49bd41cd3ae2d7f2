#include <utility>

#include "base/text.hpp"
#include "core/executor/run_folder.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {
namespace {

std::vector<std::string> results_of(const RunState& state) {
  std::vector<std::string> folders;
  for (const ShardStatus& shard : state.shards) {
    if (!shard.result.empty()) folders.push_back(shard.result);
  }
  return folders;
}

std::vector<MergeSource> sources_of(const RunState& state) {
  std::vector<MergeSource> sources;
  for (const ShardStatus& shard : state.shards) {
    MergeSource source;
    // The folder of an attempt that has just begun has no campaign yet.
    if (!shard.result.empty() && exists(shard.result + "/campaign.sqlite")) source.directory = shard.result;
    source.about.shard = {shard.index, state.run.options.shards};
    source.about.state = name(shard.state);
    source.about.host = shard.host;
    source.about.note = shard.message;
    sources.push_back(std::move(source));
  }
  return sources;
}

constexpr int kFound = 1, kIncomplete = 3;  // exit codes of commands that join results (docs/user/output.md)

/// Runs the command that joins the results and returns its exit code. Its output becomes a file in the folder.
Result<int> run_join(const ShardedRun& run, const RunFolder& folder, const std::vector<std::string>& folders,
                     const std::string& out, const std::stop_token& stop) {
  Command command;
  command.argv = join_command(run, folder, folders, out);
  command.working_directory = run.directory;
  Limits limits;
  limits.wall_seconds = 86400;
  limits.memory_bytes = 0;
  limits.file_bytes = 0;
  const ProcessResult result = run_process(command, "", limits, stop);
  // A command that cannot join prints no result.
  const bool fine = result.ending == Ending::Exited && (result.exit_code == 0 || result.exit_code == kFound ||
                                                        (result.exit_code == kIncomplete && !result.out.empty()));
  if (fine) {
    if (Status kept = write_text_file(out + "/output.txt", result.out); !kept) return kept.error();
    return result.exit_code;
  }
  std::string message = result.ending == Ending::FailedToStart ? result.message : result.err;
  message = shortened(std::string(trim(printable(message))), 600);
  return Error{"the results cannot be joined: " + message, "each shard's own result is below the run's folder shards/"};
}

}  // namespace

Result<JoinedResults> collect_run(const std::string& folder, const std::stop_token& stop) {
  Result<RunState> state = run_state(folder);
  if (!state) return state.error();
  JoinedResults all;
  all.folder = RunFolder(absolute_path(folder)).merged();
  const std::vector<std::string> folders = results_of(*state);
  all.shards = folders.size();
  if (folders.empty()) {
    return Error{"none of the " + std::to_string(state->shards.size()) + " shards has a result yet",
                 "`assay campaign status " + folder + "` shows why"};
  }
  all.campaign = state->run.join.empty();
  if (all.campaign) {
    Result<MergeSummary> merged = merge_again(all.folder, sources_of(*state));
    if (!merged) return merged.error();
    all.merged = *merged;
    all.found = merged->findings > 0;
  } else {
    Result<NewFolder> fresh = NewFolder::begin_replacing(all.folder);
    if (!fresh) return fresh.error();
    const Result<int> joined = run_join(state->run, RunFolder(absolute_path(folder)), folders, fresh->path(), stop);
    if (!joined) return joined.error();
    all.found = *joined == kFound;
    all.incomplete = *joined == kIncomplete;
    if (Status finished = fresh->finish(); !finished) return finished.error();
  }
  all.state = std::move(*state);
  return all;
}

}  // namespace assay::core

#include <filesystem>

#include "base/text.hpp"
#include "core/executor/run_folder.hpp"

namespace assay::core {
namespace {

Status write_scripts(const RunFolder& folder, const std::vector<BatchScript>& scripts) {
  Disk& disk = Disk::real();
  for (const std::string& made : {folder.scripts(), folder.logs(), folder.shards()}) {
    if (Status done = disk.make_directory(made); !done) return done;
  }
  for (const BatchScript& script : scripts) {
    const std::string path = folder.scripts() + "/" + script.name;
    if (Status written = disk.write_file(path, script.text); !written) return written;
    if (Status made = disk.make_executable(path); !made) return made;
  }
  return {};
}

Status write_inputs(const RunFolder& folder, const std::vector<BatchScript>& inputs) {
  if (inputs.empty()) return {};
  Disk& disk = Disk::real();
  if (Status made = disk.make_directory(folder.inputs()); !made) return made;
  for (const BatchScript& input : inputs)
    if (Status written = disk.write_file(folder.inputs() + "/" + input.name, input.text); !written) return written;
  return {};
}

/// Accepts paths that batch scripts, Slurm's directives, GNU parallel and all shells take literally.
Status check_path(const std::string& what, const std::string& path) {
  if (path.find_first_of("\"\\%\n\r$`'{}") == std::string::npos) return {};
  return Error{"the path of " + what + " has characters that batch scripts cannot have: " + printable(path),
               "use one without quotes, braces, backslashes, dollar and percent signs, and line breaks"};
}

/// Accepts names that cannot end a directive of a batch script or begin another one.
Status check_name(const std::string& flag, const std::string& name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:@+=/";
  if (name.find_first_not_of(kPlain) == std::string::npos) return {};
  return Error{"--" + flag + " '" + printable(name) + "' is no name that Slurm has",
               "write letters, digits and -_.,:@+=/ only"};
}

Status check_words(const ShardedRun& run, const std::string& folder) {
  if (Status fine = check_path("the folder", folder); !fine) return fine;
  if (Status fine = check_name("partition", run.options.partition); !fine) return fine;
  return check_name("account", run.options.account);
}

Status check_run(const Executor& executor, const ShardedRun& run, const std::string& folder) {
  if (Status fine = check_words(run, folder); !fine) return fine;
  if (Status fine = check_path("assay", run.program); !fine) return fine;
  return executor.check(run);
}

/// Writes the scripts and the record of the launch, and starts the shards.
Result<StartedShards> launch(const Executor& executor, const Launch& what, std::vector<LaunchRecord> launches) {
  const RunFolder folder(what.folder);
  if (Status written = write_scripts(folder, executor.scripts(what)); !written) return written.error();
  // Record the launch before the start, because local shards run during start().
  launches.push_back({std::string(executor.name), {}, what.shards});
  if (Status kept = write_launches(folder, launches); !kept) return kept.error();
  Result<std::vector<std::string>> jobs = executor.start(what);
  if (!jobs) {
    launches.pop_back();
    static_cast<void>(write_launches(folder, launches));
    return jobs.error();
  }
  launches.back().jobs = *jobs;
  if (Status kept = write_launches(folder, launches); !kept) return kept.error();
  return StartedShards{what.shards, std::move(*jobs), executor.background};
}

std::vector<std::uint64_t> all_shards(const ShardedRun& run) {
  std::vector<std::uint64_t> shards;
  for (std::uint64_t i = 0; i < run.options.shards; ++i) shards.push_back(i);
  return shards;
}

}  // namespace

Result<std::vector<BatchScript>> batch_scripts(const ShardedRun& run, const std::string& folder) {
  const Result<const Executor*> executor = find_executor(run.options.executor);
  if (!executor) return executor.error();
  const std::string path = absolute_path(folder);
  if (Status fine = check_words(run, path); !fine) return fine.error();
  return (*executor)->scripts({run, path, all_shards(run), 1, {}, {}});
}

Result<StartedShards> start_run(const ShardedRun& run, const std::string& folder,
                                const std::function<void(const std::string&)>& say, const std::stop_token& stop) {
  const Result<const Executor*> executor = find_executor(run.options.executor);
  if (!executor) return executor.error();
  const std::string path = absolute_path(folder);
  if (Status fine = check_run(**executor, run, path); !fine) return fine.error();
  {
    Result<NewFolder> fresh = NewFolder::begin(path);
    if (!fresh) return fresh.error();
    if (Status written = write_run(RunFolder(fresh->path()), run); !written) return written.error();
    if (Status written = write_inputs(RunFolder(fresh->path()), run.inputs); !written) return written.error();
    if (Status finished = fresh->finish(); !finished) return finished.error();
  }
  Result<StartedShards> started = launch(**executor, {run, path, all_shards(run), 1, say, stop}, {});
  // If nothing has begun, remove the folder, so that the user can repeat the command.
  if (!started && list_directory(RunFolder(path).shards()).empty()) static_cast<void>(Disk::real().remove(path));
  return started;
}

Result<StartedShards> restart_run(const std::string& folder, const std::function<void(const std::string&)>& say,
                                  const std::stop_token& stop) {
  const std::string path = absolute_path(folder);
  const Result<RunState> state = run_state(path);
  if (!state) return state.error();
  if (!state->queue_problem.empty()) {
    return Error{"it is not known which shards still wait or run: " + state->queue_problem,
                 "try again when the batch system answers"};
  }
  const Result<const Executor*> executor = find_executor(state->run.options.executor);
  if (!executor) return executor.error();
  if (Status fine = check_run(**executor, state->run, path); !fine) return fine.error();
  std::vector<std::uint64_t> shards;
  for (const ShardStatus& shard : state->shards) {
    const bool ended =
        shard.state != ShardState::Done && shard.state != ShardState::Waiting && shard.state != ShardState::Running;
    if (ended) shards.push_back(shard.index);
  }
  if (shards.empty()) return StartedShards{};
  if (Status removed = Disk::real().remove(RunFolder(path).cancelled_file()); !removed) return removed.error();
  Result<std::vector<LaunchRecord>> launches = load_launches(RunFolder(path));
  if (!launches) return launches.error();
  const auto number = static_cast<unsigned>(launches->size() + 1);
  return launch(**executor, {state->run, path, std::move(shards), number, say, stop}, std::move(*launches));
}

}  // namespace assay::core

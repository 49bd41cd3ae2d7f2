#include <ctime>
#include <map>

#include "core/executor/attempts.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {
namespace {

/// The batch systems' states of the shards; a later launch overrides earlier ones.
struct Queue {
  std::map<std::uint64_t, QueuedShard> shards;
  bool has_answered = false;  ///< true: a batch system exists and has answered
  std::string problem;
};

Result<Queue> ask_queues(const RunFolder& folder) {
  const Result<std::vector<LaunchRecord>> launches = load_launches(folder);
  if (!launches) return launches.error();
  Queue queue;
  for (const LaunchRecord& launch : *launches) {
    const Result<const Executor*> executor = find_executor(launch.executor);
    if (!executor) return executor.error();
    if (!(*executor)->background) continue;
    const Result<std::vector<QueuedShard>> said = (*executor)->queue(launch.jobs);
    if (!said) {
      queue.problem = said.error().message;
      continue;
    }
    queue.has_answered = true;
    for (const QueuedShard& shard : *said) queue.shards[shard.index] = shard;
  }
  return queue;
}

/// True if an attempt with the state "running" probably runs. For use without a batch system's answer.
bool is_alive(const ShardedRun& run, const AttemptStatus& status) {
  if (status.host == host_name()) return status.started != 0 && start_of_process(status.pid) == status.started;
  constexpr double kPatience = 300;
  const double silence = static_cast<double>(std::time(nullptr)) - static_cast<double>(status.updated);
  return silence < kPatience + 3 * run.options.keep_seconds;
}

ShardState state_of(const ShardedRun& run, const Queue& queue, std::uint64_t index, const Attempt* last) {
  if (const auto found = queue.shards.find(index); found != queue.shards.end())
    return found->second.running ? ShardState::Running : ShardState::Waiting;
  if (last == nullptr) return ShardState::Missing;
  if (last->status.state == "stopped") return ShardState::Stopped;
  if (last->status.state == "failed") return ShardState::Failed;
  const bool gone = queue.has_answered && queue.problem.empty();
  return !gone && is_alive(run, last->status) ? ShardState::Running : ShardState::Silent;
}

ShardStatus status_of(const ShardedRun& run, const RunFolder& folder, const Queue& queue, std::uint64_t index) {
  const std::vector<Attempt> attempts = attempts_at(run, folder, index);
  const Attempt* const best = best_of(attempts);
  ShardStatus shard;
  shard.index = index;
  shard.attempts = attempts.size();
  if (best != nullptr) {
    shard.result = best->result_folder();
    shard.tests = best->status.tests;
    shard.findings = best->status.findings;
  }
  if (best != nullptr && best->done) {
    shard.state = ShardState::Done;
    shard.host = best->status.host;
    return shard;
  }
  const Attempt* const last = attempts.empty() ? nullptr : &attempts.back();
  shard.state = state_of(run, queue, index, last);
  if (last != nullptr) shard.host = last->status.host;
  if (last != nullptr) shard.message = last->status.message;
  if (shard.state == ShardState::Waiting) shard.message = queue.shards.at(index).reason;
  if (shard.state == ShardState::Silent) shard.message = "no sign of life: its machine or its process was killed";
  if (shard.state == ShardState::Missing) shard.message = "it has not begun and is in no queue";
  return shard;
}

}  // namespace

std::string_view name(ShardState state) {
  switch (state) {
    case ShardState::Missing: return "missing";
    case ShardState::Waiting: return "waiting";
    case ShardState::Running: return "running";
    case ShardState::Silent: return "silent";
    case ShardState::Stopped: return "stopped";
    case ShardState::Failed: return "failed";
    case ShardState::Done: break;
  }
  return "done";
}

Result<RunState> run_state(const std::string& folder) {
  Result<ShardedRun> run = load_run(folder);
  if (!run) return run.error();
  const RunFolder place(absolute_path(folder));
  const Result<Queue> queue = ask_queues(place);
  if (!queue) return queue.error();
  RunState state;
  state.run = std::move(*run);
  state.cancelled = exists(place.cancelled_file());
  state.queue_problem = queue->problem;
  for (std::uint64_t i = 0; i < state.run.options.shards; ++i)
    state.shards.push_back(status_of(state.run, place, *queue, i));
  return state;
}

Status cancel_run(const std::string& folder) {
  if (const Result<ShardedRun> run = load_run(folder); !run) return run.error();
  const RunFolder place(absolute_path(folder));
  // Write the file first, for shards that the batch system cannot reach.
  if (Status told = write_text_file(place.cancelled_file(), ""); !told) return told;
  const Result<std::vector<LaunchRecord>> launches = load_launches(place);
  if (!launches) return launches.error();
  for (const LaunchRecord& launch : *launches) {
    const Result<const Executor*> executor = find_executor(launch.executor);
    if (!executor) return executor.error();
    if (Status cancelled = (*executor)->cancel(launch.jobs); !cancelled) return cancelled;
  }
  return {};
}

}  // namespace assay::core

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/executor/executor_rows.hpp"
#include "core/executor/run_folder.hpp"

namespace assay::core::executor_local {

Status check(const ShardedRun&) { return {}; }

std::vector<BatchScript> scripts(const Launch& launch) {
  std::string text = "#!/bin/sh\n# What --executor local does, one shard after the other.\ncd " +
                     quoted_for_shell(launch.run.directory) + " || exit 3\nfor shard in";
  for (const std::uint64_t index : launch.shards) text += " " + std::to_string(index);
  text += "; do\n  " + shard_line(launch.run, launch.folder, "\"$shard\"") + "\ndone\n";
  text += collect_line(launch.run, launch.folder) + "\n";
  return {{"local-" + std::to_string(launch.number) + ".sh", text}};
}

Result<std::vector<std::string>> start(const Launch& launch) {
  std::atomic<std::size_t> next{0};
  const auto work = [&launch, &next] {
    for (std::size_t i = next++; i < launch.shards.size() && !launch.stop.stop_requested(); i = next++) {
      const std::uint64_t index = launch.shards[i];
      const Result<ShardEnd> end = run_shard(launch.folder, index, launch.stop);
      std::string text = "shard " + std::to_string(index) + " " + (end ? std::string(name(end->state)) : "failed");
      const std::string why = end ? end->message : end.error().text();
      launch.say(why.empty() ? text : text + ": " + why);
    }
  };
  const std::size_t max_at_once = std::max<std::size_t>(1, launch.run.options.at_once);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(max_at_once, launch.shards.size()); ++i) threads.emplace_back(work);
  work();
  return std::vector<std::string>();
}

Result<std::vector<QueuedShard>> queue(const std::vector<std::string>&) { return std::vector<QueuedShard>(); }

Status cancel(const std::vector<std::string>&) { return {}; }

}  // namespace assay::core::executor_local

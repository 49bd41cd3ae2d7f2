#include "base/text.hpp"
#include "core/executor/batch_tool.hpp"
#include "core/executor/executor_rows.hpp"
#include "core/executor/run_folder.hpp"
#include "core/finding/finding.hpp"

namespace assay::core::executor_parallel {
namespace {

/// GNU parallel's command line. GNU parallel passes each line to a shell, so the words are quoted.
std::vector<std::string> command(const Launch& launch) {
  const ExecutorOptions& options = launch.run.options;
  std::vector<std::string> argv = {"parallel", "--will-cite", "--plain", "--line-buffer", "--jobs"};
  argv.push_back(std::to_string(options.at_once > 0 ? options.at_once : 1));
  for (const std::string& host : options.hosts) argv.push_back("--sshlogin=" + host);
  argv.push_back("--joblog=" + RunFolder(launch.folder).logs() + "/parallel-" + std::to_string(launch.number) + ".tsv");
  argv.push_back(shard_line(launch.run, launch.folder, "{}"));
  argv.emplace_back(":::");
  for (const std::uint64_t index : launch.shards) argv.push_back(std::to_string(index));
  return argv;
}

}  // namespace

Status check(const ShardedRun& run) {
  if (Status there = needs_program("parallel", "apt-get install parallel"); !there) return there;
  const Result<std::string> version = ask_batch_tool({"parallel", "--version"});
  if (!version || version->find("GNU parallel") == std::string::npos)
    return Error{"the program 'parallel' on the PATH is not GNU parallel", "apt-get install parallel"};
  if (run.options.hosts.empty()) return {};
  return needs_program("ssh", "apt-get install openssh-client");
}

std::vector<BatchScript> scripts(const Launch& launch) {
  const std::string text = "#!/bin/sh\n# --jobs counts for each machine.\n" + shell_quoted(command(launch)) + "\n" +
                           collect_line(launch.run, launch.folder) + "\n";
  return {{"parallel-" + std::to_string(launch.number) + ".sh", text}};
}

Result<std::vector<std::string>> start(const Launch& launch) {
  Command parallel;
  parallel.argv = command(launch);
  Limits limits;
  constexpr double kYear = 365.0 * 86400;
  limits.wall_seconds = kYear;  // shards have their own limits
  limits.memory_bytes = 0;
  limits.file_bytes = 0;
  const ProcessResult result = run_process(
      parallel, "", limits,
      [&launch](std::string_view text) {
        for (const std::string_view line : split(text, '\n'))
          if (!trim(line).empty()) launch.say(printable(line));
        return true;
      },
      launch.stop);
  // The exit code is the number of failed shards, whose folders have the details.
  const bool ran = result.ending == Ending::Exited && result.exit_code != 255;
  if (ran || result.ending == Ending::Cancelled) return std::vector<std::string>();
  const std::string said = result.ending == Ending::FailedToStart ? result.message : printable(result.err);
  return Error{"GNU parallel failed: " + shortened(std::string(trim(said)), 600),
               "the same command is in the run's folder scripts/: try it by hand"};
}

Result<std::vector<QueuedShard>> queue(const std::vector<std::string>&) { return std::vector<QueuedShard>(); }

Status cancel(const std::vector<std::string>&) { return {}; }

}  // namespace assay::core::executor_parallel

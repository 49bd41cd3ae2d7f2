#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "core/executor/batch_tool.hpp"
#include "core/executor/executor_rows.hpp"
#include "core/executor/run_folder.hpp"

namespace assay::core::executor_slurm {
namespace {

// Slurm signals a task this many seconds before its end, for the last copy.
constexpr unsigned kWarningSeconds = 60;
// Maximum number of times that a task requeues itself after its time limit.
constexpr unsigned kMaxRestarts = 20;

std::string directive(const std::string& name, const std::string& value) {
  return value.empty() ? "" : "#SBATCH --" + name + "=" + value + "\n";
}

/// The time limit in whole minutes, Slurm's unit; empty: the partition's default.
std::string minutes_of(const ShardedRun& run) {
  constexpr double kSlack = 600;  // seconds for reading inputs, confirmations, copies
  double seconds = run.options.shard_seconds.value_or(0);
  if (seconds <= 0 && run.seconds > 0) seconds = run.seconds + kSlack;
  return seconds <= 0 ? "" : std::to_string(static_cast<unsigned long>(std::ceil(seconds / 60)));
}

std::string memory_of(const ShardedRun& run) {
  const std::uint64_t mebibytes = run.options.shard_memory_bytes >> 20;
  return mebibytes == 0 ? "" : std::to_string(mebibytes) + "M";
}

std::string job_name(const std::string& folder) {
  std::string name = "assay-" + folder.substr(folder.find_last_of('/') + 1);
  for (char& c : name) {
    const bool fine =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    if (!fine) c = '_';
  }
  return name.substr(0, 60);
}

std::string where(const ShardedRun& run) {
  return directive("partition", run.options.partition) + directive("account", run.options.account);
}

std::string output_directives(const Launch& launch, const std::string& pattern) {
  return directive("output", "\"" + RunFolder(launch.folder).logs() + "/" + pattern + "\"") +
         "#SBATCH --open-mode=append\n";
}

std::string array_script(const Launch& launch) {
  const ShardedRun& run = launch.run;
  const unsigned max_at_once = run.options.at_once;
  const unsigned cpus = run.options.cpus > 0 ? run.options.cpus : run.jobs;
  std::string text = "#!/bin/sh\n";
  text += directive("job-name", job_name(launch.folder));
  text += directive("array", ranges_text(launch.shards) + (max_at_once > 0 ? "%" + std::to_string(max_at_once) : ""));
  text += directive("cpus-per-task", std::to_string(cpus)) + directive("mem", memory_of(run));
  text += directive("time", minutes_of(run)) + where(run);
  text += "#SBATCH --requeue\n" + directive("signal", "B:USR1@" + std::to_string(kWarningSeconds));
  text += output_directives(launch, "slurm-%a.log");
  text += "# Shards of " + launch.folder + ": each task runs one, or goes on with it. Safe to run again.\n";
  text += "late=\n";
  text += "trap 'late=yes; kill -TERM \"$task\"' USR1  # the batch time is nearly up\n";
  text += "trap 'kill -TERM \"$task\"' TERM INT\n";
  text += shard_line(run, launch.folder, "\"$SLURM_ARRAY_TASK_ID\"") + " &\n";
  text += "task=$!\nwait \"$task\"; code=$?\n";
  text += "while kill -0 \"$task\" 2>/dev/null; do wait \"$task\"; code=$?; done  # a signal ends the first wait\n";
  text += "# 75: it was told to end, and can go on.\n";
  text += "if [ \"$late\" = yes ] && [ \"$code\" = 75 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt " +
          std::to_string(kMaxRestarts) + " ]; then\n";
  text += "  exec scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\nfi\nexit \"$code\"\n";
  return text;
}

std::string merge_script(const Launch& launch) {
  std::string text = "#!/bin/sh\n";
  text += directive("job-name", job_name(launch.folder) + "-merge") + where(launch.run);
  text += "#SBATCH --ntasks=1\n" + output_directives(launch, "merge.log");
  text += "# Joins what the shards have. `sbatch --dependency=afterany:ARRAY` runs it when they have ended.\n";
  return text + "exec " + collect_line(launch.run, launch.folder) + "\n";
}

std::string numbered(const char* what, const Launch& launch) {
  return std::string(what) + "-" + std::to_string(launch.number) + ".sh";
}

/// The number after "name = " in the output of `scontrol show config`.
std::optional<std::uint64_t> setting(const std::string& config, std::string_view name) {
  for (const std::string_view line : split(config, '\n')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != name) continue;
    return parse_unsigned(trim(line.substr(equals + 1)));
  }
  return std::nullopt;
}

std::string advice_for(const std::string& output) {
  if (output.find("partition") != std::string::npos) return "`sinfo` lists the partitions: choose one with --partition";
  if (output.find("account") != std::string::npos) return "ask for your accounts, and choose one with --account";
  if (output.find("array") != std::string::npos) return "use fewer --shards: `scontrol show config` has MaxArraySize";
  if (output.find("ode configuration") != std::string::npos)
    return "no node has that much: use less with --cpus and --shard-memory, or another --partition";
  return "this is what Slurm's sbatch says; nothing was started";
}

Result<std::string> submit(const std::vector<std::string>& flags, const std::string& script,
                           const std::stop_token& stop) {
  std::vector<std::string> argv = {"sbatch", "--parsable"};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.push_back(script);
  const Result<std::string> output = ask_batch_tool(argv, stop);
  if (!output) return Error{output.error().message, advice_for(output.error().message)};
  // "12" or "12;cluster".
  const std::string id(trim(output->substr(0, output->find(';'))));
  if (!parse_unsigned(id)) return Error{"sbatch gave no job's number: " + shortened(printable(*output), 200), ""};
  return id;
}

/// The maximum of the option --shards.
constexpr std::uint64_t kMaxShards = 100'000;

/// Parses "3", "0-3,7%2" and "[0-3]"; squeue prints the last form for waiting tasks.
std::vector<std::uint64_t> numbers_of(std::string_view text) {
  while (!text.empty() && text.front() == '[') text.remove_prefix(1);
  text = text.substr(0, text.find_first_of("]%"));
  std::vector<std::uint64_t> numbers;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = parse_unsigned(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_unsigned(part.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= kMaxShards) continue;
    for (std::uint64_t i = *first; i <= *last; ++i) numbers.push_back(i);
  }
  return numbers;
}

}  // namespace

Status check(const ShardedRun& run) {
  const char* const advice = "run this where Slurm's commands are: on a login node, or apt-get install slurm-client";
  for (const char* program : {"sbatch", "squeue", "scancel"}) {
    if (Status there = needs_program(program, advice); !there) return there;
  }
  const Result<std::string> config = ask_batch_tool({"scontrol", "show", "config"});
  if (!config) return {};  // sbatch will report the problem
  const std::optional<std::uint64_t> max_array_size = setting(*config, "MaxArraySize");
  if (!max_array_size || run.options.shards <= *max_array_size) return {};
  return Error{"Slurm takes no array of " + std::to_string(run.options.shards) + " tasks here: MaxArraySize is " +
                   std::to_string(*max_array_size),
               "use --shards " + std::to_string(*max_array_size) + " or fewer, each with more workers (-j)"};
}

std::vector<BatchScript> scripts(const Launch& launch) {
  return {{numbered("shards", launch), array_script(launch)}, {numbered("merge", launch), merge_script(launch)}};
}

Result<std::vector<std::string>> start(const Launch& launch) {
  const std::string scripts_folder = RunFolder(launch.folder).scripts() + "/";
  const Result<std::string> array = submit({}, scripts_folder + numbered("shards", launch), launch.stop);
  if (!array) return array.error();
  std::vector<std::string> jobs = {*array};
  const Result<std::string> merge = submit({"--dependency=afterany:" + *array, "--kill-on-invalid-dep=yes"},
                                           scripts_folder + numbered("merge", launch), launch.stop);
  if (merge) jobs.push_back(*merge);
  if (!merge)
    launch.say("the job that merges was refused: run `assay campaign collect` at the end. " + merge.error().text());
  return jobs;
}

Result<std::vector<QueuedShard>> queue(const std::vector<std::string>& jobs) {
  std::vector<QueuedShard> queued;
  if (jobs.empty()) return queued;
  // The first job of a launch is the array. For squeue, a job that ended long ago is an error.
  const Result<std::string> output =
      ask_batch_tool({"squeue", "--noheader", "--jobs=" + jobs.front(), "--format=%K|%T|%r"});
  if (!output && output.error().message.find("Invalid job id") != std::string::npos) return queued;
  if (!output) return output.error();
  for (const std::string_view line : split(*output, '\n')) {
    const std::vector<std::string_view> fields = split(line, '|');
    if (fields.size() < 3) continue;
    const bool running = fields[1] == "RUNNING" || fields[1] == "COMPLETING" || fields[1] == "CONFIGURING";
    for (const std::uint64_t index : numbers_of(trim(fields[0])))
      queued.push_back({index, running, std::string(fields[2])});
  }
  return queued;
}

Status cancel(const std::vector<std::string>& jobs) {
  if (jobs.empty()) return {};
  const Result<std::string> output = ask_batch_tool({"scancel", jobs.front()});
  if (output || output.error().message.find("Invalid job id") != std::string::npos) return {};
  return output.error();
}

}  // namespace assay::core::executor_slurm

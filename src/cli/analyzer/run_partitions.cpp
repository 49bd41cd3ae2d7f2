#include "cli/analyzer/run_partitions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cli/analyzer/split_output.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/shards.hpp"
#include "core/report/page.hpp"

namespace assay::cli {
namespace {

namespace parts = analyzer::splitting;

/// The options that a run of a recipe has, too.
constexpr std::array<std::string_view, 4> kShared = {"target", "flag", "budget", "memory"};

/// The plan in the given file, or a new plan for the project, which is printed. `exit_code`: the code for an error.
Result<parts::PlannedSplit> find_plan(const PartitionFlags& flags, const std::stop_token& stop, int& exit_code) {
  exit_code = kEnvironment;
  if (!flags.plan.empty()) {
    const Result<std::string> text = core::read_text_file(flags.plan);
    if (!text) return text.error();
    Result<parts::PlannedSplit> planned = parts::planned_from_json(*text);
    if (!planned)
      return Error{"'" + flags.plan + "' is no plan: " + planned.error().text(),
                   "write one by `assay analyzer split PROJECT --target T --plan FILE`"};
    return planned;
  }
  const Result<parts::PreparedProject> prepared = parts::prepare(flags.project, flags.options, stop);
  if (!prepared) return prepared.error();
  const Result<parts::Choice> choice = parts::choose(*prepared, flags.strategy, flags.options);
  exit_code = kUsage;
  if (!choice) return choice.error();
  parts::PlannedSplit planned = parts::planned_of(*prepared, *choice, flags.options);
  show_plan(*prepared, *choice, planned.plan);
  return planned;
}

Status check_shards(const PartitionFlags& flags, std::size_t partitions, std::uint64_t shards) {
  if (!flags.options.compare_with.empty())
    return Error{"--compare-with runs everything on one machine", "compare without shards, or afterwards"};
  if (!flags.options.against.empty())
    return Error{"--against belongs to the joined report",
                 "give it to `assay analyzer merge DIRS... --against old.sarif`"};
  if (partitions < shards)
    return Error{
        fmt::format("{} are too few for {} shards", core::counted(partitions, "partition", "partitions"), shards),
        fmt::format("use --shards {} or fewer, or smaller partitions (--max-size)", partitions)};
  return {};
}

/// The command of a shard. Everything else is in the plan.
std::vector<std::string> shard_words(const PartitionFlags& flags) {
  const parts::SplitOptions& options = flags.options;
  std::vector<std::string> words = {"analyzer",
                                    "run",
                                    "--plan={inputs}/plan.json",
                                    fmt::format("--budget={}s", options.cpu_seconds),
                                    fmt::format("--memory={}", options.memory_bytes >> 20),
                                    fmt::format("--again={}", options.again),
                                    fmt::format("--jobs={}", options.jobs)};
  for (const std::string& flag : options.flags) words.push_back("--flag=" + flag);
  if (!options.use_cache) words.emplace_back("--no-cache");
  if (!options.cache.empty()) words.push_back("--cache=" + core::absolute_path(options.cache));
  return words;
}

/// Distributes the partitions over shards; `assay analyzer merge` joins the results.
void run_in_parts(PartitionFlags& flags, const parts::PlannedSplit& planned, Session& session) {
  if (const Status fine = check_shards(flags, planned.plan.partitions.size(), flags.start.executor.shards); !fine)
    return session.fail(fine.error(), kUsage);
  ShardedCommand command;
  command.words = shard_words(flags);
  command.resume = command.words;
  command.resume.emplace_back("--shard={shard}");
  command.resume.emplace_back("--out={out}");
  command.join = {"analyzer", "merge", "{folders}", "--out={out}/report.sarif", "--summary={out}/summary.json"};
  command.ready = "plan.json";
  command.inputs = {{"plan.json", parts::planned_to_json(planned)}};
  command.jobs = flags.options.jobs;
  if (flags.out != "-") flags.start.out = flags.out;
  run_in_shards(flags.start, std::move(command), session);
}

/// Runs one shard, and stores its results in the folder --out.
void run_shard_here(const PartitionFlags& flags, const parts::PlannedSplit& planned, Session& session,
                    const std::stop_token& stop) {
  if (const Status fine = check_shards(flags, planned.plan.partitions.size(), flags.start.shard.count); !fine)
    return session.fail(fine.error(), kUsage);
  if (flags.out == "-") return session.fail({"a shard is kept in a folder", "name it with --out"}, kUsage);
  std::size_t given_up = 0;
  std::size_t alerts = 0;
  const Status done = parts::run_split_shard(
      planned, flags.options, flags.start.shard, flags.out,
      [&](const parts::PartitionRun& run) {
        given_up += run.given_up ? 1 : 0;
        alerts += run.alerts;
        show_run(run);
      },
      stop);
  if (!done) return session.fail(done.error());
  if (alerts > 0) session.exit_code = kFindings;
  if (given_up == 0) return;
  session.fail({core::counted(given_up, "partition", "partitions") + " without a result",
                "the lines above say why; a resume tries them again"});
}

}  // namespace

void PartitionFlags::add_to(CLI::App& app) {
  core::BoundOptions rows;
  for (core::BoundOption& row : parts::split_option_table().bind(options))
    if (std::find(kShared.begin(), kShared.end(), row.option->name) == kShared.end()) rows.push_back(row);
  app.add_option("--partition", strategy,
                 "run on parts of a project's folder: auto, union-growth, size-limiting, split-merge or whole")
      ->group("Partitions");
  app.add_option("--plan", plan, "run on the parts that `assay analyzer split --plan` has written to this file")
      ->group("Partitions");
  add_options(app, rows);
  app.add_option("--summary", summary, "file for partitions, runs and differences as JSON")
      ->group("Runs of partitions");
  core::BoundOptions executors;
  for (core::BoundOption& row : core::executor_option_table().bind(start.executor))
    if (row.option->name != "partition") executors.push_back(row);
  add_options(app, executors);
  advanced(app, app.add_option("--slurm-partition", start.executor.partition, "Slurm's partition")->group("Shards"));
  CLI::Option* const dry = app.add_flag("--dry-run", start.dry_run, "print the executor's scripts, and run nothing");
  advanced(app, dry->group("Shards"));
  add_shard_option(app, start.shard, "Shards", "`assay analyzer merge` joins them. --out is a folder");
}

void run_partitions(PartitionFlags& flags, Session& session) {
  if (flags.plan.empty() && flags.options.target.empty())
    return session.fail({"--partition needs an analyzer", "name one with --target"}, kUsage);
  flags.options.may_probe = !flags.start.in_shards() && !flags.one_shard;
  int exit_code = kEnvironment;
  Result<parts::PlannedSplit> planned = [&] {
    const Listening listening(session);
    return find_plan(flags, listening.stop(), exit_code);
  }();
  if (!planned) return session.fail(planned.error(), exit_code);
  if (flags.start.in_shards()) return run_in_parts(flags, *planned, session);
  const Listening listening(session);
  if (flags.one_shard) return run_shard_here(flags, *planned, session, listening.stop());
  const Result<parts::SplitOutcome> outcome = parts::run_split(*planned, flags.options, show_run, listening.stop());
  if (!outcome) return session.fail(outcome.error());
  show_outcome(*outcome);
  if (const Status written = write_outcome({*planned, *outcome, flags.out, flags.summary}); !written)
    return session.fail(written.error());
  if (!outcome->alerts.empty()) session.exit_code = kFindings;
  if (!outcome->unanalyzed.empty()) session.exit_code = kEnvironment;
}

}  // namespace assay::cli

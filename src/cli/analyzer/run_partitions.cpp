#include "cli/analyzer/run_partitions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "cli/analyzer/split_output.hpp"
#include "cli/option_flags.hpp"

namespace assay::cli {
namespace {

namespace parts = analyzer::splitting;

/// Rows that a run of a recipe has, too.
constexpr std::array<std::string_view, 4> kShared = {"target", "flag", "budget", "memory"};

}  // namespace

void PartitionFlags::add_to(CLI::App& app) {
  core::BoundOptions rows;
  for (core::BoundOption& row : parts::split_option_table().bind(options))
    if (std::find(kShared.begin(), kShared.end(), row.option->name) == kShared.end()) rows.push_back(row);
  app.add_option("--partition", strategy,
                 "run on parts of a project's folder: auto, union-growth, size-limiting, split-merge or whole")
      ->group("Partitions");
  add_options(app, rows);
  app.add_option("--summary", summary, "file for partitions, runs and differences as JSON")
      ->group("Runs of partitions");
}

void run_partitions(const PartitionFlags& flags, Session& session) {
  if (flags.options.target.empty())
    return session.fail({"--partition needs an analyzer", "name one with --target"}, kUsage);
  const Listening listening(session);
  const Result<parts::Prepared> prepared = parts::prepare(flags.project, flags.options, listening.stop());
  if (!prepared) return session.fail(prepared.error());
  const Result<parts::Choice> choice = parts::choose(*prepared, flags.strategy, flags.options);
  if (!choice) return session.fail(choice.error(), kUsage);
  show_plan(*prepared, *choice, parts::plan_for(*prepared, *choice, flags.options));
  const Result<parts::SplitOutcome> outcome =
      parts::run_split(*prepared, *choice, flags.options, show_run, listening.stop());
  if (!outcome) return session.fail(outcome.error());
  show_outcome(*outcome);
  if (!flags.summary.empty())
    if (const Status kept = core::write_text_file(flags.summary, parts::outcome_json(*prepared, *choice, *outcome));
        !kept)
      return session.fail(kept.error());
  if (flags.out == "-") {
    fmt::print("{}\n", outcome->sarif);
  } else if (const Status written = core::write_text_file(flags.out, outcome->sarif + "\n"); !written) {
    return session.fail(written.error());
  }
  if (!outcome->alerts.empty()) session.exit_code = kFindings;
  const bool incomplete = std::any_of(outcome->runs.begin(), outcome->runs.end(),
                                      [](const parts::PartitionRun& run) { return run.given_up; });
  if (incomplete) session.exit_code = kEnvironment;
}

}  // namespace assay::cli

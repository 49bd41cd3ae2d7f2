#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "analyzer/split/plan/split_job.hpp"
#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/analyzer/split_output.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"

namespace assay::cli {
namespace {

namespace parts = analyzer::splitting;

struct SplitFlags {
  parts::SplitOptions options;
  std::string project;
  std::string strategy = "auto";
  std::string plan;  ///< file for the plan; empty: none
  bool json = false;
};

/// The options that only a run has.
constexpr std::array<std::string_view, 5> kRunOptions = {"again", "compare-with", "whole-budget", "whole-memory",
                                                         "against"};

void show_partitions(const parts::PreparedProject& prepared, const parts::Plan& plan) {
  for (std::size_t i = 0; i < plan.partitions.size(); ++i) {
    const parts::Partition& partition = plan.partitions[i];
    print_out("partition {} of size {:g}\n", i + 1, partition.size);
    for (const parts::UnitId unit : partition.units) {
      const bool owned = plan.owner[unit] == i;
      print_out("  {}{}\n", printable(prepared.graph.units[unit].name),
                owned ? "" : fmt::format("  (for context; of partition {})", plan.owner[unit] + 1));
    }
  }
}

void run_split_command(const SplitFlags& flags, Session& session) {
  const Listening listening(session);
  const Result<parts::PreparedProject> prepared = parts::prepare(flags.project, flags.options, listening.stop());
  if (!prepared) return session.fail(prepared.error());
  const Result<parts::Choice> choice = parts::choose(*prepared, flags.strategy, flags.options);
  if (!choice) return session.fail(choice.error(), kUsage);
  const parts::PlannedSplit planned = parts::planned_of(*prepared, *choice, flags.options);
  const parts::Plan& plan = planned.plan;
  if (!flags.plan.empty()) {
    if (flags.options.target.empty())
      return session.fail({"a plan for runs needs an analyzer", "name one with --target"}, kUsage);
    if (const Status kept = core::write_text_file(flags.plan, parts::planned_to_json(planned)); !kept)
      return session.fail(kept.error());
  }
  if (flags.json) {
    print_out("{}", parts::plan_json(*prepared, *choice, plan));
    return;
  }
  show_plan(*prepared, *choice, plan);
  show_partitions(*prepared, plan);
}

}  // namespace

void add_analyzer_split(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand("split", "Split a project into partitions, and print the partitions");
  const auto flags = std::make_shared<SplitFlags>();
  app->add_option("PROJECT", flags->project, "the project's folder")->required();
  core::BoundOptions rows;
  for (core::BoundOption& row : parts::split_option_table().bind(flags->options))
    if (std::find(kRunOptions.begin(), kRunOptions.end(), row.option->name) == kRunOptions.end()) rows.push_back(row);
  add_options(*app, rows);
  app->add_option("--strategy", flags->strategy, "auto, union-growth, size-limiting, split-merge or whole")
      ->capture_default_str();
  app->add_option("--plan", flags->plan, "file for the plan, which `assay analyzer run --plan` takes");
  app->add_flag("--json", flags->json, "all of it as one JSON object");
  app->footer(
      "Nothing is analyzed. `assay analyzer run PROJECT --partition auto` does that.\n"
      "Examples:\n"
      "  assay analyzer split src --target bandit --max-size 500\n"
      "  assay analyzer split . --edges dependencies.txt --max-size 50 --json\n"
      "Exit code: 0 split, 2 usage, 3 environment.");
  app->callback([flags, &session] { run_split_command(*flags, session); });
}

}  // namespace assay::cli

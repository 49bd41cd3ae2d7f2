#include "cli/analyzer/split_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "core/io/io.hpp"
#include "core/report/page.hpp"

namespace assay::cli {
namespace {

namespace parts = analyzer::splitting;

constexpr std::size_t kShownNames = 5;

/// The first kShownNames names, as "a, b, c and 7 more".
std::string some(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(names.size(), kShownNames); ++i) shown.push_back(printable(names[i]));
  const std::string text = join(shown, ", ");
  return names.size() > kShownNames ? fmt::format("{} and {} more", text, names.size() - kShownNames) : text;
}

std::vector<std::string> names_of(const parts::Graph& graph, const parts::UnitSet& units) {
  std::vector<std::string> names;
  for (const parts::UnitId unit : units) names.push_back(graph.units[unit].name);
  return names;
}

void show_losses(const parts::PreparedProject& prepared, const parts::Plan& plan) {
  const parts::Graph& graph = prepared.graph;
  for (const parts::UnitSet& cycle : plan.cycles)
    print_err("cut       a cycle of {} units is larger than a partition: {}\n", cycle.size(),
              some(names_of(graph, cycle)));
  std::vector<std::string> units;
  for (const parts::CutClosure& one : plan.cut)
    units.push_back(fmt::format("{} ({:g} of {:g})", graph.units[one.unit].name, one.kept, one.size));
  if (!units.empty())
    print_err("cut       the dependencies of {}: {}\n", core::counted(units.size(), "unit", "units"), some(units));
  std::vector<std::string> lost;
  for (const auto& [from, to] : plan.lost) lost.push_back(graph.units[from].name + " -> " + graph.units[to].name);
  if (!lost.empty())
    print_err("apart     {}: {}\n", core::counted(lost.size(), "dependency", "dependencies"), some(lost));
}

std::string alert_text(const parts::Alert& alert) {
  return printable(fmt::format("{}:{}: {}: {}", alert.file, alert.line, alert.rule, shortened(alert.message, 120)));
}

void show_alerts(const char* what, const std::vector<parts::Alert>& alerts) {
  for (std::size_t i = 0; i < std::min(alerts.size(), kShownNames); ++i)
    print_err("  {:<10}{}\n", what, alert_text(alerts[i]));
  if (alerts.size() > kShownNames) print_err("  {:<10}and {} more\n", what, alerts.size() - kShownNames);
}

void show_comparison(const parts::SplitOutcome& outcome) {
  if (!outcome.whole_problem.empty()) print_err("whole     {}\n", printable(outcome.whole_problem));
  if (!outcome.whole) return;
  const parts::Comparison& whole = *outcome.whole;
  const std::size_t there = whole.kept + whole.lost.size() + whole.moved.size();
  print_err("whole     {} kept of {}, {} lost, {} spurious, {} moved\n", whole.kept, there, whole.lost.size(),
            whole.spurious.size(), whole.moved.size());
  show_alerts("lost", whole.lost);
  show_alerts("spurious", whole.spurious);
  if (!whole.whole) return;
  const analyzer::RunEnd& run = *whole.whole;
  print_err("  its run takes {:.1f} s, {:.1f} CPU s, {} MiB\n", run.wall_seconds, run.cpu_seconds,
            run.memory_bytes >> 20);
}

}  // namespace

void show_notes(const parts::PreparedProject& prepared) {
  for (const std::string& note : prepared.graph.notes) print_err("note      {}\n", printable(note));
  if (!prepared.graph.unowned.empty())
    print_err("left out  {} that no unit owns: {}\n", core::counted(prepared.graph.unowned.size(), "file", "files"),
              some(prepared.graph.unowned));
  if (!prepared.project.refused.empty())
    print_err("left out  symbolic links out of the project: {}\n", some(prepared.project.refused));
}

void show_plan(const parts::PreparedProject& prepared, const parts::Choice& choice, const parts::Plan& plan) {
  print_err("graph     {}: {}, {}\n", prepared.graph_name, core::counted(prepared.graph.units.size(), "unit", "units"),
            core::counted(edge_count(prepared.graph), "dependency", "dependencies"));
  show_notes(prepared);
  for (const std::string& note : choice.notes) print_err("note      {}\n", printable(note));
  print_err("strategy  {}, S = {:g}: {}\n", choice.strategy, choice.max_size, choice.reason);
  if (choice.whole_seconds > 0)
    print_err("expected  all at once {:.1f} CPU s and {:.0f} MiB; parts {:.1f} s, {:.1f} CPU s in all\n",
              choice.whole_seconds, choice.whole_megabytes, choice.split_seconds, choice.total_seconds);
  print_err("plan      {}, largest {:g}, {:g} in all of {:g} (each {:.2f} times)\n",
            core::counted(plan.partitions.size(), "partition", "partitions"), plan.longest, plan.sum, plan.whole,
            plan.whole > 0 ? plan.sum / plan.whole : 1.0);
  show_losses(prepared, plan);
}

void show_run(const parts::PartitionRun& run) {
  const bool done = run.end.status == analyzer::RunEnd::Status::Done;
  const std::string what = done ? core::counted(run.alerts, "finding", "findings") : printable(run.end.reason);
  const char* const then = done ? "" : run.given_up ? "; given up" : "; split again";
  print_err("  {:<8}{} of size {:g}, {:.1f} s, {:.1f} CPU s, {} MiB: {}{}\n", run.name,
            core::counted(run.units.size(), "unit", "units"), run.size, run.end.wall_seconds, run.end.cpu_seconds,
            run.end.memory_bytes >> 20, what, then);
  if (!done) return;
  for (std::size_t i = 0; i < std::min(run.problems.size(), kShownNames); ++i)
    print_err("  left out  {}\n", printable(run.problems[i]));
  if (run.problems.size() > kShownNames) print_err("  left out  and {} more\n", run.problems.size() - kShownNames);
}

void show_outcome(const parts::SplitOutcome& outcome) {
  for (const std::string& note : outcome.notes) print_err("note      {}\n", printable(note));
  if (outcome.stopped)
    print_err("stopped   the report has the results of {}\n",
              core::counted(outcome.runs.size(), "finished run", "finished runs"));
  if (!outcome.unanalyzed.empty())
    print_err("missing   {} that no run could analyze: {}\n", core::counted(outcome.unanalyzed.size(), "file", "files"),
              some(outcome.unanalyzed));
  std::size_t disagreed = 0;
  for (const parts::Alert& alert : outcome.alerts) disagreed += alert.owner_agrees ? 0 : 1;
  print_err("findings  {}{}{}\n", outcome.alerts.size(),
            disagreed > 0 ? fmt::format(", {} of them not seen by the partition that owns the file", disagreed) : "",
            outcome.old ? fmt::format(", {} old ones left out", *outcome.old) : "");
  print_err("cost      longest run {:.1f} s, {:.1f} CPU s in all, at most {} MiB\n", outcome.longest_seconds,
            outcome.total_seconds, outcome.peak_bytes >> 20);
  show_comparison(outcome);
}

Status write_outcome(const JoinedReport& report) {
  if (!report.summary.empty()) {
    const std::string text = parts::outcome_json(report.planned.prepared, report.planned.choice, report.outcome);
    if (const Status kept = core::write_text_file(report.summary, text); !kept) return kept;
  }
  if (report.out != "-") return core::write_text_file(report.out, report.outcome.sarif + "\n");
  print_out("{}\n", report.outcome.sarif);
  return {};
}

}  // namespace assay::cli

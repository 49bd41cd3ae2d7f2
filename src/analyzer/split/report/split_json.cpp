#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/command/process_end.hpp"
#include "analyzer/split/plan/split_job.hpp"
#include "base/text.hpp"

namespace assay::analyzer::splitting {
namespace {

using SplitJson = nlohmann::ordered_json;

SplitJson names_of(const Graph& graph, const UnitSet& units) {
  SplitJson names = SplitJson::array();
  for (const UnitId unit : units) names.push_back(graph.units[unit].name);
  return names;
}

SplitJson choice_json(const Choice& choice) {
  SplitJson json = {{"strategy", choice.strategy}, {"max_size", choice.max_size}, {"reason", choice.reason}};
  if (choice.whole_seconds > 0)
    json["predicted"] = {{"whole_seconds", choice.whole_seconds},
                         {"split_seconds", choice.split_seconds},
                         {"total_seconds", choice.total_seconds},
                         {"whole_megabytes", choice.whole_megabytes}};
  return json;
}

SplitJson plan_object(const PreparedProject& prepared, const Choice& choice, const Plan& plan) {
  const Graph& graph = prepared.graph;
  SplitJson partitions = SplitJson::array();
  for (const Partition& partition : plan.partitions)
    partitions.push_back({{"size", partition.size},
                          {"owned", names_of(graph, partition.owned)},
                          {"units", names_of(graph, partition.units)}});
  SplitJson cut = SplitJson::array();
  for (const CutClosure& one : plan.cut)
    cut.push_back({{"unit", graph.units[one.unit].name}, {"size", one.size}, {"kept", one.kept}});
  SplitJson lost = SplitJson::array();
  for (const auto& [from, to] : plan.lost) lost.push_back({graph.units[from].name, graph.units[to].name});
  SplitJson cycles = SplitJson::array();
  for (const UnitSet& cycle : plan.cycles) cycles.push_back(names_of(graph, cycle));
  return {{"assay-split", 1},
          {"root", prepared.project.root},
          {"graph", prepared.graph_name},
          {"units", graph.units.size()},
          {"dependencies", edge_count(graph)},
          {"choice", choice_json(choice)},
          {"whole", plan.whole},
          {"sum", plan.sum},
          {"longest", plan.longest},
          {"partitions", std::move(partitions)},
          {"cut_closures", std::move(cut)},
          {"lost_dependencies", std::move(lost)},
          {"cycles", std::move(cycles)},
          {"unowned", graph.unowned},
          {"refused_links", prepared.project.refused},
          {"notes", graph.notes}};
}

SplitJson alert_json(const Alert& alert) {
  return {{"rule", alert.rule},
          {"file", alert.file},
          {"line", alert.line},
          {"function", alert.function},
          {"message", alert.message}};
}

SplitJson alerts_json(const std::vector<Alert>& alerts) {
  SplitJson rows = SplitJson::array();
  for (const Alert& alert : alerts) rows.push_back(alert_json(alert));
  return rows;
}

SplitJson end_json(const RunEnd& end) {
  return {{"cpu_seconds", end.cpu_seconds}, {"wall_seconds", end.wall_seconds}, {"memory_bytes", end.memory_bytes}};
}

SplitJson comparison_json(const Comparison& comparison) {
  SplitJson moved = SplitJson::array();
  for (const auto& [from, to] : comparison.moved) moved.push_back({{"from", alert_json(from)}, {"to", alert_json(to)}});
  SplitJson json = {{"kept", comparison.kept},
                    {"lost", alerts_json(comparison.lost)},
                    {"spurious", alerts_json(comparison.spurious)},
                    {"moved", std::move(moved)}};
  if (comparison.whole) json["run"] = end_json(*comparison.whole);
  return json;
}

}  // namespace

std::string plan_json(const PreparedProject& prepared, const Choice& choice, const Plan& plan) {
  return plan_object(prepared, choice, plan).dump(2, ' ', false, SplitJson::error_handler_t::replace) + "\n";
}

std::string outcome_json(const PreparedProject& prepared, const Choice& choice, const SplitOutcome& outcome) {
  SplitJson json = plan_object(prepared, choice, outcome.plan);
  SplitJson runs = SplitJson::array();
  for (const PartitionRun& run : outcome.runs) {
    SplitJson row = {
        {"partition", run.name}, {"units", run.units.size()}, {"size", run.size}, {"became", name(run.end.status)}};
    if (!run.end.reason.empty()) row["reason"] = printable(run.end.reason);
    row.update(end_json(run.end));
    row["alerts"] = run.alerts;
    row["given_up"] = run.given_up;
    if (!run.problems.empty()) row["problems"] = run.problems;
    runs.push_back(std::move(row));
  }
  json["runs"] = std::move(runs);
  json["alerts"] = outcome.alerts.size();
  json["longest_seconds"] = outcome.longest_seconds;
  json["total_seconds"] = outcome.total_seconds;
  json["peak_bytes"] = outcome.peak_bytes;
  json["unanalyzed"] = outcome.unanalyzed;
  if (outcome.stopped) json["stopped"] = true;
  if (outcome.old) json["old_alerts"] = *outcome.old;
  if (outcome.whole) json["compared_with_whole"] = comparison_json(*outcome.whole);
  if (!outcome.whole_problem.empty()) json["compared_with_whole"] = {{"problem", outcome.whole_problem}};
  return json.dump(2, ' ', false, SplitJson::error_handler_t::replace) + "\n";
}

}  // namespace assay::analyzer::splitting

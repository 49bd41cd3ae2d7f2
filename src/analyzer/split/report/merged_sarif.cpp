#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/split/report/sarif_merge.hpp"
#include "base/text.hpp"
#include "core/report/sarif.hpp"

namespace assay::analyzer::splitting {
namespace {

using MergedJson = nlohmann::ordered_json;

MergedJson result_json(const MergedAlert& merged, const std::vector<PartitionRun>& runs) {
  MergedJson result = MergedJson::parse(merged.json);
  result["partialFingerprints"]["assaySplit/v1"] = merged.alert.fingerprint;
  MergedJson names = MergedJson::array();
  for (const std::size_t run : merged.alert.runs) names.push_back(runs[run].name);
  MergedJson about = {{"partitions", std::move(names)}};
  // The partition that has all dependencies of the file reports nothing there.
  if (!merged.alert.owner_agrees) about["ownerDisagrees"] = true;
  result["properties"]["assay"] = std::move(about);
  return result;
}

MergedJson invocation_json(const PartitionRun& run, const RunReport& report) {
  MergedJson about = {{"partition", run.name},
                      {"units", run.units.size()},
                      {"size", run.size},
                      {"cpuSeconds", run.end.cpu_seconds},
                      {"wallSeconds", run.end.wall_seconds},
                      {"memoryBytes", run.end.memory_bytes},
                      {"alerts", run.alerts}};
  const bool done = run.end.status == RunEnd::Status::Done;
  MergedJson invocation = {{"executionSuccessful", done}};
  MergedJson notes = MergedJson::array();
  if (!done)
    notes.push_back({{"level", run.given_up ? "error" : "note"}, {"message", {{"text", printable(run.end.reason)}}}});
  for (const std::string& problem : report.problems)
    notes.push_back({{"level", "error"}, {"message", {{"text", printable(problem)}}}});
  if (!notes.empty()) invocation["toolExecutionNotifications"] = std::move(notes);
  invocation["properties"] = {{"assay", std::move(about)}};
  return invocation;
}

MergedJson driver_json(const SarifParts& parts) {
  const Definition& definition = parts.prepared.definition;
  MergedJson driver = {{"name", definition.title.empty() ? definition.name : definition.title}};
  std::map<std::string, std::string> rules;
  for (auto report = parts.reports.rbegin(); report != parts.reports.rend(); ++report) {
    if (!report->driver.empty()) driver = MergedJson::parse(report->driver);
    for (const auto& [id, rule] : report->rules) rules[id] = rule;
  }
  for (const MergedAlert& one : parts.merged)
    if (!rules.contains(one.alert.rule)) rules[one.alert.rule] = MergedJson({{"id", one.alert.rule}}).dump();
  MergedJson rows = MergedJson::array();
  for (const auto& [id, rule] : rules) rows.push_back(MergedJson::parse(rule));
  driver["rules"] = std::move(rows);
  return driver;
}

}  // namespace

std::string sarif_of(const SarifParts& parts) {
  MergedJson results = MergedJson::array();
  for (const MergedAlert& one : parts.merged) results.push_back(result_json(one, parts.runs));
  MergedJson invocations = MergedJson::array();
  for (std::size_t i = 0; i < parts.runs.size(); ++i)
    invocations.push_back(invocation_json(parts.runs[i], parts.reports[i]));
  if (parts.outcome.stopped)
    invocations.push_back({{"executionSuccessful", false}, {"exitCodeDescription", "stopped: other runs are missing"}});
  const Plan& plan = parts.outcome.plan;
  const MergedJson about = {{"strategy", parts.choice.strategy},
                            {"graph", parts.prepared.graph_name},
                            {"maxSize", parts.choice.max_size},
                            {"partitions", plan.partitions.size()},
                            {"replication", plan.whole > 0 ? plan.sum / plan.whole : 1},
                            {"unanalyzed", parts.outcome.unanalyzed}};
  const MergedJson root = core::sarif_file(parts.prepared.project.root + "/", "");
  return core::sarif_document(driver_json(parts), {{"originalUriBaseIds", {{kProjectBase, root}}},
                                                   {"invocations", std::move(invocations)},
                                                   {"results", std::move(results)},
                                                   {"properties", {{"assay", about}}}});
}

}  // namespace assay::analyzer::splitting

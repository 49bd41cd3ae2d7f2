#include "core/report/sarif.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "analyzer/tune/report/tune_job.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/options/options.hpp"

namespace assay::analyzer::tune {
namespace {

using AlarmJson = nlohmann::ordered_json;

/// The name of the base folder of a piece of code's relative paths.
std::string base_of(std::size_t code) { return "CODE" + std::to_string(code + 1); }

AlarmJson result_of(const CheckKey& check, std::size_t code) {
  const std::string text = check.property.empty() ? check.kind : check.kind + ": " + check.property;
  return core::sarif_result({printable(check.kind), "warning", printable(text), check.file, base_of(code), check.line,
                             printable(check.function), "function", to_hex(hash_bytes(to_text(check))),
                             "assayCheck/v1"});
}

/// Numbers of checks that are no alarms of the recipe: proved, or in code that a run calls unreachable.
struct SettledCounts {
  std::size_t proved = 0;
  std::size_t dead = 0;
};
SettledCounts settled_by(const Evaluation& evaluation) {
  std::set<CheckKey> named;
  std::set<CheckKey> dead;
  for (const std::shared_ptr<const Outcome>& run : evaluation.runs) {
    named.insert(run->alarms.begin(), run->alarms.end());
    named.insert(run->proved.begin(), run->proved.end());
    dead.insert(run->dead.begin(), run->dead.end());
  }
  named.insert(dead.begin(), dead.end());
  SettledCounts settled;
  for (const CheckKey& check : named) {
    if (std::binary_search(evaluation.alarms.begin(), evaluation.alarms.end(), check)) continue;
    ++(dead.contains(check) ? settled.dead : settled.proved);
  }
  return settled;
}

AlarmJson runs_of(const RecipeRunResult& result) {
  AlarmJson runs = AlarmJson::array();
  for (std::size_t i = 0; i < result.evaluation.runs.size(); ++i) {
    const Outcome& run = *result.evaluation.runs[i];
    runs.push_back({{"ingredient", i < result.ingredients.size() ? result.ingredients[i] : std::string()},
                    {"status", name(run.status)},
                    {"cpuSeconds", run.cpu_seconds},
                    {"memoryBytes", run.memory_bytes},
                    {"alarms", run.alarms.size()}});
  }
  return runs;
}

/// One invocation for each piece of code, with the recipe and its result.
AlarmJson invocation_of(const RecipeRunResult& result) {
  const Evaluation& evaluation = result.evaluation;
  const SettledCounts settled = settled_by(evaluation);
  AlarmJson properties = {{"code", printable(result.code.name)},
                          {"recipe", result.ingredients},
                          {"alarms", evaluation.alarms.size()},
                          {"proved", settled.proved},
                          {"unreachable", settled.dead},
                          {"cpuSeconds", evaluation.cpu_seconds},
                          {"memoryBytes", evaluation.memory_bytes},
                          {"runs", runs_of(result)}};
  AlarmJson invocation = {{"executionSuccessful", evaluation.within_budget}};
  if (!evaluation.reason.empty()) properties["reason"] = printable(evaluation.reason);
  invocation["properties"] = {{"assay", std::move(properties)}};
  return invocation;
}

AlarmJson rules_of(const std::vector<RecipeRunResult>& results) {
  std::set<std::string> kinds;
  for (const RecipeRunResult& result : results)
    for (const CheckKey& check : result.evaluation.alarms) kinds.insert(printable(check.kind));
  AlarmJson rules = AlarmJson::array();
  for (const std::string& kind : kinds) rules.push_back({{"id", kind}});
  return rules;
}

}  // namespace

std::string to_sarif(const Definition& definition, const std::string& version,
                     const std::vector<RecipeRunResult>& results) {
  AlarmJson alarms = AlarmJson::array();
  AlarmJson invocations = AlarmJson::array();
  AlarmJson bases = AlarmJson::object();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string folder = core::absolute_path(results[i].code.folder.empty() ? "." : results[i].code.folder);
    bases[base_of(i)] = core::sarif_file(folder + (folder.ends_with('/') ? "" : "/"), "");
    invocations.push_back(invocation_of(results[i]));
    for (const CheckKey& check : results[i].evaluation.alarms) alarms.push_back(result_of(check, i));
  }
  const std::string& title = definition.title.empty() ? definition.name : definition.title;
  AlarmJson driver = {{"name", title}, {"rules", rules_of(results)}};
  if (!version.empty()) driver["version"] = printable(version);
  return core::sarif_document(driver, {{"originalUriBaseIds", std::move(bases)},
                                       {"invocations", std::move(invocations)},
                                       {"results", std::move(alarms)}});
}

}  // namespace assay::analyzer::tune

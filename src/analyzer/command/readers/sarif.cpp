#include "sarif.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "../uri.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

Result<void> check_run(const SarifJson& run) {
  const SarifJson* const results = sarif_at(run, {"results"});
  if (results == nullptr || !results->is_array()) return Error{"a run has no results", ""};
  const SarifJson* const success = sarif_at(run, {"invocations", "executionSuccessful"});
  if (success != nullptr && *success == false) return Error{"it says that it was not successful", ""};
  for (const SarifJson& result : *results)
    if (!result.is_object()) return Error{"a result is no object", ""};
  return {};
}

Result<void> read_result(const SarifJson& run, const SarifJson& result, std::string_view folder, Readings& out) {
  if (sarif_says_nothing(result)) return {};
  CheckKey check;
  Result<std::string> rule = sarif_rule(run, result);
  if (!rule) return rule.error();
  check.kind = std::move(*rule);
  check.file =
      path_from(folder, path_of_uri(sarif_text(result, {"locations", "physicalLocation", "artifactLocation", "uri"})));
  check.line = sarif_number(result, {"locations", "physicalLocation", "region", "startLine"});
  check.function = sarif_function(result);
  check.property = with_single_spaces(sarif_text(result, {"message", "text"}));
  if (check.property.empty()) check.property = sarif_text(result, {"message", "id"});
  (sarif_text(result, {"kind"}) == "pass" ? out.proved : out.alarms).push_back(std::move(check));
  return {};
}

}  // namespace

Result<SarifJson> sarif_runs(std::string_view text) {
  SarifJson document = SarifJson::parse(text, nullptr, false);
  if (document.is_discarded()) return Error{"the results are no JSON, or are cut off", ""};
  if (!document.is_object() || !document.contains("runs") || !document["runs"].is_array() || document["runs"].empty())
    return Error{"the results are no SARIF: they have no runs", ""};
  for (const SarifJson& run : document["runs"])
    if (const Result<void> checked = check_run(run); !checked) return checked.error();
  return std::move(document["runs"]);
}

const SarifJson* sarif_at(const SarifJson& from, SarifPath keys) {
  const SarifJson* here = &from;
  for (const char* const key : keys) {
    if (here->is_array()) {
      if (here->empty()) return nullptr;
      here = &here->front();
    }
    if (!here->is_object()) return nullptr;
    const auto found = here->find(key);
    if (found == here->end()) return nullptr;
    here = &*found;
  }
  return here;
}

std::string sarif_text(const SarifJson& from, SarifPath keys) {
  const SarifJson* const value = sarif_at(from, keys);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

unsigned sarif_number(const SarifJson& from, SarifPath keys) {
  const SarifJson* const value = sarif_at(from, keys);
  return value != nullptr && value->is_number_unsigned() ? value->get<unsigned>() : 0;
}

const SarifJson* sarif_element(const SarifJson* list, const SarifJson* index) {
  if (list == nullptr || !list->is_array() || index == nullptr || !index->is_number_unsigned()) return nullptr;
  const auto number = index->get<std::size_t>();
  return number < list->size() ? &(*list)[number] : nullptr;
}

Result<std::string> sarif_rule(const SarifJson& run, const SarifJson& result) {
  std::string id = sarif_text(result, {"ruleId"});
  if (id.empty()) id = sarif_text(result, {"rule", "id"});
  const SarifJson* index = sarif_at(result, {"ruleIndex"});
  if (index == nullptr) index = sarif_at(result, {"rule", "index"});
  const SarifJson* const row = sarif_element(sarif_at(run, {"tool", "driver", "rules"}), index);
  if (id.empty() && row != nullptr) id = sarif_text(*row, {"id"});
  if (id.empty()) return Error{"a result has no rule", ""};
  return id;
}

std::string sarif_function(const SarifJson& result) {
  const std::string name = sarif_text(result, {"locations", "logicalLocations", "fullyQualifiedName"});
  return name.empty() ? sarif_text(result, {"locations", "logicalLocations", "name"}) : name;
}

bool sarif_says_nothing(const SarifJson& result) {
  const std::string kind = sarif_text(result, {"kind"});
  return kind == "notApplicable" || kind == "informational" || sarif_text(result, {"baselineState"}) == "absent";
}

/// A result of the kind "pass" is a proved check; all others that say something are alarms.
Result<Readings> read_sarif(const RunOutput& printed) {
  const Result<SarifJson> runs = sarif_runs(printed.results);
  if (!runs) return runs.error();
  Readings readings;
  for (const SarifJson& run : *runs)
    for (const SarifJson& result : run["results"])
      if (const Result<void> read = read_result(run, result, printed.folder, readings); !read) return read.error();
  return readings;
}

}  // namespace assay::analyzer

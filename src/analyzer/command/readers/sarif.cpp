#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "../uri.hpp"
#include "assay/base/text.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

using SarifJson = nlohmann::json;

/// The value at a path of keys and indices; null if it does not exist.
const SarifJson* at_path(const SarifJson& from, std::initializer_list<const char*> keys) {
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

std::string sarif_text(const SarifJson& from, std::initializer_list<const char*> keys) {
  const SarifJson* const value = at_path(from, keys);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::string sarif_function(const SarifJson& result) {
  for (const char* const key : {"fullyQualifiedName", "name"})
    if (std::string name = sarif_text(result, {"locations", "logicalLocations", key}); !name.empty()) return name;
  return {};
}

/// The result's rule. A result may name it by its index alone.
std::string rule_of(const SarifJson& run, const SarifJson& result) {
  if (std::string id = sarif_text(result, {"ruleId"}); !id.empty()) return id;
  if (std::string id = sarif_text(result, {"rule", "id"}); !id.empty()) return id;
  const SarifJson* const index = at_path(result, {"ruleIndex"});
  const SarifJson* const rules = at_path(run, {"tool", "driver", "rules"});
  if (index == nullptr || rules == nullptr || !index->is_number_unsigned() || !rules->is_array()) return {};
  const auto number = index->get<std::size_t>();
  return number < rules->size() ? sarif_text((*rules)[number], {"id"}) : std::string();
}

Result<void> read_result(const SarifJson& run, const SarifJson& result, std::string_view folder, Readings& out) {
  if (!result.is_object()) return Error{"a result is no object", ""};
  const std::string kind = sarif_text(result, {"kind"});
  const bool passed = kind == "pass";
  if (kind == "notApplicable" || kind == "informational" || sarif_text(result, {"baselineState"}) == "absent")
    return {};
  CheckKey check;
  check.kind = rule_of(run, result);
  if (check.kind.empty()) return Error{"a result has no rule", ""};
  check.file =
      path_from(folder, path_of_uri(sarif_text(result, {"locations", "physicalLocation", "artifactLocation", "uri"})));
  const SarifJson* const line = at_path(result, {"locations", "physicalLocation", "region", "startLine"});
  if (line != nullptr && line->is_number_unsigned()) check.line = line->get<unsigned>();
  check.function = sarif_function(result);
  check.property = with_single_spaces(sarif_text(result, {"message", "text"}));
  if (check.property.empty()) check.property = sarif_text(result, {"message", "id"});
  (passed ? out.proved : out.alarms).push_back(std::move(check));
  return {};
}

bool unsuccessful(const SarifJson& run) {
  const SarifJson* const success = at_path(run, {"invocations", "executionSuccessful"});
  return success != nullptr && success->is_boolean() && !success->get<bool>();
}

}  // namespace

/// A result of the kind "pass" is a proved check; every other kind but "notApplicable" and "informational" is an alarm.
Result<Readings> read_sarif(const RunOutput& printed) {
  const SarifJson document = SarifJson::parse(printed.results, nullptr, false);
  if (document.is_discarded()) return Error{"the results are no JSON, or are cut off", ""};
  if (!document.is_object() || !document.contains("runs") || !document["runs"].is_array() || document["runs"].empty())
    return Error{"the results are no SARIF: they have no runs", ""};
  Readings readings;
  for (const SarifJson& run : document["runs"]) {
    if (!run.is_object() || !run.contains("results") || !run["results"].is_array())
      return Error{"a run has no results", ""};
    if (unsuccessful(run)) return Error{"it says that it was not successful", ""};
    for (const SarifJson& result : run["results"])
      if (const Result<void> read = read_result(run, result, printed.folder, readings); !read) return read.error();
  }
  return readings;
}

}  // namespace assay::analyzer

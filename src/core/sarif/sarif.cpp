#include "core/sarif/sarif.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/sarif/report.hpp"

namespace assay::core {

Result<SarifJson> sarif_runs(std::string_view text) {
  Result<SarifJson> log = parse_sarif(text);
  if (!log) return log;
  SarifJson runs = std::move((*log)["runs"]);
  for (const SarifJson& run : runs)
    if (const SarifJson* const success = sarif_at(run, {"invocations", "executionSuccessful"});
        success != nullptr && *success == false)
      return Error{"it says that it was not successful", ""};
  return runs;
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

SarifJson& sarif_object(SarifJson& from, const char* key) {
  SarifJson& value = from[key];
  if (!value.is_object()) value = SarifJson::object();
  return value;
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

}  // namespace assay::core

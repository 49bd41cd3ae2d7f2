#include "core/report/sarif.hpp"

#include <nlohmann/json.hpp>

#include "base/ascii.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {

nlohmann::ordered_json sarif_file(const std::string& path, const std::string& base) {
  const bool absolute = path.starts_with('/');
  nlohmann::ordered_json location = {{"uri", (absolute ? "file://" : "") + percent_encoded(path, "-._~/")}};
  if (!absolute && !base.empty()) location["uriBaseId"] = base;
  return location;
}

nlohmann::ordered_json sarif_result(const SarifResult& from) {
  nlohmann::ordered_json place;
  if (!from.file.empty()) place["physicalLocation"]["artifactLocation"] = sarif_file(from.file, from.base);
  if (!from.file.empty() && from.line > 0) place["physicalLocation"]["region"] = {{"startLine", from.line}};
  if (!from.logical.empty()) place["logicalLocations"].push_back({{"name", from.logical}, {"kind", from.logical_kind}});
  nlohmann::ordered_json result = {{"ruleId", from.rule}, {"level", from.level}, {"message", {{"text", from.message}}}};
  if (!place.empty()) result["locations"].push_back(std::move(place));
  if (!from.fingerprint.empty()) result["partialFingerprints"] = {{from.fingerprint_name, from.fingerprint}};
  return result;
}

std::string sarif_document(const nlohmann::ordered_json& driver, const nlohmann::ordered_json& rest) {
  nlohmann::ordered_json run = {{"tool", {{"driver", driver}}}};
  run.update(rest);
  const nlohmann::ordered_json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                           {"version", "2.1.0"},
                                           {"runs", nlohmann::ordered_json::array({std::move(run)})}};
  return json_text(document, 2);
}

}  // namespace assay::core

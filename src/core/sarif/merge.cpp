#include "core/sarif/merge.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/sarif/alert.hpp"
#include "core/sarif/join.hpp"

namespace assay::core {
namespace {

/// Adds the code flows of an equal result.
void add_flows(SarifJson& into, SarifJson& from) {
  const auto flows = from.find("codeFlows");
  if (flows == from.end() || !flows->is_array()) return;
  SarifJson& all = into["codeFlows"];
  if (!all.is_array()) all = SarifJson::array();
  for (SarifJson& flow : *flows)
    if (std::find(all.begin(), all.end(), flow) == all.end()) all.push_back(std::move(flow));
}

/// The results of a run, sorted, each one once. Results that are no alerts follow in their order.
SarifJson sorted_results(SarifJson& run, std::size_t& copies) {
  SarifJson alone = {{"runs", SarifJson::array()}};
  alone["runs"].push_back(std::move(run));
  SarifJson& results = alone["runs"][0]["results"];
  const SarifAlerts alerts = alerts_of(alone);
  SarifJson sorted = SarifJson::array();
  for (const SarifAlert& alert : alerts.alerts) {
    const auto first = std::find_if(alert.places.begin(), alert.places.end(), [&](const SarifPlace& place) {
      return !is_sarif_suppressed(results[place.result]);
    });
    const std::size_t kept = (first == alert.places.end() ? alert.places.front() : *first).result;
    for (const SarifPlace& place : alert.places)
      if (place.result != kept) add_flows(results[kept], results[place.result]);
    copies += alert.places.size() - 1;
    sorted.push_back(std::move(results[kept]));
  }
  for (SarifJson& result : results)
    if (result.is_object() && !is_sarif_alert(result)) sorted.push_back(std::move(result));
  run = std::move(alone["runs"][0]);
  return sorted;
}

}  // namespace

MergedSarif merge_sarif(std::vector<SarifReport> reports) {
  MergedSarif merged;
  SarifJson runs = SarifJson::array();
  for (SarifReport& report : reports) {
    merged.notes.insert(merged.notes.end(), report.notes.begin(), report.notes.end());
    for (SarifJson& run : (*report.log)["runs"])
      for (std::string& note : add_run(runs, std::move(run), JoinVersions::Same))
        merged.notes.push_back(std::move(note));
    report.log.reset();
  }
  for (SarifJson& run : runs) {
    run["results"] = sorted_results(run, merged.copies);
    merged.results += run["results"].size();
  }
  std::sort(merged.notes.begin(), merged.notes.end());
  merged.notes.erase(std::unique(merged.notes.begin(), merged.notes.end()), merged.notes.end());
  merged.runs = runs.size();
  merged.log = std::make_shared<SarifJson>(SarifJson{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", std::move(runs)}});
  return merged;
}

}  // namespace assay::core

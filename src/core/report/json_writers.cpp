#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/case/severity.hpp"
#include "core/finding/finding_json.hpp"
#include "core/finding/history_json.hpp"
#include "core/report/report.hpp"
#include "core/report/sarif.hpp"
#include "core/report/totals.hpp"
#include "core/report/writers.hpp"
#include "core/store/schema.hpp"

namespace assay::core {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) { return json_text(json, 2) + "\n"; }

Json files_of(const Case& subject) {
  Json files = Json::array();
  for (const File& file : subject.files) files.push_back({{"name", file.name}, {"content", file.content}});
  return files;
}

/// Adds a person's judgement; adds nothing if there is none.
void add_triage(const Triage& triage, Json& entry) {
  if (triage_text(triage).empty()) return;
  entry["state"] = name(triage.state);
  if (!triage.link.empty()) entry["link"] = triage.link;
  if (!triage.note.empty()) entry["note"] = triage.note;
}

Json finding_entry(const Finding& finding) {
  Json entry = Json::parse(finding_to_json(finding), nullptr, false);
  // The export contains the campaign once, outside of the findings.
  entry.erase("assay-finding");
  entry.erase("campaign");
  entry["duplicates"] = finding.duplicates;
  entry["alike"] = finding.alike;
  entry["severity"] = name(severity(finding.kind));
  entry["triage"] = {{"state", name(finding.triage.state)},
                     {"link", finding.triage.link},
                     {"note", finding.triage.note},
                     {"changed", finding.triage.changed}};
  entry["original"]["files"] = files_of(finding.original);
  if (finding.reduced) entry["reduced"]["files"] = files_of(*finding.reduced);
  entry["folder"] = finding.folder;
  if (!finding.histories.empty()) entry["versions"] = json_from<Json>(finding.histories);
  return entry;
}

/// True if JSON can hold the case's files unchanged.
bool is_text(const Case& subject) {
  return std::all_of(subject.files.begin(), subject.files.end(),
                     [](const File& file) { return Json::parse(dump(file.content)) == file.content; });
}

/// The part of a case that a replay needs.
Json baseline_case(const Case& subject) {
  return {{"files", files_of(subject)},
          {"metadata", subject.metadata},
          {"strategy", subject.strategy},
          {"group", subject.group},
          {"index", subject.index}};
}

Json sarif_rules(const CampaignRecord& record, std::map<BugKind, std::size_t>& positions) {
  Json rules = Json::array();
  for (const BugKind kind : all_bug_kinds()) {
    bool used = false;
    for (const Finding& finding : record.findings) used = used || finding.kind == kind;
    if (!used) continue;
    positions[kind] = rules.size();
    const std::string text = "The target " + std::string(description(kind)) + ".";
    rules.push_back({{"id", name(kind)}, {"shortDescription", {{"text", text}}}});
  }
  return rules;
}

Json finding_as_sarif(const Finding& finding, std::size_t rule) {
  std::string path = finding.folder + (finding.reduced ? "/reduced/" : "/original/");
  if (!finding.smallest().files.empty()) path += finding.input_name();
  Json result =
      sarif_result({std::string(name(finding.kind)), "error", title(finding) + "\n" + finding.detail, path, "", 1,
                    finding.target, "module", to_hex(hash_bytes(finding.signature)), "assaySignature/v1"});
  result["ruleIndex"] = rule;
  result["message"]["markdown"] = issue_text(finding);
  result["occurrenceCount"] = 1 + finding.duplicates;
  result["properties"] = {{"id", finding.id},
                          {"target", finding.target},
                          {"targetVersion", finding.target_version},
                          {"signature", finding.signature},
                          {"reduction", reduction_name(finding.reduction_is_cut)},
                          {"strategy", finding.original.strategy},
                          {"group", finding.original.group},
                          {"command", reproduction_of(finding).commands.front().shell}};
  add_triage(finding.triage, result["properties"]);
  // See sections 3.27.23 and 3.27.27 of SARIF 2.1.0.
  if (!finding.triage.link.empty()) result["workItemUris"] = Json::array({finding.triage.link});
  if (finding.triage.state == TriageState::NotABug)
    result["suppressions"] =
        Json::array({{{"kind", "external"}, {"status", "accepted"}, {"justification", triage_text(finding.triage)}}});
  return result;
}

}  // namespace

std::string write_json(const CampaignRecord& record) {
  Json targets = Json::array();
  for (const TargetInfo& target : record.identity.targets) {
    targets.push_back({{"name", target.name}, {"version", target.version}, {"command", target.command}});
  }
  Json tallies = Json::array();
  for (const Tally& tally : record.tallies) {
    tallies.push_back({{"strategy", tally.strategy},
                       {"group", tally.group},
                       {"target", tally.target},
                       {"outcome", name(tally.outcome)},
                       {"reason", tally.reason},
                       {"count", tally.count},
                       {"cpu-seconds", tally.cpu_seconds}});
  }
  Json findings = Json::array();
  for (const Finding& finding : record.findings) findings.push_back(finding_entry(finding));
  Json measured = Json::array();
  for (const MeasuredRun& run : record.measured) {
    measured.push_back({{"input", run.measured.name},
                        {"target", run.target},
                        {"answer", run.answer},
                        {"change", run.measured.change},
                        {"note", run.measured.note},
                        {"cpu-seconds", run.measured.cpu_seconds},
                        {"wall-seconds", run.measured.wall_seconds},
                        {"memory-bytes", run.measured.memory_bytes},
                        {"work", run.measured.work}});
    if (const std::optional<Sampling>& sampling = run.measured.sampling)
      measured.back().update({{"runs", sampling->runs},
                              {"answered", sampling->answered},
                              {"left-out", sampling->left_out},
                              {"median-cpu-seconds", sampling->median_seconds},
                              {"median-work", sampling->median_work}});
  }
  Json shards = Json::array();
  for (const ShardRecord& shard : record.shards) {
    shards.push_back({{"index", shard.shard.index},
                      {"count", shard.shard.count},
                      {"state", shard.state},
                      {"host", shard.host},
                      {"tests", shard.tests},
                      {"findings", shard.findings},
                      {"seconds", shard.seconds},
                      {"note", shard.note}});
  }
  return dump({{"assay-export", 1},
               {"format", kJsonFormat},
               {"campaign",
                {{"module", record.identity.module},
                 {"title", record.identity.description.title},
                 {"seed", record.identity.seed},
                 {"fingerprint", to_hex(record.identity.fingerprint)},
                 {"assay-version", record.identity.assay_version},
                 {"created", record.identity.created},
                 {"configuration", record.identity.configuration},
                 {"isolation-gaps", record.identity.description.gaps},
                 {"targets", targets},
                 {"seconds", campaign_seconds(record)},
                 {"tests", record.tests},
                 {"tallies", tallies},
                 {"measured", measured},
                 {"shards", shards}}},
               {"findings", findings}});
}

std::string write_baseline(const CampaignRecord& record) {
  Json findings = Json::array();
  for (const Finding& finding : record.findings) {
    // Leave out fixed bugs: if a fixed bug fails again, it is new.
    if (finding.signature.empty() || finding.triage.state == TriageState::Fixed) continue;
    Json entry = {{"target", finding.target},
                  {"kind", name(finding.kind)},
                  {"signature", finding.signature},
                  {"reason", finding.reason},
                  {"reduction", reduction_name(finding.reduction_is_cut)},
                  {"causes", finding.causes},
                  {"id", finding.id},
                  {"compared", finding.compared}};
    // JSON holds only valid UTF-8, and a replay of altered bytes would prove nothing.
    if (is_text(finding.smallest())) entry["case"] = baseline_case(finding.smallest());
    add_triage(finding.triage, entry);
    findings.push_back(std::move(entry));
  }
  return dump({{"assay-baseline", 1},
               {"format", kJsonFormat},
               {"campaign", {{"module", record.identity.module}, {"configuration", record.identity.configuration}}},
               {"findings", findings}});
}

std::string write_sarif(const CampaignRecord& record) {
  std::map<BugKind, std::size_t> positions;
  const Json rules = sarif_rules(record, positions);
  Json results = Json::array();
  for (const Finding& finding : record.findings)
    results.push_back(finding_as_sarif(finding, positions.at(finding.kind)));
  const Json driver = {{"name", "Assay"}, {"version", record.identity.assay_version}, {"rules", rules}};
  return sarif_document(driver, {{"results", results}}) + "\n";
}

}  // namespace assay::core

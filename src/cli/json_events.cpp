#include "json_events.hpp"

#include <nlohmann/json.hpp>
#include <variant>

#include "base/text.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

Json object(const core::CampaignStarted& e) {
  Json targets = Json::array();
  for (const core::TargetInfo& t : e.identity.targets) {
    targets.push_back({{"name", t.name}, {"version", printable(t.version)}, {"command", t.command}});
    if (!t.note.empty()) targets.back()["note"] = printable(t.note);
  }
  return {{"event", "started"},
          {"module", e.identity.module},
          {"directory", e.directory},
          {"seed", e.identity.seed},
          {"shard", {{"index", e.identity.shard.index}, {"count", e.identity.shard.count}}},
          {"jobs", e.jobs},
          {"resumed", e.resumed},
          {"tests_before", e.tests_before},
          {"preparation_seconds", e.preparation_seconds},
          {"targets", targets}};
}

Json object(const core::ControlResult& e) {
  return {{"event", "control"},
          {"target", e.target},
          {"control", e.control},
          {"expected", core::ControlResult::text(e.expected)},
          {"got", core::ControlResult::text(e.trial.verdict)},
          {"passed", e.passed}};
}

Json counts(const core::Progress& e) {
  Json kinds = Json::object();
  for (const auto& [kind, count] : e.findings_by_kind) kinds[std::string(core::name(kind))] = count;
  Json skips = Json::object(), reservations = Json::object();
  for (const auto& [reason, count] : e.skip_reasons) skips[printable(reason)] = count;
  for (const auto& [reason, count] : e.reservations) reservations[printable(reason)] = count;
  Json targets = Json::array();
  for (const core::TargetProgress& t : e.targets) {
    targets.push_back({{"name", t.name},
                       {"tests", t.tests},
                       {"passes", t.passes},
                       {"skips", t.skips},
                       {"bugs", t.bugs},
                       {"findings", t.findings},
                       {"cpu_seconds", t.cpu_seconds}});
  }
  Json out = {
      {"elapsed_seconds", e.elapsed_seconds},
      {"tests", e.tests},
      {"voids", e.voids},
      {"tests_per_second", e.tests_per_second},
      {"passes", e.passes},
      {"skips", e.skips},
      {"bugs", e.bugs},
      {"findings", e.findings},
      {"duplicates", e.duplicates},
      {"findings_by_kind", kinds},
      {"skip_reasons", skips},
      {"reservations", reservations},
      {"targets", targets},
      {"cpu", {{"own_seconds", e.cpu.own}, {"generate_seconds", e.cpu.generate}, {"target_seconds", e.cpu.target}}}};
  if (e.seconds_left) out["seconds_left"] = *e.seconds_left;
  if (e.tests_left) out["tests_left"] = *e.tests_left;
  return out;
}

Json object(const core::Progress& e) {
  Json out = {{"event", "progress"}};
  out.update(counts(e));
  return out;
}

std::string_view what_name(core::FindingEvent::What what) {
  switch (what) {
    case core::FindingEvent::What::New: return "new";
    case core::FindingEvent::What::Reduced: return "reduced";
    case core::FindingEvent::What::Duplicate: return "duplicate";
    case core::FindingEvent::What::NotStored: return "not-stored";
  }
  return "";
}

Json object(const core::FindingEvent& e) {
  const core::Finding& f = e.finding;
  Json out = {{"event", "finding"},
              {"what", what_name(e.what)},
              {"id", f.id},
              {"kind", core::name(f.kind)},
              {"target", f.target},
              {"strategy", f.original.strategy},
              {"group", f.original.group},
              {"case", f.original.index},
              {"reason", printable(f.reason)},
              {"signature", f.signature},
              {"bytes", f.original_bytes()},
              {"reduced_bytes", f.smallest_bytes()},
              {"folder", f.folder},
              {"reduction", core::reduction_name(f.reduction_is_cut)}};
  if (!e.known_as.empty()) out["known_as"] = e.known_as;
  if (e.what == core::FindingEvent::What::NotStored) out["report"] = printable(core::issue_text(f));
  return out;
}

Json object(const core::InputMeasured& e) {
  const core::Measurement& measured = e.run.measured;
  Json out = {{"event", "measured"},
              {"input", printable(measured.name)},
              {"target", e.target},
              {"answer", e.run.answer},
              {"change", measured.change},
              {"note", printable(measured.note)},
              {"cpu_seconds", measured.cpu_seconds},
              {"work", measured.work}};
  if (const std::optional<core::Sampling>& sampling = measured.sampling)
    out.update({{"runs", sampling->runs},
                {"answered", sampling->answered},
                {"left_out", sampling->left_out},
                {"median_cpu_seconds", sampling->median_seconds},
                {"median_work", sampling->median_work}});
  return out;
}

std::string_view level_name(core::Message::Level level) {
  switch (level) {
    case core::Message::Level::Info: return "info";
    case core::Message::Level::Warning: return "warning";
    case core::Message::Level::Error: return "error";
  }
  return "";
}

Json object(const core::Message& e) {
  return {{"event", "message"}, {"level", level_name(e.level)}, {"text", printable(e.text)}};
}

Json object(const core::CampaignFinished& e) {
  Json out = {{"event", "finished"}, {"reason", core::description(e.reason)}};
  out.update(counts(e.progress));
  return out;
}

}  // namespace

std::string json_line(const core::Event& event) {
  Json json = {{"format", core::kJsonFormat}};
  json.update(std::visit([](const auto& e) { return object(e); }, event));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::cli

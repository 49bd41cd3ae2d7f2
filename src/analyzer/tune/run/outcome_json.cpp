#include "analyzer/tune/run/outcome_json.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace assay::analyzer::tune {
namespace {

using nlohmann::json;
using RunStatus = Outcome::Status;

constexpr std::array<std::pair<RunStatus, std::string_view>, 5> kStatuses = {{
    {RunStatus::Done, "done"},
    {RunStatus::Limited, "limited"},
    {RunStatus::Failed, "failed"},
    {RunStatus::Rejected, "rejected"},
    {RunStatus::Stopped, "stopped"},
}};

json to_json(const std::vector<CheckKey>& checks) {
  json rows = json::array();
  for (const CheckKey& key : checks) rows.push_back({key.file, key.function, key.line, key.kind, key.property});
  return rows;
}

std::vector<CheckKey> checks_from(const json& rows) {
  std::vector<CheckKey> checks;
  for (const json& row : rows)
    checks.push_back({row.at(0).get<std::string>(), row.at(1).get<std::string>(), row.at(2).get<unsigned>(),
                      row.at(3).get<std::string>(), row.at(4).get<std::string>()});
  return checks;
}

}  // namespace

std::string_view name(Outcome::Status status) {
  for (const auto& [value, text] : kStatuses)
    if (value == status) return text;
  return "failed";
}

std::string to_json_text(const Outcome& outcome) {
  json object = {{"status", name(outcome.status)},          {"reason", outcome.reason},
                 {"cpu_seconds", outcome.cpu_seconds},      {"wall_seconds", outcome.wall_seconds},
                 {"memory_bytes", outcome.memory_bytes},    {"alarms", to_json(outcome.alarms)},
                 {"proved", to_json(outcome.proved)},       {"dead", to_json(outcome.dead)},
                 {"dead_functions", outcome.dead_functions}};
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Outcome> outcome_from_json(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object()) return Error{"a stored run is no JSON object", ""};
  try {
    Outcome outcome;
    const auto status = object.at("status").get<std::string>();
    const auto* row =
        std::find_if(kStatuses.begin(), kStatuses.end(), [&](const auto& one) { return one.second == status; });
    if (row == kStatuses.end()) return Error{"a stored run has the unknown status '" + status + "'", ""};
    outcome.status = row->first;
    outcome.reason = object.at("reason").get<std::string>();
    outcome.cpu_seconds = object.at("cpu_seconds").get<double>();
    outcome.wall_seconds = object.at("wall_seconds").get<double>();
    outcome.memory_bytes = object.at("memory_bytes").get<std::uint64_t>();
    outcome.alarms = checks_from(object.at("alarms"));
    outcome.proved = checks_from(object.at("proved"));
    outcome.dead = checks_from(object.at("dead"));
    outcome.dead_functions = object.at("dead_functions").get<std::vector<std::string>>();
    return outcome;
  } catch (const json::exception& problem) {
    return Error{std::string("a stored run cannot be read: ") + problem.what(), ""};
  }
}

}  // namespace assay::analyzer::tune

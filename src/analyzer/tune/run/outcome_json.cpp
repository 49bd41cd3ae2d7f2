#include "analyzer/tune/run/outcome_json.hpp"

#include <nlohmann/json.hpp>

namespace assay::analyzer::tune {

static constexpr auto json_fields(const Outcome*) {
  using core::required_field;
  return std::tuple{required_field("status", &Outcome::status),
                    required_field("reason", &Outcome::reason),
                    required_field("cpu_seconds", &Outcome::cpu_seconds),
                    required_field("wall_seconds", &Outcome::wall_seconds),
                    required_field("memory_bytes", &Outcome::memory_bytes),
                    required_field("alarms", &Outcome::alarms, core::ListForm<core::RowForm>()),
                    required_field("proved", &Outcome::proved, core::ListForm<core::RowForm>()),
                    required_field("dead", &Outcome::dead, core::ListForm<core::RowForm>()),
                    required_field("dead_functions", &Outcome::dead_functions)};
}

std::string to_json_text(const Outcome& outcome) { return core::json_text(core::json_from<nlohmann::json>(outcome)); }

Result<Outcome> outcome_from_json(std::string_view text) {
  Outcome outcome;
  if (const auto problem = core::read_json(nlohmann::json::parse(text, nullptr, false), outcome))
    return Error{"a stored run cannot be read: " + *problem, ""};
  return outcome;
}

}  // namespace assay::analyzer::tune

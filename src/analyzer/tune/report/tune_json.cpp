#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/tune/report/tune_job.hpp"
#include "analyzer/tune/report/tuned_json.hpp"

namespace assay::analyzer::tune {
namespace {

using Resource = Budget::Resource;

constexpr std::array<std::pair<Resource, std::string_view>, 3> kResources = {{
    {Resource::Time, "time"},
    {Resource::Memory, "memory"},
    {Resource::Both, "both"},
}};

std::string_view resource_name(Resource resource) {
  for (const auto& [value, text] : kResources)
    if (value == resource) return text;
  return "time";
}

}  // namespace

std::string to_json(const TuneRecord& record) {
  using Json = nlohmann::ordered_json;
  const Budget& budget = record.options.budget;
  Json codes = Json::array();
  for (const Tuned& tuned : record.codes) {
    Json& code = codes.emplace_back(Json::parse(tuned_to_json(tuned)));
    code["trade_offs"] = Json::array();
    for (const TuneStep& step : trade_offs(tuned))
      code["trade_offs"].push_back({{"recipe", step.recipe},
                                    {"alarms", step.alarms},
                                    {"cpu_seconds", step.cost_seconds},
                                    {"memory_bytes", step.memory_bytes}});
  }
  const Json object = {{"assay-tuning", 1},
                       {"target", record.target},
                       {"goal", words_of(record.goal).goal},
                       {"version", record.version},
                       {"budget",
                        {{"cpu_seconds", budget.cpu_seconds},
                         {"memory_bytes", budget.memory_bytes},
                         {"resource", resource_name(budget.resource)}}},
                       {"configuration", tune_option_table().to_toml(record.options)},
                       {"wanted", record.wanted},
                       {"codes", std::move(codes)}};
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::analyzer::tune

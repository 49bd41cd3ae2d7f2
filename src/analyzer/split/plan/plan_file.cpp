#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/analyzer/split_job.hpp"
#include "assay/core/io.hpp"

namespace assay::analyzer::splitting {
namespace {

using PlanJson = nlohmann::ordered_json;

constexpr int kFormat = 1;

PlanJson units_json(const Graph& graph) {
  PlanJson units = PlanJson::array();
  for (std::size_t i = 0; i < graph.units.size(); ++i) {
    const Unit& unit = graph.units[i];
    units.push_back({{"name", unit.name},
                     {"files", unit.files},
                     {"size", unit.size},
                     {"lines", unit.lines},
                     {"uses", graph.uses[i]}});
  }
  return units;
}

Graph graph_from(const PlanJson& json) {
  Graph graph;
  for (const PlanJson& row : json.at("units")) {
    Unit unit;
    unit.name = row.at("name");
    unit.files = row.at("files").get<std::vector<std::string>>();
    unit.size = row.at("size");
    unit.lines = row.at("lines");
    graph.units.push_back(std::move(unit));
    graph.uses.push_back(row.at("uses").get<UnitSet>());
  }
  graph.shared = json.at("shared").get<std::vector<std::string>>();
  graph.unowned = json.at("unowned").get<std::vector<std::string>>();
  return graph;
}

PlanJson sets_json(const Plan& plan) {
  PlanJson sets = PlanJson::array();
  for (const Partition& partition : plan.partitions) sets.push_back(partition.units);
  return sets;
}

/// Whether every unit is in a set, and the sets have only valid units.
bool covers(const std::vector<UnitSet>& sets, std::size_t units) {
  std::vector<bool> there(units, false);
  for (const UnitSet& set : sets)
    for (const UnitId unit : set) {
      if (unit >= units) return false;
      there[unit] = true;
    }
  return std::find(there.begin(), there.end(), false) == there.end();
}

bool uses_are_units(const Graph& graph) {
  for (const UnitSet& uses : graph.uses)
    for (const UnitId unit : uses)
      if (unit >= graph.units.size()) return false;
  return true;
}

Result<PlannedSplit> read_planned(const PlanJson& json) {
  if (json.at("assay-plan") != kFormat) return Error{"it is of another version of Assay", ""};
  PlannedSplit planned;
  Result<Definition> definition = resolve_analyzer(json.at("target").get<std::string>());
  if (!definition) return definition.error();
  planned.target = json.at("target");
  planned.prepared.definition = std::move(*definition);
  Project& project = planned.prepared.project;
  project.root = json.at("root");
  project.files = json.at("files").get<std::vector<std::string>>();
  project.database = json.at("database");
  planned.prepared.graph_name = json.at("graph");
  planned.prepared.graph = graph_from(json);
  planned.choice.strategy = json.at("strategy");
  planned.choice.max_size = json.at("max_size");
  planned.choice.reason = "as the plan says";
  planned.reach = json.at("reach");
  planned.share = json.at("share");
  const auto sets = json.at("partitions").get<std::vector<UnitSet>>();
  if (!uses_are_units(planned.prepared.graph) || !covers(sets, planned.prepared.graph.units.size()))
    return Error{"its partitions and its units do not fit together", ""};
  if (find_strategy(planned.choice.strategy) == nullptr)
    return Error{"there is no strategy '" + planned.choice.strategy + "'", ""};
  SplitTask task;
  task.graph = &planned.prepared.graph;
  task.max_size = planned.choice.max_size;
  task.reach = planned.reach;
  task.share = planned.share;
  planned.plan = plan_from(sets, task);
  return planned;
}

}  // namespace

PlannedSplit planned_of(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options) {
  PlannedSplit planned;
  planned.target = core::exists(options.target) ? core::absolute_path(options.target) : options.target;
  planned.prepared = prepared;
  planned.choice = choice;
  planned.plan = plan_for(prepared, choice, options);
  planned.reach = options.reach > 0 ? options.reach : prepared.definition.splitting.reach;
  planned.share = options.share;
  return planned;
}

std::string planned_to_json(const PlannedSplit& planned) {
  const PreparedProject& prepared = planned.prepared;
  const PlanJson json = {
      {"assay-plan", kFormat},
      {"target", planned.target},
      {"root", prepared.project.root},
      {"database", prepared.project.database.empty() ? std::string() : core::absolute_path(prepared.project.database)},
      {"graph", prepared.graph_name},
      {"strategy", planned.choice.strategy},
      {"max_size", planned.choice.max_size},
      {"reach", planned.reach},
      {"share", planned.share},
      {"partitions", sets_json(planned.plan)},
      {"units", units_json(prepared.graph)},
      {"shared", prepared.graph.shared},
      {"unowned", prepared.graph.unowned},
      {"files", prepared.project.files}};
  return json.dump(-1, ' ', false, PlanJson::error_handler_t::replace) + "\n";
}

Result<PlannedSplit> planned_from_json(std::string_view text) {
  const PlanJson json = PlanJson::parse(text, nullptr, false);
  try {
    return read_planned(json);
  } catch (const PlanJson::exception& problem) {
    return Error{problem.what(), ""};
  }
}

}  // namespace assay::analyzer::splitting

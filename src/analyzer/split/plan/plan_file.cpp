#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/split/plan/prepare.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"

namespace assay::analyzer::splitting {
static constexpr auto json_fields(const Unit*) {
  return core::required_fields("name", &Unit::name, "files", &Unit::files, "size", &Unit::size, "lines", &Unit::lines);
}

namespace {

using PlanJson = nlohmann::ordered_json;

constexpr unsigned kFormat = 1;

/// The units of a graph, each with the units that it uses.
struct UnitsForm {
  template <typename Json>
  static Json write(const Graph& graph) {
    Json rows = core::json_from<Json>(graph.units);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i]["uses"] = graph.uses[i];
    return rows;
  }
  static std::string read(const PlanJson& in, Graph& graph) {
    std::string problem = core::PlainForm::read(in, graph.units);
    for (std::size_t i = 0; i < graph.units.size() && problem.empty(); ++i)
      problem = core::PlainForm::read(in[i].value("uses", PlanJson()), graph.uses.emplace_back());
    return problem;
  }
};

/// A partition as its units, from which the rest of it follows.
struct PartitionForm {
  template <typename Json>
  static Json write(const Partition& partition) {
    return partition.units;
  }
  static std::string read(const PlanJson& in, Partition& partition) {
    return core::PlainForm::read(in, partition.units);
  }
};

}  // namespace

static constexpr auto json_fields(const PlannedSplit*) {
  using core::required_field;
  return std::tuple{required_field("target", &PlannedSplit::target),
                    required_field(
                        "root", [](auto& planned) -> auto& { return planned.prepared.project.root; }),
                    required_field(
                        "database", [](auto& planned) -> auto& { return planned.prepared.project.database; }),
                    required_field(
                        "graph", [](auto& planned) -> auto& { return planned.prepared.graph_name; }),
                    required_field(
                        "strategy", [](auto& planned) -> auto& { return planned.choice.strategy; }),
                    required_field(
                        "max_size", [](auto& planned) -> auto& { return planned.choice.max_size; }),
                    required_field("reach", &PlannedSplit::reach),
                    required_field("share", &PlannedSplit::share),
                    required_field(
                        "partitions", [](auto& planned) -> auto& { return planned.plan.partitions; },
                        core::ListForm<PartitionForm>()),
                    required_field(
                        "units", [](auto& planned) -> auto& { return planned.prepared.graph; }, UnitsForm()),
                    required_field(
                        "shared", [](auto& planned) -> auto& { return planned.prepared.graph.shared; }),
                    required_field(
                        "unowned", [](auto& planned) -> auto& { return planned.prepared.graph.unowned; }),
                    required_field(
                        "files", [](auto& planned) -> auto& { return planned.prepared.project.files; }),
                    core::sparse_field("expected", &PlannedSplit::expected),
                    core::sparse_field("limits", &PlannedSplit::limits)};
}

namespace {

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

}  // namespace

PlannedSplit planned_of(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options) {
  PlannedSplit planned;
  planned.target = core::exists(options.target) ? core::absolute_path(options.target) : options.target;
  planned.prepared = prepared;
  std::string& database = planned.prepared.project.database;
  if (!database.empty()) database = core::absolute_path(database);
  planned.choice = choice;
  planned.plan = plan_for(prepared, choice, options);
  planned.reach = task_for(prepared, choice, options).reach;
  planned.share = options.share;
  for (const Partition& partition : planned.plan.partitions) {
    if (choice.expected) planned.expected.push_back(choice.expected(partition.units));
    if (choice.limit) planned.limits.push_back(choice.limit(partition.units));
  }
  return planned;
}

std::string planned_to_json(const PlannedSplit& planned) {
  PlanJson json = {{"assay-plan", kFormat}};
  json.update(core::json_from<PlanJson>(planned));
  return core::json_text(json) + "\n";
}

Result<PlannedSplit> planned_from_json(std::string_view text) {
  const PlanJson json = PlanJson::parse(text, nullptr, false);
  if (core::json_at<unsigned>(json, "assay-plan") != kFormat) return Error{"it is of another version of Assay", ""};
  PlannedSplit planned;
  if (const auto problem = core::read_json(json, planned)) return Error{*problem, ""};
  Result<Definition> definition = resolve_analyzer(planned.target);
  if (!definition) return definition.error();
  planned.prepared.definition = std::move(*definition);
  planned.choice.reason = "as the plan says";
  std::vector<UnitSet> sets;
  for (Partition& partition : planned.plan.partitions) sets.push_back(std::move(partition.units));
  if (!uses_are_units(planned.prepared.graph) || !covers(sets, planned.prepared.graph.units.size()))
    return Error{"its partitions and its units do not fit together", ""};
  if (find_strategy(planned.choice.strategy) == nullptr)
    return Error{"there is no strategy '" + planned.choice.strategy + "'", ""};
  for (std::vector<double>* numbers : {&planned.expected, &planned.limits})
    if (!numbers->empty() && numbers->size() != sets.size())
      return Error{"its partitions and their expected costs do not fit together", ""};
  SplitTask task;
  task.graph = &planned.prepared.graph;
  task.max_size = planned.choice.max_size;
  task.reach = planned.reach;
  task.share = planned.share;
  planned.plan = plan_from(std::move(sets), task);
  return planned;
}

}  // namespace assay::analyzer::splitting

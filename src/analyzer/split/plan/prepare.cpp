#include "analyzer/split/plan/prepare.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analyzer/split/plan/cost_model.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {

std::string cache_folder(const SplitOptions& options) {
  if (!options.use_cache) return {};
  if (!options.cache.empty()) return options.cache;
  if (const char* const place = std::getenv("XDG_CACHE_HOME"); place != nullptr && *place != '\0')
    return std::string(place) + "/assay/split";
  const char* const home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? std::string() : std::string(home) + "/.cache/assay/split";
}

std::string cost_path(const PreparedProject& prepared, const SplitOptions& options) {
  const std::string folder = cache_folder(options);
  if (folder.empty()) return {};
  std::uint64_t hash = hash_bytes(prepared.project.root);
  for (const Splitting::Step& step : prepared.definition.splitting.steps)
    for (const std::string& word : step.argv) hash = hash_bytes(word, combine(hash, step.argv.size()));
  return folder + "/costs/" + prepared.definition.name + "-" + to_hex(hash) + ".json";
}

double kloc_of(const Graph& graph, const UnitSet& units) {
  std::uint64_t lines = 0;
  for (const UnitId unit : units) lines += graph.units[unit].lines;
  return static_cast<double>(lines) / 1000;
}

namespace {

/// Sets each unit's size to the seconds that it adds to a run, by the costs of earlier runs.
Status measure_costs(PreparedProject& prepared, const SplitOptions& options) {
  const CostStore store(cost_path(prepared, options));
  const CostCurve curve = fitted(store.samples(), &CostSample::seconds, prepared.definition.splitting.seconds);
  double kloc = 0;
  for (const Unit& unit : prepared.graph.units) kloc += static_cast<double>(unit.lines) / 1000;
  if (!curve.known() || kloc <= 0)
    return Error{"the cost of this analyzer's runs is not known", "run it with --size-by files first, or write hints"};
  const double rate = (curve.at(kloc) - curve.fixed) / kloc;
  constexpr double kMinUnitSize = 0.001;
  for (Unit& unit : prepared.graph.units)
    unit.size = std::max(kMinUnitSize, static_cast<double>(unit.lines) / 1000 * rate * store.factor(unit.name));
  return {};
}

/// Sets the units' sizes in the measure that limits partitions. Every unit has a positive size.
Status measure(PreparedProject& prepared, const SplitOptions& options) {
  if (options.size_by == "cost") return measure_costs(prepared, options);
  if (options.size_by == "lines")
    for (Unit& unit : prepared.graph.units) unit.size = static_cast<double>(std::max<std::uint64_t>(1, unit.lines));
  return {};
}

}  // namespace

Result<PreparedProject> prepare(const std::string& folder, const SplitOptions& options, const std::stop_token& stop) {
  PreparedProject prepared;
  if (!options.target.empty()) {
    Result<Definition> definition = resolve_analyzer(options.target);
    if (!definition) return definition.error();
    prepared.definition = std::move(*definition);
    if (!prepared.definition.splitting.known())
      return Error{"Assay does not know how to run '" + prepared.definition.name + "' on a part of a project",
                   "its definition needs a table [split]: docs/user/analyzer-split.md"};
    if (const Result<std::string> version = version_of(prepared.definition)) prepared.version = *version;
  }
  Result<Project> project = scan_project(folder, options.excluded);
  if (!project) return project.error();
  prepared.project = std::move(*project);
  if (!options.database.empty()) {
    if (!core::exists(options.database))
      return Error{"there is no file '" + options.database + "'", "give --database a compile_commands.json"};
    prepared.project.database = options.database;
  }
  const GraphTask task{prepared.project, options.edges, options.flags, cache_folder(options), options.jobs, stop};
  const Splitting& splitting = prepared.definition.splitting;
  const bool own = options.graph == "auto" && options.edges.empty() && !splitting.graph.empty();
  std::vector<std::string> languages = prepared.definition.languages;
  if (options.target.empty()) languages = {"c", "c++", "python", "java", "javascript"};
  const Result<const GraphRow*> row = graph_for(own ? splitting.graph : options.graph, languages, task);
  if (!row) return row.error();
  prepared.graph_name = (*row)->name;
  Result<Graph> graph = (*row)->read(task);
  if (!graph) return graph.error();
  if (graph->units.empty())
    return Error{"there is nothing to split in '" + folder + "'", "take another --graph, or --edges"};
  prepared.graph = options.unit == "folder" ? by_folder(*graph) : std::move(*graph);
  ProjectFeatures features = read_features(prepared.project, prepared.graph);
  prepared.weights = std::move(features.weights);
  prepared.text_hash = features.text_hash;
  if (const Status measured = measure(prepared, options); !measured) return measured.error();
  return prepared;
}

}  // namespace assay::analyzer::splitting

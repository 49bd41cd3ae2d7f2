#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

/// Splitting of a project into partitions that an analyzer can take: SizeLimiting, SplitMerge and newer strategies
/// (docs/dev/analyzer-split.md).
namespace assay::analyzer::splitting {

/// The files of a project.
struct Project {
  std::string root;                  ///< absolute, without symbolic links
  std::vector<std::string> files;    ///< relative to the root, sorted
  std::vector<std::string> refused;  ///< symbolic links that lead out of the project or nowhere
  std::string database;              ///< absolute path of its compile_commands.json; empty: none
};
/// Finds the files of a folder. Skips hidden folders, folders of third-party packages, and the paths in `excluded`
/// (relative to the root). A link to a file inside the project is not a file of its own. An Error if the folder does
/// not exist.
[[nodiscard]] Result<Project> scan_project(const std::string& folder, const std::vector<std::string>& excluded);

using UnitId = std::uint32_t;
using UnitSet = std::vector<UnitId>;  ///< ascending

/// The smallest part of a project, which a partition contains as a whole: a file, a class with its inner classes, a
/// folder.
struct Unit {
  std::string name;
  std::vector<std::string> files;  ///< relative to the root, sorted
  double size = 1;                 ///< in the measure that limits partitions: files, lines or seconds
  std::uint64_t lines = 0;
};

/// The units of a project and their dependencies.
struct Graph {
  std::vector<Unit> units;           ///< sorted by name
  std::vector<UnitSet> uses;         ///< for each unit, the units that it depends on, without itself
  std::vector<std::string> shared;   ///< files that belong to no unit and are added to every partition: headers
  std::vector<std::string> unowned;  ///< files of the language that no unit owns: they are not analyzed
  std::vector<std::string> notes;    ///< problems of the reader, for people
};
[[nodiscard]] std::size_t edge_count(const Graph& graph);

/// The input of a reader of dependencies.
struct GraphTask {
  const Project& project;
  std::string edges;               ///< a file with dependencies, for readers that need one; empty: none
  std::vector<std::string> flags;  ///< compiler flags for all files
  std::string cache;               ///< folder that caches what was read; empty: no cache
  unsigned jobs = 1;
  std::stop_token stop;
};

/// A reader of dependencies: a row of the registry (src/analyzer/split/graph/graphs.cpp).
struct GraphRow {
  std::string_view name;
  std::string_view summary;
  std::string_view languages;  ///< languages, separated by spaces, for which "auto" may choose the reader; empty: none
  /// Whether it can read the dependencies here; if not, `why` says what is missing. "auto" takes the first ready row.
  bool (*ready)(const GraphTask& task, std::string& why);
  Result<Graph> (*read)(const GraphTask& task);
};
[[nodiscard]] const std::vector<GraphRow>& graphs();
/// The row of this name. For "auto", the first ready row for any of the languages. An Error lists the names.
[[nodiscard]] Result<const GraphRow*> graph_for(std::string_view name, const std::vector<std::string>& languages,
                                                const GraphTask& task);
/// The graph with folders as units: each unit has the files directly in its folder.
[[nodiscard]] Graph by_folder(const Graph& graph);

/// The input of a strategy.
struct SplitTask {
  const Graph* graph = nullptr;
  double max_size = 500;  ///< S: maximum size of a partition of several units
  unsigned reach = 2;     ///< k: maximum number of dependency steps to follow; 0: no maximum
  double share = 0.1;     ///< p of SplitMerge: the part of S that all parts of a too large closure repeat
};

/// A strategy: a row of the registry (src/analyzer/split/partition/strategies.cpp). Every unit is in at least one set,
/// and the sets depend on the task alone.
struct StrategyRow {
  std::string_view name;  ///< "union-growth", "size-limiting", "split-merge", "whole"
  std::string_view summary;
  bool needs_graph;  ///< it reads the dependencies
  bool bounded;      ///< it keeps to SplitTask::max_size
  std::vector<UnitSet> (*split)(const SplitTask& task);
};
[[nodiscard]] const std::vector<StrategyRow>& strategies();
/// Null: unknown name.
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);

struct Partition {
  UnitSet units;
  /// The units of `units` whose results count in this partition, because it has most of their dependencies.
  UnitSet owned;
  double size = 0;
};

/// A unit whose dependencies are not all in one partition.
struct CutClosure {
  UnitId unit = 0;
  double size = 0;  ///< size of the unit's closure
  double kept = 0;  ///< size of the part of the closure that the unit's owner has
};

/// The partitions of a project, and the dependencies that they lose.
struct Plan {
  std::vector<Partition> partitions;            ///< by their first owned unit
  std::vector<std::size_t> owner;               ///< for each unit, its partition
  std::vector<CutClosure> cut;                  ///< by unit
  std::vector<UnitSet> cycles;                  ///< cycles that are larger than S, so partitions cut them
  std::vector<std::pair<UnitId, UnitId>> lost;  ///< dependencies whose two ends share no partition
  double whole = 0;                             ///< size of the project
  double sum = 0;                               ///< total size of the partitions: sum / whole is the replication
  double longest = 0;                           ///< largest partition
};
[[nodiscard]] Plan plan_of(const StrategyRow& strategy, const SplitTask& task);
/// The plan for given sets of units.
[[nodiscard]] Plan plan_from(std::vector<UnitSet> sets, const SplitTask& task);
/// Splits a set of units at half of its size, by its own dependencies; union-growth replaces a strategy that is not
/// bounded. `task.max_size` does not count.
[[nodiscard]] std::vector<Partition> halves_of(const UnitSet& units, const StrategyRow& strategy,
                                               const SplitTask& task);

/// Cheap properties of a project's text, from which costs are estimated before the first run.
struct ProjectFeatures {
  /// For each unit, its expected share of the project's cost: its lines and the lines of the project's headers that it
  /// includes, scaled so that the sum is the project's thousands of lines.
  std::vector<double> weights;
  std::uint64_t text_hash = 0;  ///< hash of the names and texts of all units and shared files
};
/// Sets the units' numbers of lines, too: lines of compiled files count only in units without sources.
[[nodiscard]] ProjectFeatures read_features(const Project& project, Graph& graph);

}  // namespace assay::analyzer::splitting

#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

/// Splitting of a project into partitions that an analyzer can take (SizeLimiting, SplitMerge, and what comes after
/// them; docs/dev/analyzer-split.md).
namespace assay::analyzer::splitting {

/// A project's files, as they are found.
struct Project {
  std::string root;                  ///< absolute, without links
  std::vector<std::string> files;    ///< from the root, sorted
  std::vector<std::string> refused;  ///< symbolic links that lead out of the project or nowhere
  std::string database;              ///< absolute path of its compile_commands.json; empty: none
};
/// Finds the files of a folder. Skips hidden folders, folders of third-party packages, and the paths in `excluded`
/// (relative to the root). Links to files inside are no files of their own. An Error when there is no such folder.
[[nodiscard]] Result<Project> scan_project(const std::string& folder, const std::vector<std::string>& excluded);

using UnitId = std::uint32_t;
using UnitSet = std::vector<UnitId>;  ///< ascending

/// The smallest part that a partition contains whole: a file, a class with its inner classes, a folder.
struct Unit {
  std::string name;
  std::vector<std::string> files;  ///< from the root, sorted
  double size = 1;                 ///< in what partitions are limited by: files, lines, seconds
  std::uint64_t lines = 0;
};

/// The units of a project and their dependencies.
struct Graph {
  std::vector<Unit> units;           ///< sorted by name
  std::vector<UnitSet> uses;         ///< of each unit: what it depends on, without itself
  std::vector<std::string> shared;   ///< files that belong to no unit and go with every partition: headers
  std::vector<std::string> unowned;  ///< files of the language that no unit owns: they are not analyzed
  std::vector<std::string> notes;    ///< what the reader could not do
};
[[nodiscard]] std::size_t edge_count(const Graph& graph);

/// What a reader of dependencies gets.
struct GraphTask {
  const Project& project;
  std::string edges;               ///< a file with dependencies, where the reader needs one; empty: none
  std::vector<std::string> flags;  ///< of a compiler, for all files
  std::string cache;               ///< folder for what was read before; empty: none
  unsigned jobs = 1;
  std::stop_token stop;
};

/// A reader of dependencies: a row of the registry (src/analyzer/split/graph/graphs.cpp).
struct GraphRow {
  std::string_view name;
  std::string_view summary;
  std::string_view languages;  ///< for which it may be taken unasked, with spaces between; empty: none
  /// Whether it can read the dependencies here; `why` says what is missing. The first row that can is used.
  bool (*ready)(const GraphTask& task, std::string& why);
  Result<Graph> (*read)(const GraphTask& task);
};
[[nodiscard]] const std::vector<GraphRow>& graphs();
/// The row of this name; with "auto", the first one for one of the languages that is ready. An Error names what there
/// is.
[[nodiscard]] Result<const GraphRow*> graph_for(std::string_view name, const std::vector<std::string>& languages,
                                                const GraphTask& task);
/// The graph with folders as units: each has the files that stand in it.
[[nodiscard]] Graph by_folder(const Graph& graph);

/// What a strategy gets.
struct SplitTask {
  const Graph* graph = nullptr;
  double most = 500;   ///< S: no partition is larger, but for one of a single unit
  unsigned reach = 2;  ///< k: how far dependencies are followed; 0: to the end
  double share = 0.1;  ///< p of SplitMerge: of S, what is repeated in all parts of a closure that is too large
};

/// A way to split: a row of the registry (src/analyzer/split/partition/strategies.cpp). Every unit is in some set, and
/// the sets depend on the task alone.
struct StrategyRow {
  std::string_view name;  ///< "union-growth", "size-limiting", "split-merge", "whole"
  std::string_view summary;
  bool needs_graph;  ///< it looks at dependencies
  bool bounded;      ///< it keeps to SplitTask::most
  std::vector<UnitSet> (*split)(const SplitTask& task);
};
[[nodiscard]] const std::vector<StrategyRow>& strategies();
/// Null: there is none of this name.
[[nodiscard]] const StrategyRow* find_strategy(std::string_view name);

struct Partition {
  UnitSet units;
  UnitSet owned;  ///< of these, units whose dependencies are here most completely: their findings count here
  double size = 0;
};

/// A unit whose dependencies are in no partition together.
struct CutClosure {
  UnitId unit = 0;
  double size = 0;  ///< of the closure
  double kept = 0;  ///< of it, what its owner has
};

/// The partitions of a project, and the dependencies that they lose.
struct Plan {
  std::vector<Partition> partitions;            ///< by their first owned unit
  std::vector<std::size_t> owner;               ///< of each unit: a partition
  std::vector<CutClosure> cut;                  ///< by unit
  std::vector<UnitSet> cycles;                  ///< that are larger than S, so they are cut
  std::vector<std::pair<UnitId, UnitId>> lost;  ///< dependencies whose ends are nowhere together
  double whole = 0;                             ///< size of the project
  double sum = 0;                               ///< of the partitions: sum / whole is the replication
  double longest = 0;                           ///< largest partition
};
[[nodiscard]] Plan plan_of(const StrategyRow& strategy, const SplitTask& task);
/// The same from sets that are known.
[[nodiscard]] Plan plan_from(std::vector<UnitSet> sets, const SplitTask& task);

}  // namespace assay::analyzer::splitting

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analyzer/split/source/split.hpp"

/// Made-up projects for splitting, with findings that need several files. Planted tests and bench/ use them.
namespace assay::planted {

enum class SplitShape : std::uint8_t {
  Modules,  ///< groups of files that use one another, and a few other groups
  Layers,   ///< each file uses files of the layer below it
  Library,  ///< programs of a few files that all use some of a library
  Cycles,   ///< groups whose files reach one another
};
[[nodiscard]] std::vector<SplitShape> split_shapes();
[[nodiscard]] std::string_view name(SplitShape shape);

struct SplitProject {
  analyzer::splitting::Graph graph;
  /// Units that an analyzer has to see together, up to two uses away from the first.
  std::vector<analyzer::splitting::UnitSet> findings;
};
[[nodiscard]] SplitProject split_project(SplitShape shape, std::uint64_t seed, std::size_t units);

/// The number of findings whose units are all in the same set.
[[nodiscard]] std::size_t kept(const SplitProject& project, const std::vector<analyzer::splitting::UnitSet>& sets);

/// A graph with `uses` uses, most of them between near units.
[[nodiscard]] analyzer::splitting::Graph large_graph(std::uint64_t seed, std::size_t units, std::size_t uses);

}  // namespace assay::planted

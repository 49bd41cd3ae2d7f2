#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// A graph of units with one file each, by edges between their names.
inline Graph graph_of(const std::vector<std::string>& names,
                      const std::vector<std::pair<std::string, std::string>>& edges) {
  Graph graph;
  for (const std::string& name : names) {
    Unit unit;
    unit.name = name;
    unit.files = {name};
    graph.units.push_back(std::move(unit));
  }
  graph.uses.resize(names.size());
  const auto number = [&](const std::string& name) {
    for (UnitId unit = 0; unit < graph.units.size(); ++unit)
      if (graph.units[unit].name == name) return unit;
    return UnitId{0};
  };
  for (const auto& [from, to] : edges) graph.uses[number(from)].push_back(number(to));
  return graph;
}

/// Its partitions as names without separators, sorted: "ABC".
inline std::vector<std::string> named(const Graph& graph, const std::vector<UnitSet>& sets) {
  std::vector<std::string> names;
  for (const UnitSet& set : sets) {
    std::string& name = names.emplace_back();
    for (const UnitId unit : set) name += graph.units[unit].name;
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace assay::analyzer::splitting

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

std::vector<Partition> halves_of(const UnitSet& units, const StrategyRow& strategy, const SplitTask& task) {
  const Graph& graph = *task.graph;
  Graph part;
  std::map<UnitId, UnitId> now;
  double size = 0, largest = 0;
  for (const UnitId unit : units) {
    now.emplace(unit, static_cast<UnitId>(part.units.size()));
    part.units.push_back(graph.units[unit]);
    size += part.units.back().size;
    largest = std::max(largest, part.units.back().size);
  }
  for (const UnitId unit : units) {
    UnitSet uses;
    for (const UnitId next : graph.uses[unit])
      if (const auto at = now.find(next); at != now.end()) uses.push_back(at->second);
    part.uses.push_back(std::move(uses));
  }
  const StrategyRow& row = strategy.bounded ? strategy : *find_strategy("union-growth");
  std::vector<Partition> halves = plan_of(row, {&part, std::max(largest, size / 2), task.reach, task.share}).partitions;
  for (Partition& half : halves) {
    for (UnitId& unit : half.units) unit = units[unit];
    for (UnitId& unit : half.owned) unit = units[unit];
  }
  return halves;
}

}  // namespace assay::analyzer::splitting

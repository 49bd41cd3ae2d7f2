#include <utility>

#include "analyzer/split/partition/strategy_rows.hpp"

namespace assay::analyzer::splitting {

/// SizeLimiting: units in the order of their names, each in exactly one partition.
std::vector<UnitSet> split_by_size(const SplitTask& task) {
  std::vector<UnitSet> sets;
  UnitSet here;
  double size = 0;
  for (UnitId unit = 0; unit < task.graph->units.size(); ++unit) {
    const double more = task.graph->units[unit].size;
    if (!here.empty() && size + more > task.max_size) {
      sets.push_back(std::exchange(here, {}));
      size = 0;
    }
    here.push_back(unit);
    size += more;
  }
  if (!here.empty()) sets.push_back(std::move(here));
  return sets;
}

std::vector<UnitSet> split_not_at_all(const SplitTask& task) {
  UnitSet all(task.graph->units.size());
  for (UnitId unit = 0; unit < all.size(); ++unit) all[unit] = unit;
  return all.empty() ? std::vector<UnitSet>() : std::vector<UnitSet>{std::move(all)};
}

}  // namespace assay::analyzer::splitting

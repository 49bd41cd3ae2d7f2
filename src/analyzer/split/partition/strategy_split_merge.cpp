#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "analyzer/split/partition/strategy_rows.hpp"
#include "analyzer/split/source/closure.hpp"

namespace assay::analyzer::splitting {
namespace {

/// The degree of each unit of a closure: its uses in both directions, among the units of the closure, in the graph with
/// an edge to each unit within reach (Algorithm 8, lines 4 to 7; Algorithm 9, line 7).
std::vector<std::size_t> degrees_in(const UnitSet& units, const std::vector<UnitSet>& closures) {
  std::vector<std::size_t> degree(closures.size(), 0);
  std::vector<bool> inside(closures.size(), false);
  for (const UnitId unit : units) inside[unit] = true;
  for (const UnitId unit : units)
    for (const UnitId other : closures[unit]) {
      if (other == unit || !inside[other]) continue;
      ++degree[unit];
      ++degree[other];
    }
  return degree;
}

/// Splits a sequence into `count` parts of even size and at most `room`, or into more parts if necessary.
std::vector<std::vector<UnitId>> even_parts(const Graph& graph, const std::vector<UnitId>& units, std::size_t count,
                                            double room) {
  double left = 0;
  for (const UnitId unit : units) left += graph.units[unit].size;
  std::vector<std::vector<UnitId>> parts;
  std::vector<UnitId> here;
  double size = 0;
  for (const UnitId unit : units) {
    const double more = graph.units[unit].size;
    const double parts_left = count > parts.size() ? static_cast<double>(count - parts.size()) : 1;
    const bool even = size >= left / parts_left;  // even with respect to the units that are left
    if (!here.empty() && (even || size + more > room)) {
      left -= size;
      size = 0;
      parts.push_back(std::exchange(here, {}));
    }
    here.push_back(unit);
    size += more;
  }
  if (!here.empty()) parts.push_back(std::move(here));
  return parts;
}

/// Algorithm 9: the units with the most uses go into every part. Lines 14 to 17 of the publication count one such unit
/// less than they take, so that a part may have S + 1; here the remaining room counts.
std::vector<UnitSet> split_closure(const SplitTask& task, const UnitSet& closure,
                                   const std::vector<std::size_t>& degree) {
  const Graph& graph = *task.graph;
  std::vector<UnitId> order(closure.begin(), closure.end());
  std::stable_sort(order.begin(), order.end(), [&](UnitId a, UnitId b) { return degree[a] > degree[b]; });
  const double whole = size_of(graph, closure);
  const double share = std::floor(task.share * task.max_size);
  std::vector<UnitId> high;
  double high_size = 0;
  std::size_t at = 0;
  // v_0 to v_p: one unit more than p * S, but never all of the room.
  while (at < order.size() && high_size <= share) {
    const double more = graph.units[order[at]].size;
    if (high_size + more >= task.max_size) break;
    high_size += more;
    high.push_back(order[at++]);
  }
  const std::vector<UnitId> low(order.begin() + static_cast<std::ptrdiff_t>(at), order.end());
  const double room = task.max_size - high_size;
  const auto count = static_cast<std::size_t>(std::floor((whole - share) / (task.max_size - share))) + 1;
  std::vector<UnitSet> parts;
  bool repeated = high.empty();
  for (std::vector<UnitId>& part : even_parts(graph, low, count, room)) {
    // A unit that does not fit beside the repeated units stands alone.
    const bool fits = part.size() > 1 || graph.units[part.front()].size <= room;
    if (fits) part.insert(part.end(), high.begin(), high.end());
    repeated = repeated || fits;
    parts.push_back(as_set(std::move(part)));
  }
  if (!repeated) parts.push_back(as_set(std::move(high)));
  return parts;
}

/// Algorithm 10, lines 6 to 17: next fit, smallest first. The size of a union counts, not the sum of the sizes.
std::vector<UnitSet> next_fit(const SplitTask& task, std::vector<UnitSet> sets) {
  std::stable_sort(sets.begin(), sets.end(), [&](const UnitSet& a, const UnitSet& b) {
    return size_of(*task.graph, a) < size_of(*task.graph, b);
  });
  std::vector<UnitSet> bins;
  UnitSet here;
  for (UnitSet& set : sets) {
    UnitSet both;
    std::set_union(here.begin(), here.end(), set.begin(), set.end(), std::back_inserter(both));
    if (here.empty() || size_of(*task.graph, both) <= task.max_size) {
      here = std::move(both);
    } else {
      bins.push_back(std::exchange(here, std::move(set)));
    }
  }
  if (!here.empty()) bins.push_back(std::move(here));
  return bins;
}

}  // namespace

/// SplitMerge: computes the closure of each unit (Algorithm 8, whose second loop reads "for each u with (v, u) in E",
/// and adds to r), splits closures that are too large (9), and merges small ones (10).
std::vector<UnitSet> split_and_merge(const SplitTask& task) {
  const Graph& graph = *task.graph;
  Closures walk(graph);
  std::vector<UnitSet> closures;
  closures.reserve(graph.units.size());
  for (UnitId unit = 0; unit < graph.units.size(); ++unit) closures.push_back(as_set(walk.from(unit, task.reach)));
  std::vector<UnitSet> sets;
  for (const UnitSet& closure : closures) {
    if (closure.size() == 1 || size_of(graph, closure) <= task.max_size) {
      sets.push_back(closure);
      continue;
    }
    std::vector<UnitSet> parts = split_closure(task, closure, degrees_in(closure, closures));
    sets.insert(sets.end(), std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
  }
  return next_fit(task, without_contained(std::move(sets), graph.units.size()));
}

}  // namespace assay::analyzer::splitting

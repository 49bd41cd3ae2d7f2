#include <algorithm>
#include <limits>
#include <utility>

#include "analyzer/split/partition/strategy_rows.hpp"
#include "analyzer/split/source/closure.hpp"
#include "assay/base/check.hpp"

namespace assay::analyzer::splitting {

const std::vector<StrategyRow>& strategies() {
  static const std::vector<StrategyRow> rows = {
      {"union-growth", "closures stay whole where they fit; the next one goes where the union grows least", true, true,
       split_by_union_growth},
      {"size-limiting", "by name, each file once: for analyzers that look at one file at a time", false, true,
       split_by_size},
      {"split-merge", "SplitMerge: a closure for each file, split where it is too large, merged by next fit", true,
       true, split_and_merge},
      {"whole", "one partition with everything", false, false, split_not_at_all},
  };
  return rows;
}

const StrategyRow* find_strategy(std::string_view name) {
  const auto at =
      std::find_if(strategies().begin(), strategies().end(), [&](const StrategyRow& row) { return row.name == name; });
  return at == strategies().end() ? nullptr : &*at;
}

std::size_t edge_count(const Graph& graph) {
  std::size_t count = 0;
  for (const UnitSet& uses : graph.uses) count += uses.size();
  return count;
}

namespace {

using UnitPlaces = std::vector<std::vector<std::size_t>>;  ///< for each unit: the partitions that have it, ascending

/// Chooses the partition with most of the unit's closure; of equal partitions the smallest, then the first.
void choose_owner(const SplitTask& task, const UnitPlaces& places, UnitId unit, Closures& walk,
                  std::vector<double>& kept, Plan& plan) {
  const std::vector<UnitId>& closure = walk.from(unit, task.reach);
  const double whole = walk.size();
  for (const std::size_t place : places[unit]) kept[place] = 0;
  for (const UnitId member : closure)
    for (const std::size_t place : places[member])
      if (std::binary_search(places[unit].begin(), places[unit].end(), place))
        kept[place] += task.graph->units[member].size;
  std::size_t best = places[unit].front();
  for (const std::size_t place : places[unit]) {
    const bool smaller = kept[place] == kept[best] && plan.partitions[place].size < plan.partitions[best].size;
    if (kept[place] > kept[best] || smaller) best = place;
  }
  plan.owner[unit] = best;
  constexpr double kRounding = 1e-6;
  if (kept[best] + kRounding < whole) plan.cut.push_back({unit, whole, kept[best]});
}

bool meet(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) return true;
    ++(a[i] < b[j] ? i : j);
  }
  return false;
}

/// Orders partitions by their first owned unit; partitions that own nothing come last.
void put_in_order(Plan& plan) {
  std::vector<std::size_t> order(plan.partitions.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto first = [&](std::size_t place) {
    const UnitSet& owned = plan.partitions[place].owned;
    return owned.empty() ? std::numeric_limits<UnitId>::max() : owned.front();
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return first(a) < first(b); });
  std::vector<Partition> sorted;
  std::vector<std::size_t> now(order.size());
  for (const std::size_t place : order) {
    now[place] = sorted.size();
    sorted.push_back(std::move(plan.partitions[place]));
  }
  plan.partitions = std::move(sorted);
  for (std::size_t& owner : plan.owner) owner = now[owner];
}

}  // namespace

Plan plan_from(std::vector<UnitSet> sets, const SplitTask& task) {
  const Graph& graph = *task.graph;
  Plan plan;
  UnitPlaces places(graph.units.size());
  for (UnitSet& set : sets) {
    for (const UnitId unit : set) places[unit].push_back(plan.partitions.size());
    const double size = size_of(graph, set);
    plan.sum += size;
    plan.longest = std::max(plan.longest, size);
    plan.partitions.push_back({std::move(set), {}, size});
  }
  plan.owner.assign(graph.units.size(), 0);
  Closures walk(graph);
  std::vector<double> kept(plan.partitions.size(), 0);
  for (UnitId unit = 0; unit < graph.units.size(); ++unit) {
    ASSAY_CHECK(!places[unit].empty(), "a strategy has left out the unit " + graph.units[unit].name);
    plan.whole += graph.units[unit].size;
    choose_owner(task, places, unit, walk, kept, plan);
    plan.partitions[plan.owner[unit]].owned.push_back(unit);
    for (const UnitId next : graph.uses[unit])
      if (!meet(places[unit], places[next])) plan.lost.emplace_back(unit, next);
  }
  plan.cycles = cycles_above(graph, task.max_size);
  put_in_order(plan);
  return plan;
}

Plan plan_of(const StrategyRow& strategy, const SplitTask& task) { return plan_from(strategy.split(task), task); }

}  // namespace assay::analyzer::splitting

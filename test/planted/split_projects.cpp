#include "split_projects.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "core/rng/rng.hpp"

namespace assay::planted {

using analyzer::splitting::Graph;
using analyzer::splitting::Unit;
using analyzer::splitting::UnitId;
using analyzer::splitting::UnitSet;

namespace {

constexpr std::size_t kGroup = 8;

/// A unit that `unit` may use in the shape.
UnitId used_by(SplitShape shape, std::size_t unit, std::size_t units, core::Rng& rng) {
  const std::size_t group = unit / kGroup * kGroup;
  const std::size_t in_group = group + static_cast<std::size_t>(rng.below(kGroup));
  const auto anywhere = static_cast<std::size_t>(rng.below(units));
  const bool far = rng.percent(8);
  switch (shape) {
    case SplitShape::Modules: return static_cast<UnitId>(far ? anywhere : in_group);
    case SplitShape::Layers: {
      const std::size_t below = unit + units / 5 + static_cast<std::size_t>(rng.below(4));
      return static_cast<UnitId>(std::min(below, units - 1));
    }
    case SplitShape::Library: {
      const auto shared = static_cast<std::size_t>(rng.below(units / 20));
      return static_cast<UnitId>(rng.percent(30) ? shared : in_group);
    }
    case SplitShape::Cycles: {
      const std::size_t next = group + (unit - group + 1) % kGroup;
      return static_cast<UnitId>(far ? anywhere : next);
    }
  }
  return 0;
}

/// Units are numbered at random, so that names are no hint.
Graph shuffled(const std::vector<std::set<UnitId>>& uses, core::Rng& rng) {
  std::vector<UnitId> now(uses.size());
  std::iota(now.begin(), now.end(), UnitId{0});
  rng.shuffle(now);
  Graph graph;
  graph.units.resize(uses.size());
  graph.uses.resize(uses.size());
  for (std::size_t unit = 0; unit < uses.size(); ++unit) {
    for (const UnitId next : uses[unit]) graph.uses[now[unit]].push_back(now[next]);
    std::sort(graph.uses[now[unit]].begin(), graph.uses[now[unit]].end());
  }
  for (std::size_t unit = 0; unit < uses.size(); ++unit) {
    std::string number = std::to_string(unit);
    graph.units[unit].name = "u" + std::string(6 - std::min<std::size_t>(6, number.size()), '0') + number;
    graph.units[unit].files = {graph.units[unit].name};
  }
  return graph;
}

/// The units on a walk of one or two uses from `unit`; empty if the unit uses no other unit.
UnitSet walk_from(const Graph& graph, UnitId unit, core::Rng& rng) {
  std::set<UnitId> met = {unit};
  const std::uint64_t steps = 1 + rng.below(2);
  for (std::uint64_t step = 0; step < steps && !graph.uses[unit].empty(); ++step) {
    unit = rng.pick(graph.uses[unit]);
    met.insert(unit);
  }
  return met.size() > 1 ? UnitSet(met.begin(), met.end()) : UnitSet();
}

}  // namespace

std::vector<SplitShape> split_shapes() {
  return {SplitShape::Modules, SplitShape::Layers, SplitShape::Library, SplitShape::Cycles};
}

std::string_view name(SplitShape shape) {
  switch (shape) {
    case SplitShape::Modules: return "Modules";
    case SplitShape::Layers: return "Layers";
    case SplitShape::Library: return "Library";
    case SplitShape::Cycles: return "Cycles";
  }
  return "";
}

SplitProject split_project(SplitShape shape, std::uint64_t seed, std::size_t units) {
  core::Rng rng(seed);
  std::vector<std::set<UnitId>> uses(units);
  for (std::size_t unit = 0; unit < units; ++unit) {
    const std::uint64_t wanted = rng.below(4);
    for (std::uint64_t i = 0; i < wanted; ++i)
      if (const UnitId other = used_by(shape, unit, units, rng); other != unit) uses[unit].insert(other);
  }
  SplitProject project{shuffled(uses, rng), {}};
  for (std::size_t i = 0; i < units; ++i) {
    const auto from = static_cast<UnitId>(rng.below(units));
    if (UnitSet walk = walk_from(project.graph, from, rng); !walk.empty()) project.findings.push_back(std::move(walk));
  }
  return project;
}

std::size_t kept(const SplitProject& project, const std::vector<UnitSet>& sets) {
  std::size_t count = 0;
  for (const UnitSet& finding : project.findings)
    count += std::any_of(sets.begin(), sets.end(), [&](const UnitSet& set) {
      return std::includes(set.begin(), set.end(), finding.begin(), finding.end());
    });
  return count;
}

Graph large_graph(std::uint64_t seed, std::size_t units, std::size_t uses) {
  core::Rng rng(seed);
  std::vector<std::set<UnitId>> all(units);
  constexpr std::size_t kModule = 40;
  for (std::size_t i = 0; i < uses; ++i) {
    const auto from = static_cast<std::size_t>(rng.below(units));
    const std::size_t near = from / kModule * kModule + static_cast<std::size_t>(rng.below(kModule));
    const auto far = static_cast<std::size_t>(rng.below(units));
    const std::size_t to = rng.percent(95) ? std::min(near, units - 1) : far;
    if (to != from) all[from].insert(static_cast<UnitId>(to));
  }
  return shuffled(all, rng);
}

}  // namespace assay::planted

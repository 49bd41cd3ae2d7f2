#pragma once

#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// The units that a unit reaches, by breadth-first search: first the unit itself, then its dependencies, nearest first.
class Closures {
 public:
  explicit Closures(const Graph& graph) : graph_(graph), seen_(graph.units.size(), 0) {}

  /// Units at most `reach` uses away (0: all). The walk ends when its size exceeds `enough` (0: never).
  const std::vector<UnitId>& from(UnitId unit, unsigned reach, double enough = 0);
  /// Size of the last walk's units.
  [[nodiscard]] double size() const { return size_; }

 private:
  const Graph& graph_;
  std::vector<UnitId> found_;
  std::vector<std::uint32_t> seen_;  ///< number of the last walk that reached the unit
  std::uint32_t walk_ = 0;
  double size_ = 0;
};

[[nodiscard]] UnitSet as_set(std::vector<UnitId> units);
[[nodiscard]] double size_of(const Graph& graph, const UnitSet& units);
/// Removes sets that another set contains; of equal sets, the first stays. Keeps the order.
[[nodiscard]] std::vector<UnitSet> without_contained(std::vector<UnitSet> sets, std::size_t units);
/// The strongly connected components whose size exceeds `max_size` (Tarjan's algorithm, iteratively). Each is
/// ascending; they are ordered by their first unit.
[[nodiscard]] std::vector<UnitSet> cycles_above(const Graph& graph, double max_size);

}  // namespace assay::analyzer::splitting

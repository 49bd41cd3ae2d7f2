#pragma once

#include <vector>

#include "assay/analyzer/split.hpp"

namespace assay::analyzer::splitting {

/// Units that are reached from one, by breadth: itself first, then what it uses, nearest first.
class Closures {
 public:
  explicit Closures(const Graph& graph) : graph_(graph), seen_(graph.units.size(), 0) {}

  /// Up to `reach` uses away (0: all). The walk ends when what it has is larger than `enough` (0: never).
  const std::vector<UnitId>& from(UnitId unit, unsigned reach, double enough = 0);
  /// Size of what the last walk has.
  [[nodiscard]] double size() const { return size_; }

 private:
  const Graph& graph_;
  std::vector<UnitId> found_;
  std::vector<std::uint32_t> seen_;  ///< number of the last walk that met the unit
  std::uint32_t walk_ = 0;
  double size_ = 0;
};

[[nodiscard]] UnitSet as_set(std::vector<UnitId> units);
[[nodiscard]] double size_of(const Graph& graph, const UnitSet& units);
/// A set without those that another one contains; of equal ones the first stays. Their order is kept.
[[nodiscard]] std::vector<UnitSet> without_contained(std::vector<UnitSet> sets, std::size_t units);
/// Strongly connected components that are larger than `most` (Tarjan's algorithm, iteratively), each ascending, by
/// their first unit.
[[nodiscard]] std::vector<UnitSet> cycles_above(const Graph& graph, double most);

}  // namespace assay::analyzer::splitting

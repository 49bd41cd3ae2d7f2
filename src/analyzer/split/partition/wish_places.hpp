#pragma once

#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// The partition of each wish (a set of units that should be together), and so the units of each partition.
class WishPlaces {
 public:
  /// A partition that contains a unit, and the number of its wishes that do.
  struct Place {
    std::size_t set;
    std::size_t wishes;
  };

  WishPlaces(const Graph& graph, const std::vector<UnitSet>& wishes)
      : graph_(graph), wishes_(wishes), places_(graph.units.size()) {}

  /// Puts each wish into the first set that contains it; there must be one.
  void start(const std::vector<UnitSet>& sets);
  void put(std::size_t wish, std::size_t set);
  void take(std::size_t wish);
  /// A partition without wishes.
  [[nodiscard]] std::size_t empty_set();

  [[nodiscard]] const std::vector<Place>& places(UnitId unit) const { return places_[unit]; }
  [[nodiscard]] std::size_t home(std::size_t wish) const { return home_[wish]; }
  [[nodiscard]] double size(std::size_t set) const { return size_[set]; }
  [[nodiscard]] std::size_t sets_count() const { return size_.size(); }
  [[nodiscard]] double total() const { return total_; }
  /// The partitions that are not empty.
  [[nodiscard]] std::vector<UnitSet> sets() const;

 private:
  const Graph& graph_;
  const std::vector<UnitSet>& wishes_;
  std::vector<std::vector<Place>> places_;  ///< by unit
  std::vector<double> size_;                ///< by partition
  std::vector<std::size_t> units_;          ///< number of units by partition
  std::vector<std::size_t> home_;
  double total_ = 0;
};

}  // namespace assay::analyzer::splitting

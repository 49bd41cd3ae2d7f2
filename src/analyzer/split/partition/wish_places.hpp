#pragma once

#include <vector>

#include "assay/analyzer/split.hpp"

namespace assay::analyzer::splitting {

/// Which partition has which wish (a set of units that should be together), and so which units.
class WishPlaces {
 public:
  /// A partition that has a unit, and how many of its wishes do.
  struct Place {
    std::size_t set;
    std::size_t wishes;
  };

  WishPlaces(const Graph& graph, const std::vector<UnitSet>& wishes)
      : graph_(graph), wishes_(wishes), places_(graph.units.size()) {}

  /// Each wish to the first set that has it all; there is one.
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
  /// Those that have something.
  [[nodiscard]] std::vector<UnitSet> sets() const;

 private:
  const Graph& graph_;
  const std::vector<UnitSet>& wishes_;
  std::vector<std::vector<Place>> places_;  ///< of each unit
  std::vector<double> size_;                ///< of each partition
  std::vector<std::size_t> units_;          ///< of each partition: how many
  std::vector<std::size_t> home_;
  double total_ = 0;
};

}  // namespace assay::analyzer::splitting

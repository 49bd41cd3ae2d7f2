#include "wish_moves.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "closure.hpp"

namespace assay::analyzer::splitting {
namespace {

class WishMoves {
 public:
  WishMoves(const Graph& graph, const std::vector<UnitSet>& wishes, double most)
      : graph_(graph), wishes_(wishes), most_(most), places_(graph.units.size()) {}

  /// Each wish to the first set that has it all.
  void start(const std::vector<UnitSet>& sets) {
    std::vector<std::vector<std::size_t>> with(graph_.units.size());
    for (std::size_t set = 0; set < sets.size(); ++set)
      for (const UnitId unit : sets[set]) with[unit].push_back(set);
    size_.assign(sets.size(), 0);
    overlap_.assign(sets.size(), 0);
    home_.assign(wishes_.size(), 0);
    for (std::size_t wish = 0; wish < wishes_.size(); ++wish) {
      for (const std::size_t set : with[wishes_[wish].front()])
        if (std::includes(sets[set].begin(), sets[set].end(), wishes_[wish].begin(), wishes_[wish].end())) {
          put(wish, set);
          break;
        }
    }
  }

  /// Whether some wish has moved.
  bool pass() {
    bool moved = false;
    for (std::size_t wish = 0; wish < wishes_.size(); ++wish) moved = move(wish) || moved;
    return moved;
  }

  [[nodiscard]] std::vector<UnitSet> sets() const {
    std::vector<UnitSet> all(size_.size());
    for (UnitId unit = 0; unit < places_.size(); ++unit)
      for (const Place& place : places_[unit]) all[place.set].push_back(unit);
    std::erase_if(all, [](const UnitSet& set) { return set.empty(); });
    return all;
  }

 private:
  /// A partition that has a unit, and how many of its wishes do.
  struct Place {
    std::size_t set;
    std::size_t wishes;
  };

  void put(std::size_t wish, std::size_t set) {
    home_[wish] = set;
    for (const UnitId unit : wishes_[wish]) {
      const auto at =
          std::find_if(places_[unit].begin(), places_[unit].end(), [&](const Place& p) { return p.set == set; });
      if (at != places_[unit].end()) {
        ++at->wishes;
        continue;
      }
      places_[unit].push_back({set, 1});
      size_[set] += graph_.units[unit].size;
    }
  }

  void take(std::size_t wish) {
    const std::size_t set = home_[wish];
    for (const UnitId unit : wishes_[wish]) {
      const auto at =
          std::find_if(places_[unit].begin(), places_[unit].end(), [&](const Place& p) { return p.set == set; });
      if (--at->wishes > 0) continue;
      places_[unit].erase(at);
      size_[set] -= graph_.units[unit].size;
    }
  }

  bool move(std::size_t wish) {
    const std::size_t home = home_[wish];
    double freed = 0, whole = 0;
    met_.clear();
    for (const UnitId unit : wishes_[wish]) {
      const double size = graph_.units[unit].size;
      whole += size;
      for (const Place& place : places_[unit]) {
        if (place.set == home) {
          freed += place.wishes == 1 ? size : 0;
          continue;
        }
        if (overlap_[place.set] == 0) met_.push_back(place.set);
        overlap_[place.set] += size;
      }
    }
    std::size_t best = home;
    double best_gain = kLeastGain;
    for (const std::size_t set : met_) {
      const double growth = whole - overlap_[set];
      if (size_[set] + growth <= most_ && freed - growth > best_gain) {
        best = set;
        best_gain = freed - growth;
      }
      overlap_[set] = 0;
    }
    if (best == home) return false;
    take(wish);
    put(wish, best);
    return true;
  }

  static constexpr double kLeastGain = 1e-9;
  const Graph& graph_;
  const std::vector<UnitSet>& wishes_;
  double most_;
  std::vector<std::vector<Place>> places_;  ///< of each unit
  std::vector<double> size_, overlap_;      ///< of each partition
  std::vector<std::size_t> home_, met_;
};

}  // namespace

std::vector<UnitSet> with_moved_wishes(const Graph& graph, const std::vector<UnitSet>& wishes,
                                       const std::vector<UnitSet>& sets, double most, unsigned passes) {
  WishMoves moves(graph, wishes, most);
  moves.start(sets);
  for (unsigned pass = 0; pass < passes && moves.pass(); ++pass) {
  }
  return moves.sets();
}

}  // namespace assay::analyzer::splitting

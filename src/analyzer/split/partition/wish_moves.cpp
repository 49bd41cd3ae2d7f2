#include "analyzer/split/partition/wish_moves.hpp"

#include <algorithm>
#include <utility>

#include "analyzer/split/partition/wish_places.hpp"
#include "analyzer/split/source/closure.hpp"
#include "core/rng/rng.hpp"

namespace assay::analyzer::splitting {
namespace {

constexpr double kRounding = 1e-9;

class WishMoves {
 public:
  WishMoves(const Graph& graph, const std::vector<UnitSet>& wishes, double max_size)
      : graph_(graph), wishes_(wishes), max_size_(max_size), places_(graph, wishes) {}

  void start(const std::vector<UnitSet>& sets) {
    places_.start(sets);
    overlap_.assign(sets.size(), 0);
  }

  /// Moves wishes that pay; returns whether a wish has moved.
  bool pass() {
    bool moved = false;
    for (std::size_t wish = 0; wish < wishes_.size(); ++wish) moved = move(wish) || moved;
    return moved;
  }

  [[nodiscard]] std::vector<UnitSet> sets() const { return places_.sets(); }

 private:
  bool move(std::size_t wish) {
    const std::size_t home = places_.home(wish);
    double freed = 0, whole = 0;
    met_.clear();
    for (const UnitId unit : wishes_[wish]) {
      const double size = graph_.units[unit].size;
      whole += size;
      for (const WishPlaces::Place& place : places_.places(unit)) {
        if (place.set == home) {
          freed += place.wishes == 1 ? size : 0;
          continue;
        }
        if (overlap_[place.set] == 0) met_.push_back(place.set);
        overlap_[place.set] += size;
      }
    }
    std::size_t best = home;
    double best_gain = kRounding;
    for (const std::size_t set : met_) {
      const double growth = whole - overlap_[set];
      if (places_.size(set) + growth <= max_size_ && freed - growth > best_gain) {
        best = set;
        best_gain = freed - growth;
      }
      overlap_[set] = 0;
    }
    if (best == home) return false;
    places_.take(wish);
    places_.put(wish, best);
    return true;
  }

  const Graph& graph_;
  const std::vector<UnitSet>& wishes_;
  double max_size_;
  WishPlaces places_;
  std::vector<double> overlap_;  ///< by partition
  std::vector<std::size_t> met_;
};

/// Ruin and recreate (Schrimpf et al., 2000). Takes out the wishes of a few partitions that share units, and puts them
/// back one by one, in a drawn order, each where the union grows least.
class WishRefill {
 public:
  WishRefill(const Graph& graph, const std::vector<UnitSet>& wishes, double max_size)
      : graph_(graph), wishes_(wishes), max_size_(max_size), places_(graph, wishes) {
    for (const UnitSet& wish : wishes) whole_.push_back(size_of(graph, wish));
  }

  std::vector<UnitSet> run(const std::vector<UnitSet>& sets, std::uint64_t work) {
    if (wishes_.empty()) return sets;
    places_.start(sets);
    best_ = places_.sets();
    best_total_ = places_.total();
    const double least = least_total();
    while (work_ < work && best_total_ > least + kRounding) {
      step();
      ++work_;
    }
    return std::move(best_);
  }

 private:
  /// The lower bound: each unit once.
  [[nodiscard]] double least_total() const {
    double least = 0;
    for (UnitId unit = 0; unit < graph_.units.size(); ++unit)
      if (!places_.places(unit).empty()) least += graph_.units[unit].size;
    return least;
  }

  void step() {
    const double before = places_.total();
    const std::vector<std::size_t> out = chosen();
    std::vector<std::pair<std::size_t, std::size_t>> homes;
    for (const std::size_t wish : out) homes.emplace_back(wish, places_.home(wish));
    for (const std::size_t wish : out) places_.take(wish);
    for (const std::size_t wish : in_drawn_order(out)) places_.put(wish, best_place(wish));
    const double after = places_.total();
    if (after < best_total_ - kRounding) {
      best_total_ = after;
      best_ = places_.sets();
      work_ += graph_.units.size();
    }
    // A slightly worse result is accepted, which leads out of local optima.
    constexpr double kWorse = 0.01;
    if (after <= before + kRounding || after <= best_total_ * (1 + kWorse)) return;
    for (const auto& [wish, home] : homes) places_.take(wish);
    for (const auto& [wish, home] : homes) places_.put(wish, home);
  }

  /// The wishes of one partition, and of up to two partitions that share a unit with it.
  std::vector<std::size_t> chosen() {
    const std::size_t first = rng_.below(wishes_.size());
    std::vector<std::size_t> sets = {places_.home(first)};
    for (std::uint64_t more = rng_.below(3); more > 0; --more)
      sets.push_back(rng_.pick(places_.places(rng_.pick(wishes_[first]))).set);
    std::vector<std::size_t> out;
    for (std::size_t wish = 0; wish < wishes_.size(); ++wish)
      if (std::find(sets.begin(), sets.end(), places_.home(wish)) != sets.end()) out.push_back(wish);
    work_ += wishes_.size();
    return out;
  }

  /// Shuffled, or approximately by decreasing size.
  std::vector<std::size_t> in_drawn_order(std::vector<std::size_t> out) {
    rng_.shuffle(out);
    if (rng_.coin()) return out;
    std::vector<std::pair<double, std::size_t>> keyed;
    constexpr std::uint64_t kSpread = 30;  // percent
    for (const std::size_t wish : out)
      keyed.emplace_back(-whole_[wish] * static_cast<double>(100 + rng_.below(kSpread)), wish);
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = keyed[i].second;
    return out;
  }

  /// The partition that grows least, among those with a part of the wish and enough room; of equal ones, the fullest.
  std::size_t best_place(std::size_t wish) {
    overlap_.resize(places_.sets_count(), 0);
    met_.clear();
    for (const UnitId unit : wishes_[wish])
      for (const WishPlaces::Place& place : places_.places(unit)) {
        if (overlap_[place.set] == 0) met_.push_back(place.set);
        overlap_[place.set] += graph_.units[unit].size;
        ++work_;
      }
    std::size_t best = places_.sets_count();
    double best_growth = 0;
    for (const std::size_t set : met_) {
      const double growth = whole_[wish] - overlap_[set];
      overlap_[set] = 0;
      if (places_.size(set) + growth > max_size_) continue;
      const bool better = best == places_.sets_count() || growth < best_growth ||
                          (growth == best_growth && places_.size(set) > places_.size(best));
      if (!better) continue;
      best = set;
      best_growth = growth;
    }
    return best < places_.sets_count() ? best : places_.empty_set();
  }

  const Graph& graph_;
  const std::vector<UnitSet>& wishes_;
  double max_size_;
  WishPlaces places_;
  core::Rng rng_{1};
  std::vector<double> whole_;    ///< size by wish
  std::vector<double> overlap_;  ///< by partition
  std::vector<std::size_t> met_;
  std::vector<UnitSet> best_;
  double best_total_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace

std::vector<UnitSet> with_moved_wishes(const Graph& graph, const std::vector<UnitSet>& wishes,
                                       const std::vector<UnitSet>& sets, double max_size, unsigned passes) {
  WishMoves moves(graph, wishes, max_size);
  moves.start(sets);
  for (unsigned pass = 0; pass < passes && moves.pass(); ++pass) {
  }
  return moves.sets();
}

std::vector<UnitSet> with_refilled_partitions(const Graph& graph, const std::vector<UnitSet>& wishes,
                                              const std::vector<UnitSet>& sets, double max_size, std::uint64_t work) {
  return WishRefill(graph, wishes, max_size).run(sets, work);
}

}  // namespace assay::analyzer::splitting

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "analyzer/split/partition/strategy_rows.hpp"
#include "analyzer/split/partition/wish_moves.hpp"
#include "analyzer/split/source/closure.hpp"

namespace assay::analyzer::splitting {
namespace {

/// Closures, and pieces of closures that are larger than S. The units of each should be in the same partition.
class Wishes {
 public:
  explicit Wishes(const SplitTask& task) : task_(task), graph_(*task.graph), walk_(graph_) {}

  [[nodiscard]] std::vector<UnitSet> all() {
    for (UnitId unit = 0; unit < graph_.units.size(); ++unit) {
      const std::vector<UnitId>& closure = walk_.from(unit, task_.reach, task_.max_size);
      if (closure.size() == 1 || walk_.size() <= task_.max_size) {
        wishes_.push_back(as_set(closure));
      } else {
        add_pieces(unit);
      }
    }
    return without_contained(std::move(wishes_), graph_.units.size());
  }

 private:
  /// Adds pairs of the unit and each unit that it uses, with as much of the latter's closure as fits. So each use stays
  /// within one partition, and each chain of uses as far as there is room.
  void add_pieces(UnitId unit) {
    wishes_.push_back({unit});
    const double room = task_.max_size - graph_.units[unit].size;
    for (const UnitId next : graph_.uses[unit]) {
      if (graph_.units[next].size > room) continue;  // lost: the two do not fit together
      std::vector<UnitId> piece = nearest(next, room);
      piece.push_back(unit);
      wishes_.push_back(as_set(std::move(piece)));
    }
  }

  /// The closure of a unit with the longest reach that fits.
  [[nodiscard]] std::vector<UnitId> nearest(UnitId unit, double room) {
    if (task_.reach == 1) return {unit};
    if (task_.reach == 0 && (walk_.from(unit, 0, room), walk_.size() <= room)) return walk_.from(unit, 0);
    const unsigned longest = task_.reach == 0 ? kLongest : task_.reach - 1;
    for (unsigned reach = longest; reach > 0; --reach) {
      walk_.from(unit, reach, room);
      if (walk_.size() <= room) return walk_.from(unit, reach);
    }
    return {unit};
  }

  static constexpr unsigned kLongest = 8;  ///< maximum reach to try for a closure without a limit that does not fit
  const SplitTask& task_;
  const Graph& graph_;
  Closures walk_;
  std::vector<UnitSet> wishes_;
};

/// The criterion by which a partition chooses its next wish.
enum class Measure : std::uint8_t {
  Growth,
  Share,  ///< growth as a share of the wish
  Saved,  ///< growth relative to the units of the wish that the partition already has
};

/// Fills one partition after the other. It starts with the first wish that is left, and always takes the wish by which
/// the union grows least, among wishes that share a unit with it and fit.
class Filler {
 public:
  Filler(const Graph& graph, const std::vector<UnitSet>& wishes, double max_size, Measure measure)
      : graph_(graph),
        wishes_(wishes),
        max_size_(max_size),
        measure_(measure),
        with_(graph.units.size()),
        size_(wishes.size()),
        growth_(wishes.size()),
        open_(wishes.size(), true),
        in_(graph.units.size(), false),
        met_(wishes.size(), 0),
        seen_(wishes.size(), 0) {
    for (std::size_t wish = 0; wish < wishes.size(); ++wish) {
      size_[wish] = size_of(graph, wishes[wish]);
      for (const UnitId unit : wishes[wish]) with_[unit].push_back(wish);
    }
  }

  [[nodiscard]] std::vector<UnitSet> fill() {
    std::vector<std::size_t> order(wishes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size_[a] > size_[b]; });
    std::vector<UnitSet> sets;
    for (const std::size_t first : order)
      if (open_[first]) sets.push_back(fill_one(first));
    return sets;
  }

 private:
  /// The priority of a wish; smaller is better: growth, then larger wishes, then earlier ones.
  using Key = std::tuple<double, double, std::size_t>;

  [[nodiscard]] Key key_of(std::size_t wish) const {
    return {measured(growth_[wish], size_[wish]), -size_[wish], wish};
  }

  [[nodiscard]] double measured(double growth, double size) const {
    switch (measure_) {
      case Measure::Growth: return growth;
      case Measure::Share: return growth / std::max(size, 1e-9);
      case Measure::Saved: break;
    }
    const double unit = max_size_ / 64;
    return -(size - growth) / (growth + unit);
  }

  UnitSet fill_one(std::size_t first) {
    here_.clear();
    here_size_ = 0;
    queue_ = {};
    ++round_;
    take(first);
    while (!queue_.empty()) {
      const Key key = queue_.top();
      queue_.pop();
      const std::size_t wish = std::get<2>(key);
      if (!open_[wish] || key != key_of(wish)) continue;     // taken, or its growth has decreased since
      if (here_size_ + growth_[wish] > max_size_) continue;  // if its growth decreases, it is queued again
      take(wish);
    }
    for (const UnitId unit : here_) in_[unit] = false;
    return as_set(std::move(here_));
  }

  void take(std::size_t wish) {
    open_[wish] = false;
    changed_.clear();
    for (const UnitId unit : wishes_[wish]) {
      if (in_[unit]) continue;
      in_[unit] = true;
      here_.push_back(unit);
      here_size_ += graph_.units[unit].size;
      for (const std::size_t other : with_[unit])
        if (open_[other]) come_nearer(other, graph_.units[unit].size);
    }
    for (const std::size_t other : changed_) queue_.push(key_of(other));
    ++step_;
  }

  void come_nearer(std::size_t wish, double by) {
    if (met_[wish] < round_) {
      growth_[wish] = size_[wish];
      met_[wish] = round_;
    }
    growth_[wish] = std::max(0.0, growth_[wish] - by);
    if (seen_[wish] == step_) return;
    seen_[wish] = step_;
    changed_.push_back(wish);
  }

  const Graph& graph_;
  const std::vector<UnitSet>& wishes_;
  double max_size_;
  Measure measure_;
  std::vector<std::vector<std::size_t>> with_;  ///< for each unit: the wishes that contain it
  std::vector<double> size_, growth_;
  std::vector<bool> open_, in_;
  std::vector<std::uint64_t> met_;   ///< last partition that shares a unit with the wish
  std::vector<std::uint64_t> seen_;  ///< last step in which the growth of the wish decreased
  std::vector<std::size_t> changed_;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue_;
  std::vector<UnitId> here_;
  double here_size_ = 0;
  std::uint64_t round_ = 0, step_ = 1;
};

/// Unites small partitions: the largest first, each into the partition that grows least (of equal ones, into the
/// fullest).
std::vector<UnitSet> packed(const Graph& graph, std::vector<UnitSet> sets, double max_size) {
  std::stable_sort(sets.begin(), sets.end(),
                   [&](const UnitSet& a, const UnitSet& b) { return size_of(graph, a) > size_of(graph, b); });
  struct Bin {
    std::vector<bool> has;
    UnitSet units;
    double size = 0;
  };
  std::vector<Bin> bins;
  for (const UnitSet& set : sets) {
    Bin* best = nullptr;
    double best_growth = std::numeric_limits<double>::infinity();
    for (Bin& bin : bins) {
      double growth = 0;
      for (const UnitId unit : set) growth += bin.has[unit] ? 0 : graph.units[unit].size;
      if (bin.size + growth > max_size) continue;
      if (best != nullptr && (growth > best_growth || (growth == best_growth && bin.size <= best->size))) continue;
      best = &bin;
      best_growth = growth;
    }
    if (best == nullptr) best = &bins.emplace_back(Bin{std::vector<bool>(graph.units.size(), false), {}, 0});
    for (const UnitId unit : set) {
      if (best->has[unit]) continue;
      best->has[unit] = true;
      best->units.push_back(unit);
      best->size += graph.units[unit].size;
    }
  }
  std::vector<UnitSet> made;
  for (Bin& bin : bins) made.push_back(as_set(std::move(bin.units)));
  return made;
}

constexpr unsigned kPasses = 3;

/// The limit of work (units visited) for refilling partitions. 0 if it would allow too few rounds to improve anything.
std::uint64_t refill_work(const std::vector<UnitSet>& wishes) {
  constexpr std::uint64_t kMaxWork = 2'000'000;
  constexpr std::uint64_t kMaxRounds = 1'000;
  constexpr std::uint64_t kMinRounds = 10;
  std::uint64_t round = 0;
  for (const UnitSet& wish : wishes) round += wish.size();
  return kMaxWork < kMinRounds * round ? 0 : std::min(kMaxWork, kMaxRounds * round);
}

double total(const Graph& graph, const std::vector<UnitSet>& sets) {
  double sum = 0;
  for (const UnitSet& set : sets) sum += size_of(graph, set);
  return sum;
}

}  // namespace

/// Greedy by the growth of unions. Runs with three measures of growth, and keeps the partitions that repeat the fewest
/// units. Then it refills a few partitions at a time.
std::vector<UnitSet> split_by_union_growth(const SplitTask& task) {
  const Graph& graph = *task.graph;
  const std::vector<UnitSet> wishes = Wishes(task).all();
  std::vector<UnitSet> best;
  double best_total = 0;
  for (const Measure measure : {Measure::Growth, Measure::Share, Measure::Saved}) {
    std::vector<UnitSet> sets = Filler(graph, wishes, task.max_size, measure).fill();
    sets = with_moved_wishes(graph, wishes, sets, task.max_size, kPasses);
    sets = packed(graph, std::move(sets), task.max_size);
    sets = with_moved_wishes(graph, wishes, sets, task.max_size, kPasses);
    const double sum = total(graph, sets);
    const bool better = sum < best_total || (sum == best_total && sets.size() < best.size());
    if (!best.empty() && !better) continue;
    best = std::move(sets);
    best_total = sum;
  }
  best = with_refilled_partitions(graph, wishes, best, task.max_size, refill_work(wishes));
  return packed(graph, std::move(best), task.max_size);
}

}  // namespace assay::analyzer::splitting

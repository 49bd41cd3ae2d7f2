#include "analyzer/split/source/closure.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace assay::analyzer::splitting {

const std::vector<UnitId>& Closures::from(UnitId unit, unsigned reach, double enough) {
  ++walk_;
  found_.assign(1, unit);
  seen_[unit] = walk_;
  size_ = graph_.units[unit].size;
  std::size_t level_end = 1;
  unsigned distance = 0;
  for (std::size_t at = 0; at < found_.size(); ++at) {
    if (at == level_end) {
      ++distance;
      level_end = found_.size();
    }
    if (reach != 0 && distance == reach) break;
    for (const UnitId next : graph_.uses[found_[at]]) {
      if (seen_[next] == walk_) continue;
      seen_[next] = walk_;
      found_.push_back(next);
      size_ += graph_.units[next].size;
    }
    if (enough > 0 && size_ > enough) break;
  }
  return found_;
}

UnitSet as_set(std::vector<UnitId> units) {
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

double size_of(const Graph& graph, const UnitSet& units) {
  double size = 0;
  for (const UnitId unit : units) size += graph.units[unit].size;
  return size;
}

std::vector<UnitSet> without_contained(std::vector<UnitSet> sets, std::size_t units) {
  std::vector<std::size_t> order(sets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sets[a].size() > sets[b].size(); });
  // Larger sets come first, so a containing set is already in the list of each of its units.
  std::vector<std::vector<std::size_t>> with(units);
  std::vector<bool> kept(sets.size(), false);
  for (const std::size_t number : order) {
    const UnitSet& set = sets[number];
    if (set.empty()) continue;
    const UnitId rarest =
        *std::min_element(set.begin(), set.end(), [&](UnitId a, UnitId b) { return with[a].size() < with[b].size(); });
    const bool contained = std::any_of(with[rarest].begin(), with[rarest].end(), [&](std::size_t other) {
      return std::includes(sets[other].begin(), sets[other].end(), set.begin(), set.end());
    });
    if (contained) continue;
    kept[number] = true;
    for (const UnitId unit : set) with[unit].push_back(number);
  }
  std::vector<UnitSet> left;
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (kept[i]) left.push_back(std::move(sets[i]));
  return left;
}

namespace {

/// Tarjan's algorithm (SIAM J. Comput. 1972) with a stack of its own.
class Components {
 public:
  explicit Components(const Graph& graph)
      : graph_(graph),
        index_(graph.units.size(), kNone),
        low_(graph.units.size(), 0),
        open_(graph.units.size(), false) {}

  [[nodiscard]] std::vector<UnitSet> all() {
    for (UnitId unit = 0; unit < index_.size(); ++unit)
      if (index_[unit] == kNone) walk(unit);
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Frame {
    UnitId unit;
    std::size_t next;
  };

  void enter(UnitId unit) {
    index_[unit] = low_[unit] = count_++;
    open_[unit] = true;
    stack_.push_back(unit);
    frames_.push_back({unit, 0});
  }

  void walk(UnitId from) {
    enter(from);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const UnitSet& uses = graph_.uses[frame.unit];
      if (frame.next < uses.size()) {
        const UnitId next = uses[frame.next++];
        if (index_[next] == kNone) {
          enter(next);
        } else if (open_[next]) {
          low_[frame.unit] = std::min(low_[frame.unit], index_[next]);
        }
        continue;
      }
      const UnitId done = frame.unit;
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().unit] = std::min(low_[frames_.back().unit], low_[done]);
      if (low_[done] == index_[done]) close(done);
    }
  }

  void close(UnitId root) {
    UnitSet component;
    UnitId last = 0;
    do {
      last = stack_.back();
      stack_.pop_back();
      open_[last] = false;
      component.push_back(last);
    } while (last != root);
    if (component.size() > 1) found_.push_back(as_set(std::move(component)));
  }

  const Graph& graph_;
  std::vector<std::uint32_t> index_, low_;
  std::vector<bool> open_;
  std::vector<UnitId> stack_;
  std::vector<Frame> frames_;
  std::vector<UnitSet> found_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<UnitSet> cycles_above(const Graph& graph, double max_size) {
  std::vector<UnitSet> cycles = Components(graph).all();
  std::erase_if(cycles, [&](const UnitSet& cycle) { return size_of(graph, cycle) <= max_size; });
  std::sort(cycles.begin(), cycles.end());
  return cycles;
}

}  // namespace assay::analyzer::splitting

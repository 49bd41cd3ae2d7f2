#include "analyzer/split/partition/wish_places.hpp"

#include <algorithm>

namespace assay::analyzer::splitting {

void WishPlaces::start(const std::vector<UnitSet>& sets) {
  std::vector<std::vector<std::size_t>> with(graph_.units.size());
  for (std::size_t set = 0; set < sets.size(); ++set)
    for (const UnitId unit : sets[set]) with[unit].push_back(set);
  size_.assign(sets.size(), 0);
  units_.assign(sets.size(), 0);
  home_.assign(wishes_.size(), 0);
  for (std::size_t wish = 0; wish < wishes_.size(); ++wish) {
    for (const std::size_t set : with[wishes_[wish].front()])
      if (std::includes(sets[set].begin(), sets[set].end(), wishes_[wish].begin(), wishes_[wish].end())) {
        put(wish, set);
        break;
      }
  }
}

void WishPlaces::put(std::size_t wish, std::size_t set) {
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
    total_ += graph_.units[unit].size;
    ++units_[set];
  }
}

void WishPlaces::take(std::size_t wish) {
  const std::size_t set = home_[wish];
  for (const UnitId unit : wishes_[wish]) {
    const auto at =
        std::find_if(places_[unit].begin(), places_[unit].end(), [&](const Place& p) { return p.set == set; });
    if (--at->wishes > 0) continue;
    places_[unit].erase(at);
    size_[set] -= graph_.units[unit].size;
    total_ -= graph_.units[unit].size;
    if (--units_[set] == 0) size_[set] = 0;  // removes rounding errors
  }
}

std::size_t WishPlaces::empty_set() {
  const auto at = std::find(units_.begin(), units_.end(), std::size_t{0});
  if (at != units_.end()) return static_cast<std::size_t>(at - units_.begin());
  units_.push_back(0);
  size_.push_back(0);
  return size_.size() - 1;
}

std::vector<UnitSet> WishPlaces::sets() const {
  std::vector<UnitSet> all(size_.size());
  for (UnitId unit = 0; unit < places_.size(); ++unit)
    for (const Place& place : places_[unit]) all[place.set].push_back(unit);
  std::erase_if(all, [](const UnitSet& set) { return set.empty(); });
  return all;
}

}  // namespace assay::analyzer::splitting

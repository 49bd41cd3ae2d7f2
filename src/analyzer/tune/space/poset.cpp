#include "analyzer/tune/space/poset.hpp"

#include <algorithm>

namespace assay::analyzer::tune {

Order closure(std::size_t size, const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  Order order(size, std::vector<bool>(size, false));
  for (const auto& [less, more] : pairs) order[less][more] = true;
  for (std::size_t through = 0; through < size; ++through)
    for (std::size_t from = 0; from < size; ++from)
      for (std::size_t to = 0; to < size; ++to)
        if (order[from][through] && order[through][to]) order[from][to] = true;
  return order;
}

std::optional<std::size_t> on_cycle(const Order& order) {
  for (std::size_t value = 0; value < order.size(); ++value)
    if (order[value][value]) return value;
  return std::nullopt;
}

Order without_value(const Order& order, std::size_t value) {
  Order rest = order;
  const auto at = static_cast<std::ptrdiff_t>(value);
  rest.erase(rest.begin() + at);
  for (std::vector<bool>& row : rest) row.erase(row.begin() + at);
  return rest;
}

std::vector<std::size_t> neighbours(const Order& order, std::size_t value, bool up) {
  const auto beyond = [&](std::size_t a, std::size_t b) { return up ? order[a][b] : order[b][a]; };
  std::vector<std::size_t> found;
  for (std::size_t other = 0; other < order.size(); ++other) {
    if (!beyond(value, other)) continue;
    bool between = false;
    for (std::size_t middle = 0; middle < order.size(); ++middle)
      between = between || (beyond(value, middle) && beyond(middle, other));
    if (!between) found.push_back(other);
  }
  return found;
}

std::vector<std::size_t> minimal(const Order& order, const std::vector<std::size_t>& among) {
  std::vector<std::size_t> least;
  for (const std::size_t value : among)
    if (std::none_of(among.begin(), among.end(), [&](std::size_t other) { return order[other][value]; }))
      least.push_back(value);
  return least;
}

}  // namespace assay::analyzer::tune

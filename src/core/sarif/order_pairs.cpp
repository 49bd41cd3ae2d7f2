#include "core/sarif/order_pairs.hpp"

#include <algorithm>

namespace assay::core {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

constexpr std::size_t kMaxCells = 1'000'000, kLookAhead = 32;

Pairs pairs_from_start(std::size_t left, std::size_t right, const PairCost& cost) {
  Pairs pairs;
  std::size_t next = 0;
  for (std::size_t i = 0; i < left; ++i)
    for (std::size_t j = next; j < std::min(right, next + kLookAhead); ++j)
      if (cost(i, j)) {
        pairs.emplace_back(i, j);
        next = j + 1;
        break;
      }
  return pairs;
}

/// The best pairs of the first elements of both sequences.
struct Cell {
  std::uint32_t count = 0;
  std::uint64_t cost = 0;
  enum class Step : unsigned char { None, Left, Right, Both } step = Step::None;

  [[nodiscard]] bool is_better(const Cell& other) const {
    return count != other.count ? count > other.count : cost < other.cost;
  }
};

}  // namespace

Pairs pairs_in_order(std::size_t left, std::size_t right, const PairCost& cost) {
  if (left == 0 || right == 0) return {};
  if (left > kMaxCells / right) return pairs_from_start(left, right, cost);
  const std::size_t width = right + 1;
  std::vector<Cell> cells((left + 1) * width);
  for (std::size_t i = 1; i <= left; ++i)
    for (std::size_t j = 1; j <= right; ++j) {
      Cell& best = cells[i * width + j];
      if (const std::optional<std::uint64_t> price = cost(i - 1, j - 1)) {
        const Cell& before = cells[(i - 1) * width + j - 1];
        best = {before.count + 1, before.cost + *price, Cell::Step::Both};
      }
      Cell without_left = cells[(i - 1) * width + j], without_right = cells[i * width + j - 1];
      without_left.step = Cell::Step::Left;
      without_right.step = Cell::Step::Right;
      if (best.step == Cell::Step::None || without_left.is_better(best)) best = without_left;
      if (without_right.is_better(best)) best = without_right;
    }
  Pairs pairs;
  for (std::size_t i = left, j = right; i > 0 && j > 0;) {
    const Cell::Step step = cells[i * width + j].step;
    if (step == Cell::Step::Both) pairs.emplace_back(i - 1, j - 1);
    i -= step == Cell::Step::Right ? 0 : 1;
    j -= step == Cell::Step::Left ? 0 : 1;
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace assay::core

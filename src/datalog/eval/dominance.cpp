#include "dominance.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "arithmetic.hpp"

namespace assay::datalog {
namespace {

/// The order of two rows by all columns except `column`: -1, 0 (equal) or 1.
int order_elsewhere(const Tuples& rows, std::size_t left, std::size_t right, std::size_t column) {
  for (std::size_t i = 0; i < rows.arity; ++i) {
    if (i == column || rows.row(left)[i] == rows.row(right)[i]) continue;
    return rows.row(left)[i] < rows.row(right)[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace

void keep_undominated(const Relation& relation, Table& table) {
  if (!relation.dominance) return;
  const std::size_t column = relation.dominance->column;
  const Type type = relation.attributes[column].type;
  const Comparator better = relation.dominance->greatest ? Comparator::Greater : Comparator::Less;
  const Tuples all = table.release();
  std::vector<std::size_t> order(all.count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const int elsewhere = order_elsewhere(all, left, right, column);
    return elsewhere != 0 ? elsewhere < 0 : compare(better, type, all.row(left)[column], all.row(right)[column]);
  });
  Tuples kept;
  kept.arity = all.arity;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i == 0 || order_elsewhere(all, order[i - 1], order[i], column) != 0) kept.add(all.row(order[i]));
  kept.sort();
  table = Table(all.arity);
  table.adopt(kept);
}

}  // namespace assay::datalog

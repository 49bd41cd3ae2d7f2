#include "equivalence.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace assay::datalog {
namespace {

/// Disjoint sets of positions: union-find (Galler and Fischer 1964) with path halving (Tarjan and van Leeuwen 1984).
class Classes {
 public:
  explicit Classes(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t i, std::size_t j) { parent_[root(i)] = root(j); }

 private:
  std::vector<std::size_t> parent_;
};

std::vector<Value> elements_of(const Table& table) {
  std::vector<Value> elements(table.row(0), table.row(0) + std::size_t{2} * table.count());
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

/// Adds all pairs of members of one class.
void add_pairs(Table& table, const std::vector<Value>& members, Budget& budget) {
  if (!budget.take_steps(members.size() * members.size())) return;
  for (const Value left : members) {
    for (const Value right : members) {
      const Value pair[2] = {left, right};
      if (table.insert(pair) && !budget.take_tuple()) return;
    }
  }
}

}  // namespace

void close_equivalence(Table& table, Budget& budget) {
  if (table.count() == 0) return;
  const std::vector<Value> elements = elements_of(table);
  Classes classes(elements.size());
  const auto position = [&](Value value) {
    return static_cast<std::size_t>(std::lower_bound(elements.begin(), elements.end(), value) - elements.begin());
  };
  for (std::uint32_t i = 0; i < table.count(); ++i) classes.unite(position(table.row(i)[0]), position(table.row(i)[1]));
  std::vector<std::vector<Value>> members(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) members[classes.root(i)].push_back(elements[i]);
  for (const std::vector<Value>& group : members) {
    if (!budget.failed()) add_pairs(table, group, budget);
  }
}

}  // namespace assay::datalog

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::datalog {

/// One field of a tuple: an integer, a float's bits, a Boolean as 0 or 1, a symbol's position in Program::symbols, or a
/// structure's position in Evaluation::structures.
using Value = std::int64_t;

/// A list of tuples of one arity. A set after sort().
struct Tuples {
  std::size_t arity = 0;
  std::size_t count = 0;  ///< number of tuples; not derived from `values`, because tuples of arity 0 have no values
  std::vector<Value> values;

  [[nodiscard]] const Value* row(std::size_t i) const { return values.data() + i * arity; }
  [[nodiscard]] bool empty() const { return count == 0; }
  void add(const Value* tuple);
  void add(const std::vector<Value>& tuple) { add(tuple.data()); }
  void remove(std::size_t i);  ///< keeps the order of the other tuples

  /// Sorts in ascending order and removes repetitions.
  void sort();
  void sort_as_bag();  ///< keeps repetitions
  friend bool operator==(const Tuples&, const Tuples&) = default;
};

/// Whether `right` has all tuples of `left`. Both are sorted and have the same arity.
[[nodiscard]] bool is_subset(const Tuples& left, const Tuples& right);
/// The tuples of `left` that are not in `right`; both are sorted. In bags, each tuple of `right` takes away one tuple.
[[nodiscard]] Tuples difference(const Tuples& left, const Tuples& right);

}  // namespace assay::datalog

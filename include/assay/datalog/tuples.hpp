#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::datalog {

/// One field of a tuple: a number or unsigned as it is, a float's bits, a Boolean as 0 or 1, a symbol's position in
/// Program::symbols.
using Value = std::int64_t;

/// Tuples of one arity, one after the other. A set once sorted() has been called.
struct Tuples {
  std::size_t arity = 0;
  std::size_t count = 0;  ///< kept apart from `values`: a relation without attributes has tuples, too
  std::vector<Value> values;

  [[nodiscard]] const Value* row(std::size_t i) const { return values.data() + i * arity; }
  [[nodiscard]] bool empty() const { return count == 0; }
  void add(const Value* tuple);
  void add(const std::vector<Value>& tuple) { add(tuple.data()); }
  void remove(std::size_t i);  ///< keeps the order of the others

  /// In ascending order, without repetitions.
  void sort();
  friend bool operator==(const Tuples&, const Tuples&) = default;
};

/// Of sorted sets with the same arity.
[[nodiscard]] bool is_subset(const Tuples& left, const Tuples& right);
/// The tuples of `left` that are not in `right`; both are sorted.
[[nodiscard]] Tuples difference(const Tuples& left, const Tuples& right);

}  // namespace assay::datalog

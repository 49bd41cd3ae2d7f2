#pragma once

#include <optional>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether a Number or Unsigned value fits into `bits` bits, 1 to 64. Unsigned values of 64 bits are stored as the
/// Value with the same bits. Values of other types always fit.
[[nodiscard]] bool fits(Type type, Value value, unsigned bits);

/// `left op right` on Number or Unsigned. Nullopt if the value does not fit, the divisor is zero, or an operand of a
/// division or modulo is negative (engines differ in this case).
[[nodiscard]] std::optional<Value> computed(Operator op, Type type, Value left, Value right, unsigned bits);

[[nodiscard]] bool compare(Comparator comparator, Type type, Value left, Value right);

/// Sums values of a type. An engine may add in any order, so no partial sum may overflow: the sum of all positive
/// values must fit, and the sum of all negative values.
class Sum {
 public:
  Sum(Type type, unsigned bits) : type_(type), bits_(bits) {}

  void add(Value value);
  /// The sum; nullopt on overflow.
  [[nodiscard]] std::optional<Value> value() const;

 private:
  __extension__ using Wide = __int128;  ///< cannot overflow: the sum of 2^63 values of 64 bits fits

  Type type_;
  unsigned bits_;
  Wide positive_ = 0;
  Wide negative_ = 0;
};

}  // namespace assay::datalog

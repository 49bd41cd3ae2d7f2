#pragma once

#include <optional>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether a Number or Unsigned value fits into that many bits, 1 to 64. Unsigned values of 64 bits are kept as the
/// Value with the same bits. Values of other types always fit.
[[nodiscard]] bool fits(Type type, Value value, unsigned bits);

/// `left op right` on Number or Unsigned. Nothing when the value does not fit, the divisor is zero, or an operand of a
/// division or modulo is negative (languages differ there).
[[nodiscard]] std::optional<Value> computed(Operator op, Type type, Value left, Value right, unsigned bits);

[[nodiscard]] bool compare(Comparator comparator, Type type, Value left, Value right);

/// The sum of some values of a type. Whatever order an engine adds them in, no partial sum may leave the width: all
/// positive ones together must fit, and all negative ones.
class Sum {
 public:
  Sum(Type type, unsigned bits) : type_(type), bits_(bits) {}

  void add(Value value);
  /// Nothing: an overflow.
  [[nodiscard]] std::optional<Value> value() const;

 private:
  __extension__ using Wide = __int128;  ///< 2^64 values of 64 bits just fit; there are far fewer

  Type type_;
  unsigned bits_;
  Wide positive_ = 0;
  Wide negative_ = 0;
};

}  // namespace assay::datalog

#pragma once

#include <optional>
#include <string_view>

#include "analyzer/fact/fact.hpp"
#include "analyzer_lies.hpp"

namespace assay::analyzer {

/// An integer type of C on a machine with 64 bits, by clang's canonical name.
struct CInteger {
  unsigned width = 32;
  bool is_signed = true;
  bool is_bool = false;
  [[nodiscard]] Wide low() const { return is_signed ? -(Wide{1} << (width - 1)) : 0; }
  [[nodiscard]] Wide high() const { return is_bool ? 1 : (Wide{1} << (is_signed ? width - 1 : width)) - 1; }
  [[nodiscard]] bool holds(Wide value) const { return value >= low() && value <= high(); }
};
/// Nullopt for types other than integers (and enumerations).
[[nodiscard]] std::optional<CInteger> c_integer(std::string_view type);
/// The type to which most operators convert both operands.
[[nodiscard]] CInteger common_type(CInteger left, CInteger right);

/// A set of integers: an interval, and bits of their two's complements (of 128 bits) that are known.
struct ValueRange {
  Wide low = 0, high = 0;
  WideBits zeros = 0, ones = 0;

  [[nodiscard]] static ValueRange of(CInteger type);
  [[nodiscard]] static ValueRange between(Wide low, Wide high);
  [[nodiscard]] bool is_constant() const { return low == high; }
  bool operator==(const ValueRange&) const = default;
};
[[nodiscard]] ValueRange join(const ValueRange& left, const ValueRange& right);

/// The operations of C on ranges, exact where that is cheap, and wrong in one place.
class RangeArithmetic {
 public:
  explicit RangeArithmetic(Lie lie) : lie_(lie) {}

  /// Both operands must be in the type, except the right operand of a shift. Comparisons give 0 or 1.
  [[nodiscard]] ValueRange binary(std::string_view op, const ValueRange& a, const ValueRange& b, CInteger type) const;
  [[nodiscard]] ValueRange unary(std::string_view op, const ValueRange& a, CInteger type) const;
  [[nodiscard]] ValueRange compare(std::string_view op, const ValueRange& a, const ValueRange& b) const;
  [[nodiscard]] ValueRange convert(const ValueRange& a, CInteger to) const;

 private:
  [[nodiscard]] ValueRange fitted(Wide low, Wide high, CInteger type) const;
  [[nodiscard]] ValueRange product(const ValueRange& a, const ValueRange& b, CInteger type) const;
  [[nodiscard]] ValueRange quotient(const ValueRange& a, const ValueRange& b, CInteger type) const;
  [[nodiscard]] ValueRange remainder(const ValueRange& a, const ValueRange& b, CInteger type) const;
  [[nodiscard]] ValueRange shifted(std::string_view op, const ValueRange& a, const ValueRange& b, CInteger type) const;
  [[nodiscard]] ValueRange bitwise(std::string_view op, const ValueRange& a, const ValueRange& b, CInteger type) const;
  [[nodiscard]] bool lies(Lie lie) const { return lie_ == lie; }

  Lie lie_;
};

}  // namespace assay::analyzer

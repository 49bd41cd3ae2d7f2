#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Generated C programs: types and ranges, syntax trees, the printer, the generator.
namespace assay::analyzer::c {

/// Holds every value of every type here, and the sum and difference of any two.
__extension__ using Whole = __int128;
[[nodiscard]] std::string decimal(Whole value);

/// The arithmetic types, with the widths of LP64.
enum class Scalar : std::uint8_t {
  Bool,
  Char,
  SignedChar,
  UnsignedChar,
  Short,
  UnsignedShort,
  Int,
  Unsigned,
  Long,
  UnsignedLong,
  LongLong,
  UnsignedLongLong,
};
inline constexpr unsigned kScalars = 12;
[[nodiscard]] std::string_view name(Scalar type);
[[nodiscard]] unsigned bits(Scalar type);
[[nodiscard]] bool is_unsigned(Scalar type);

/// An interval with inclusive bounds; never empty.
struct Range {
  Whole low = 0;
  Whole high = 0;

  [[nodiscard]] bool contains(Whole value) const { return low <= value && value <= high; }
  [[nodiscard]] bool contains(const Range& other) const { return low <= other.low && other.high <= high; }
  bool operator==(const Range&) const = default;
};
[[nodiscard]] Range hull(const Range& a, const Range& b);
[[nodiscard]] std::optional<Range> meet(const Range& a, const Range& b);

/// All values of a type. Plain char has the values of both possible signs, so that a safe program is safe on every
/// platform.
[[nodiscard]] Range range_of(Scalar type);
/// The promoted type, and the common type of two operands (C11 6.3.1.1 and 6.3.1.8).
[[nodiscard]] Scalar promoted(Scalar type);
[[nodiscard]] Scalar common(Scalar a, Scalar b);
/// The range after a conversion: modulo the type's width. For signed types that is implementation-defined; GCC and
/// Clang do it.
[[nodiscard]] Range converted(const Range& from, Scalar type);

/// A range that contains all results of an operator in exact arithmetic. The caller has to ensure the operator's own
/// conditions (no zero divisor, shift amounts in range).
[[nodiscard]] Range exact(std::string_view op, const Range& a, const Range& b);

}  // namespace assay::analyzer::c

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
  Float,
  Double,
};
inline constexpr unsigned kScalars = 12;     ///< number of types of integers, which come first
inline constexpr unsigned kAllScalars = 14;  ///< number of types
[[nodiscard]] std::string_view name(Scalar type);
[[nodiscard]] unsigned bits(Scalar type);
[[nodiscard]] bool is_unsigned(Scalar type);
[[nodiscard]] inline bool is_real(Scalar type) { return type >= Scalar::Float; }

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

/// All values of a type; for floating-point numbers kAnyReal. Plain char has the values of both possible signs, so that
/// a safe program is safe on every platform.
[[nodiscard]] Range range_of(Scalar type);
/// The promoted type, and the common type of two operands (C11 6.3.1.1 and 6.3.1.8).
[[nodiscard]] Scalar promoted(Scalar type);
[[nodiscard]] Scalar common(Scalar a, Scalar b);
/// Every floating-point number, infinities and NaN. Every other range of floating-point numbers lies between two whole
/// numbers and has no NaN; a bound that is also a bound of kAnyReal stands for infinity.
inline constexpr Range kAnyReal{-(Whole{1} << 120), Whole{1} << 120};
/// Whether results of arithmetic on the range can be bounded.
[[nodiscard]] bool is_bounded(const Range& range);
/// The range after a conversion. From a floating-point type to integers, it must lie within the type. Otherwise modulo
/// the type's width. For signed types that is implementation-defined; GCC and Clang do it.
[[nodiscard]] Range converted(const Range& from, Scalar type);

/// A range that contains all results of an operator on floating-point numbers of the type.
[[nodiscard]] Range real_result(std::string_view op, const Range& a, const Range& b, Scalar type);
/// A range that contains all results of an operator in exact arithmetic. The caller has to ensure the operator's own
/// conditions (no zero divisor, shift amounts in range).
[[nodiscard]] Range exact(std::string_view op, const Range& a, const Range& b);

}  // namespace assay::analyzer::c

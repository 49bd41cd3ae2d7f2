#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// C programs that a generator makes: types and ranges, the tree, its printer, what is drawn.
namespace assay::analyzer::c {

/// Holds every value of every type here, and sums and differences of any two.
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

/// From low to high, both included; never empty.
struct Range {
  Whole low = 0;
  Whole high = 0;

  [[nodiscard]] bool contains(Whole value) const { return low <= value && value <= high; }
  [[nodiscard]] bool contains(const Range& other) const { return low <= other.low && other.high <= high; }
  bool operator==(const Range&) const = default;
};
[[nodiscard]] Range hull(const Range& a, const Range& b);
[[nodiscard]] std::optional<Range> meet(const Range& a, const Range& b);

/// All values of a type. Plain char has those of both of its possible signs: what is safe for these is safe everywhere.
[[nodiscard]] Range range_of(Scalar type);
/// C11 6.3.1.1 and 6.3.1.8.
[[nodiscard]] Scalar promoted(Scalar type);
[[nodiscard]] Scalar common(Scalar a, Scalar b);
/// What the values become in a type: modulo its width (for signed ones that is implementation-defined, and what GCC and
/// Clang do).
[[nodiscard]] Range converted(const Range& from, Scalar type);

/// Results of an operator in exact arithmetic: at least all that are possible. The operator's own conditions (no zero
/// divisor, shift amounts in range) are the caller's to see to.
[[nodiscard]] Range exact(std::string_view op, const Range& a, const Range& b);

}  // namespace assay::analyzer::c

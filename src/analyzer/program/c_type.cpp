#include "analyzer/program/c_type.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "assay/base/check.hpp"

namespace assay::analyzer::c {

namespace {

struct ScalarRow {
  std::string_view name;
  unsigned bits;
  bool is_unsigned;
};
constexpr std::array<ScalarRow, kAllScalars> kScalarRows = {{
    {"bool", 1, true},
    {"char", 8, false},
    {"signed char", 8, false},
    {"unsigned char", 8, true},
    {"short", 16, false},
    {"unsigned short", 16, true},
    {"int", 32, false},
    {"unsigned", 32, true},
    {"long", 64, false},
    {"unsigned long", 64, true},
    {"long long", 64, false},
    {"unsigned long long", 64, true},
    {"float", 32, false},
    {"double", 64, false},
}};

Range corners(std::initializer_list<Whole> values) { return {std::min(values), std::max(values)}; }

// If a product does not fit into 128 bits, the result covers everything.
Range products(const Range& a, const Range& b) {
  constexpr Whole kHuge = Whole{1} << 120;
  std::array<Whole, 4> ends{};
  const bool lost = __builtin_mul_overflow(a.low, b.low, &ends[0]) || __builtin_mul_overflow(a.low, b.high, &ends[1]) ||
                    __builtin_mul_overflow(a.high, b.low, &ends[2]) || __builtin_mul_overflow(a.high, b.high, &ends[3]);
  if (lost) return {-kHuge, kHuge};
  return corners({ends[0], ends[1], ends[2], ends[3]});
}

Whole magnitude(const Range& range) { return std::max(range.high, -range.low); }

// The smallest interval of a two's complement (or unsigned number) of some width that contains both ranges.
Range bitwise_frame(const Range& a, const Range& b) {
  const Range both = hull(a, b);
  Whole power = 1;
  while (power <= both.high || -power > both.low) power *= 2;
  return {both.low < 0 ? -power : 0, power - 1};
}

Range bitwise(std::string_view op, const Range& a, const Range& b) {
  if (op == "&") {
    if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
    if (a.low >= 0) return {0, a.high};
    if (b.low >= 0) return {0, b.high};
  }
  if (op == "|" && a.low >= 0 && b.low >= 0) return {std::max(a.low, b.low), bitwise_frame(a, b).high};
  return bitwise_frame(a, b);
}

Range quotient(const Range& a, const Range& b) {
  if (b.contains(0)) return {-magnitude(a), magnitude(a)};
  return corners({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
}

Range remainder(const Range& a, const Range& b) {
  const Whole most = std::min(std::max(magnitude(b) - 1, Whole{0}), magnitude(a));
  return {a.low < 0 ? -most : 0, a.high > 0 ? most : 0};
}

Range shifted(std::string_view op, const Range& a, const Range& b) {
  if (op == "<<") {
    return products(a, {Whole{1} << static_cast<unsigned>(b.low), Whole{1} << static_cast<unsigned>(b.high)});
  }
  const auto right = [](Whole value, Whole count) { return value >> static_cast<unsigned>(count); };
  return corners({right(a.low, b.low), right(a.low, b.high), right(a.high, b.low), right(a.high, b.high)});
}

constexpr Whole kLargestBound = Whole{1} << 100;

/// The nearest multiple of a power of two that is not below (`up`) or not above the value, and has few enough digits
/// for the type.
Whole representable(Whole value, Scalar type, bool up) {
  const unsigned digits = type == Scalar::Float ? 24 : 53;
  Whole unit = 1;
  while ((value < 0 ? -value : value) / unit >> digits != 0) unit *= 2;
  const Whole below = value / unit * unit - (value < 0 && value % unit != 0 ? unit : 0);
  return up && below != value ? below + unit : below;
}

Range outward(const Range& range, Scalar type) {
  if (!is_bounded(range)) return kAnyReal;
  return {representable(range.low, type, false), representable(range.high, type, true)};
}

}  // namespace

bool is_bounded(const Range& range) { return range.low >= -kLargestBound && range.high <= kLargestBound; }

Range real_result(std::string_view op, const Range& a, const Range& b, Scalar type) {
  if (!is_bounded(a) || !is_bounded(b) || (op == "/" && b.contains(0))) return kAnyReal;
  Range result = exact(op, a, b);
  if (op == "/") result = {result.low - 1, result.high + 1};
  return outward(result, type);
}

std::string decimal(Whole value) {
  if (value == 0) return "0";
  std::string digits;
  for (Whole rest = value; rest != 0; rest /= 10) {
    const auto digit = static_cast<int>(rest % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string_view name(Scalar type) { return kScalarRows.at(static_cast<std::size_t>(type)).name; }
unsigned bits(Scalar type) { return kScalarRows.at(static_cast<std::size_t>(type)).bits; }
bool is_unsigned(Scalar type) { return kScalarRows.at(static_cast<std::size_t>(type)).is_unsigned; }

Range hull(const Range& a, const Range& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

std::optional<Range> meet(const Range& a, const Range& b) {
  const Range both{std::max(a.low, b.low), std::min(a.high, b.high)};
  if (both.low > both.high) return std::nullopt;
  return both;
}

Range range_of(Scalar type) {
  if (is_real(type)) return kAnyReal;
  if (type == Scalar::Char) return {-128, 255};
  const unsigned width = bits(type);
  if (is_unsigned(type)) return {0, (Whole{1} << width) - 1};
  return {-(Whole{1} << (width - 1)), (Whole{1} << (width - 1)) - 1};
}

Scalar promoted(Scalar type) { return type < Scalar::Int ? Scalar::Int : type; }

Scalar common(Scalar a, Scalar b) {
  const Scalar low = std::min(promoted(a), promoted(b));
  const Scalar high = std::max(promoted(a), promoted(b));
  if (is_real(high)) return high;
  if (is_unsigned(low) == is_unsigned(high) || is_unsigned(high)) return high;
  // The unsigned type has the lower rank: the result is the signed type if it holds all its values, otherwise the
  // signed type's unsigned counterpart.
  if (bits(high) > bits(low)) return high;
  return static_cast<Scalar>(static_cast<unsigned>(high) + 1);
}

Range converted(const Range& from, Scalar type) {
  if (is_real(type)) return outward(from, type);
  const Range all = range_of(type);
  if (type == Scalar::Bool) {
    if (from == Range{0, 0}) return from;
    return from.contains(0) ? Range{0, 1} : Range{1, 1};
  }
  if (type == Scalar::Char) return Range{0, 127}.contains(from) ? from : all;
  if (all.contains(from)) return from;
  const Whole modulus = Whole{1} << bits(type);
  if (from.high - from.low >= modulus) return all;
  Whole turns = (from.low - all.low) / modulus;
  if ((from.low - all.low) % modulus < 0) --turns;
  const Range moved{from.low - turns * modulus, from.high - turns * modulus};
  return all.contains(moved) ? moved : all;
}

Range exact(std::string_view op, const Range& a, const Range& b) {
  if (op == "+") return {a.low + b.low, a.high + b.high};
  if (op == "-") return {a.low - b.high, a.high - b.low};
  if (op == "*") return products(a, b);
  if (op == "/") return quotient(a, b);
  if (op == "%") return remainder(a, b);
  if (op == "<<" || op == ">>") return shifted(op, a, b);
  if (op == "&" || op == "|" || op == "^") return bitwise(op, a, b);
  ASSAY_CHECK(false, "an operator without a range");
}

}  // namespace assay::analyzer::c

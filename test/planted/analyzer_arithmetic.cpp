#include "analyzer_arithmetic.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace assay::analyzer {
namespace {

/// Below this, products and shifts stay within 127 bits.
constexpr Wide kTwoTo62 = Wide{1} << 62;

Wide floor_divide(Wide a, Wide b) {
  const Wide quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// All bits from the highest that the value has: 5 gives 7.
Wide filled(Wide value) {
  Wide mask = 0;
  while (mask < value) mask = mask << 1 | 1;
  return mask;
}

ValueRange hull(std::initializer_list<Wide> values) { return ValueRange::between(std::min(values), std::max(values)); }

/// The bits of a sum: from the bottom up, as long as both bits and the carry are known.
ValueRange sum_bits(const ValueRange& a, const ValueRange& b, bool carry, ValueRange sum) {
  for (unsigned i = 0; i < 127; ++i) {
    const WideBits bit = WideBits{1} << i;
    if (((a.zeros | a.ones) & (b.zeros | b.ones) & bit) == 0) break;
    const unsigned total = ((a.ones & bit) != 0 ? 1U : 0U) + ((b.ones & bit) != 0 ? 1U : 0U) + (carry ? 1U : 0U);
    ((total & 1U) != 0 ? sum.ones : sum.zeros) |= bit;
    carry = total > 1;
  }
  return sum;
}

ValueRange complement_bits(const ValueRange& a) {
  ValueRange result = a;
  std::swap(result.zeros, result.ones);
  return result;
}

}  // namespace

std::span<const PlantedLie> planted_lies() {
  static constexpr std::array kLies = {
      PlantedLie{Lie::HighOffByOne, "high_off_by_one"},
      PlantedLie{Lie::LowOffByOne, "low_off_by_one"},
      PlantedLie{Lie::SignLostInCast, "sign_lost_in_cast"},
      PlantedLie{Lie::WrapForgotten, "wrap_forgotten"},
      PlantedLie{Lie::NegatedBits, "negated_bits"},
      PlantedLie{Lie::ComplementOffByOne, "complement_off_by_one"},
      PlantedLie{Lie::JoinForgetsBranch, "join_forgets_branch"},
      PlantedLie{Lie::IfForgetsElse, "if_forgets_else"},
      PlantedLie{Lie::LoopForgetsLast, "loop_forgets_last"},
      PlantedLie{Lie::LoopKeepsEntry, "loop_keeps_entry"},
      PlantedLie{Lie::StaleAfterIncrement, "stale_after_increment"},
      PlantedLie{Lie::PostfixGivesNew, "postfix_gives_new"},
      PlantedLie{Lie::ShiftTooNarrow, "shift_too_narrow"},
      PlantedLie{Lie::EqualToBoundIsFalse, "equal_to_bound_is_false"},
      PlantedLie{Lie::AtMostIsBelow, "at_most_is_below"},
      PlantedLie{Lie::NegationOffByOne, "negation_off_by_one"},
      PlantedLie{Lie::AndOfNonZero, "and_of_non_zero"},
      PlantedLie{Lie::OrAtMostLarger, "or_at_most_larger"},
      PlantedLie{Lie::TableForgetsLast, "table_forgets_last"},
      PlantedLie{Lie::NarrowingKeepsRange, "narrowing_keeps_range"},
      PlantedLie{Lie::RemainderNonNegative, "remainder_non_negative"},
      PlantedLie{Lie::DivisionRoundsDown, "division_rounds_down"},
      PlantedLie{Lie::CompoundNotConverted, "compound_not_converted"},
      PlantedLie{Lie::SwitchKeepsEntry, "switch_keeps_entry"},
      PlantedLie{Lie::OrTakesFirst, "or_takes_first"},
  };
  return kLies;
}

std::optional<CInteger> c_integer(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, CInteger>, 13> kTypes = {{
      {"_Bool", {8, false, true}},
      {"bool", {8, false, true}},
      {"char", {8, true}},
      {"signed char", {8, true}},
      {"unsigned char", {8, false}},
      {"short", {16, true}},
      {"unsigned short", {16, false}},
      {"int", {32, true}},
      {"unsigned int", {32, false}},
      {"long", {64, true}},
      {"unsigned long", {64, false}},
      {"long long", {64, true}},
      {"unsigned long long", {64, false}},
  }};
  for (const auto& [name, integer] : kTypes)
    if (name == type) return integer;
  return std::nullopt;
}

CInteger common_type(CInteger left, CInteger right) {
  const auto promoted = [](CInteger type) { return type.width < 32 ? CInteger{} : type; };
  left = promoted(left);
  right = promoted(right);
  if (left.width != right.width) return left.width > right.width ? left : right;
  return left.is_signed ? right : left;
}

ValueRange ValueRange::of(CInteger type) { return between(type.low(), type.high()); }

ValueRange ValueRange::between(Wide low, Wide high) {
  ValueRange range{low, high, 0, 0};
  // All values between the bounds share the bits above the highest bit in which the bounds differ.
  const auto a = static_cast<WideBits>(low);
  const auto b = static_cast<WideBits>(high);
  WideBits differs = a ^ b;
  for (unsigned i = 1; i < 128; i *= 2) differs |= differs >> i;
  range.zeros = ~a & ~differs;
  range.ones = a & ~differs;
  return range;
}

ValueRange join(const ValueRange& left, const ValueRange& right) {
  return {std::min(left.low, right.low), std::max(left.high, right.high), left.zeros & right.zeros,
          left.ones & right.ones};
}

ValueRange RangeArithmetic::fitted(Wide low, Wide high, CInteger type) const {
  if (type.holds(low) && type.holds(high)) return ValueRange::between(low, high);
  const Wide size = Wide{1} << type.width;
  const bool clip = lies(Lie::WrapForgotten) && !type.is_signed;
  if (type.is_signed || clip) {
    // Overflow is undefined, so the result is within the type.
    if (high < type.low() || low > type.high()) return ValueRange::of(type);
    return ValueRange::between(std::max(low, type.low()), std::min(high, type.high()));
  }
  const Wide turns = floor_divide(low, size);
  if (turns != floor_divide(high, size)) return ValueRange::of(type);
  return ValueRange::between(low - turns * size, high - turns * size);
}

ValueRange RangeArithmetic::convert(const ValueRange& a, CInteger to) const {
  if (to.is_bool) return compare("!=", a, ValueRange::between(0, 0));
  if (to.holds(a.low) && to.holds(a.high)) return a;
  if (lies(Lie::NarrowingKeepsRange) && a.low <= to.high() && a.high >= to.low())
    return ValueRange::between(std::max(a.low, to.low()), std::min(a.high, to.high()));
  const Wide size = Wide{1} << to.width;
  const Wide turns = floor_divide(a.low - to.low(), size);
  ValueRange result = ValueRange::of(to);
  if (turns == floor_divide(a.high - to.low(), size))
    result = ValueRange::between(a.low - turns * size, a.high - turns * size);
  if (lies(Lie::SignLostInCast) && to.is_signed && result.low < 0 && a.low >= 0)
    result = ValueRange::between(0, to.high());
  const WideBits low_bits = static_cast<WideBits>(size) - 1;
  result.zeros |= a.zeros & (to.is_signed ? low_bits >> 1 : low_bits);
  result.ones |= a.ones & (to.is_signed ? low_bits >> 1 : low_bits);
  return result;
}

ValueRange RangeArithmetic::product(const ValueRange& a, const ValueRange& b, CInteger type) const {
  for (const Wide bound : {a.low, a.high, b.low, b.high})
    if (bound >= kTwoTo62 || bound <= -kTwoTo62) return ValueRange::of(type);
  const ValueRange corners = hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return fitted(corners.low, corners.high, type);
}

ValueRange RangeArithmetic::quotient(const ValueRange& a, const ValueRange& b, CInteger type) const {
  std::optional<ValueRange> all;
  const auto with = [&](Wide low, Wide high) {
    if (low > high) return;
    const auto divide = [&](Wide x, Wide y) { return lies(Lie::DivisionRoundsDown) ? floor_divide(x, y) : x / y; };
    const ValueRange part = hull({divide(a.low, low), divide(a.low, high), divide(a.high, low), divide(a.high, high)});
    all = all ? join(*all, part) : part;
  };
  // Division by zero is undefined.
  with(std::max<Wide>(b.low, 1), b.high);
  with(b.low, std::min<Wide>(b.high, -1));
  return all ? fitted(all->low, all->high, type) : ValueRange::of(type);
}

ValueRange RangeArithmetic::remainder(const ValueRange& a, const ValueRange& b, CInteger type) const {
  const Wide most = std::max(b.high, -b.low) - 1;
  if (most < 0) return ValueRange::of(type);
  const Wide low = a.low >= 0 || lies(Lie::RemainderNonNegative) ? 0 : std::max(a.low, -most);
  return ValueRange::between(low, a.high <= 0 ? 0 : std::min(a.high, most));
}

ValueRange RangeArithmetic::shifted(std::string_view op, const ValueRange& a, const ValueRange& b,
                                    CInteger type) const {
  // Other amounts are undefined.
  const Wide least = std::max<Wide>(b.low, 0);
  const Wide most = std::min<Wide>(b.high, type.width - 1);
  if (least > most) return ValueRange::of(type);
  if (op == ">>") {
    const Wide extra = lies(Lie::ShiftTooNarrow) ? 1 : 0;
    const Wide high = a.high >= 0 ? a.high >> (least + extra) : a.high >> most;
    const Wide low = a.low >= 0 ? a.low >> most : a.low >> least;
    return low <= high ? ValueRange::between(low, high) : ValueRange::between(high, low);
  }
  if (a.low < 0 || a.high >= kTwoTo62 || (a.high << least) >> least != a.high || most > 62) return ValueRange::of(type);
  if (type.is_signed && (a.high << most) > type.high()) return ValueRange::of(type);
  ValueRange result = fitted(a.low << least, a.high << most, type);
  // Zeros come in from below.
  result.zeros |= (WideBits{1} << least) - 1;
  return result;
}

ValueRange RangeArithmetic::bitwise(std::string_view op, const ValueRange& a, const ValueRange& b,
                                    CInteger type) const {
  const bool both = a.low >= 0 && b.low >= 0;
  ValueRange result = ValueRange::of(type);
  if (op == "&") {
    if (both) result = ValueRange::between(0, std::min(a.high, b.high));
    if (!both && a.low >= 0) result = ValueRange::between(0, a.high);
    if (!both && b.low >= 0) result = ValueRange::between(0, b.high);
    if (lies(Lie::AndOfNonZero) && a.low > 0 && b.low > 0 && result.high > 0) result.low = 1;
    result.zeros |= a.zeros | b.zeros;
    result.ones |= a.ones & b.ones;
  } else if (op == "|") {
    if (both) result = ValueRange::between(std::max(a.low, b.low), filled(std::max(a.high, b.high)));
    if (both && lies(Lie::OrAtMostLarger)) result.high = std::max(a.high, b.high);
    result.zeros |= a.zeros & b.zeros;
    result.ones |= a.ones | b.ones;
  } else {
    if (both) result = ValueRange::between(0, filled(std::max(a.high, b.high)));
    result.zeros |= (a.zeros & b.zeros) | (a.ones & b.ones);
    result.ones |= (a.zeros & b.ones) | (a.ones & b.zeros);
  }
  return result;
}

ValueRange RangeArithmetic::binary(std::string_view op, const ValueRange& a, const ValueRange& b, CInteger type) const {
  if (op == "+") {
    ValueRange sum = sum_bits(a, b, false, {});
    const ValueRange range =
        fitted(a.low + b.low, a.high + b.high - (lies(Lie::HighOffByOne) && !a.is_constant() ? 1 : 0), type);
    const WideBits kept = (WideBits{1} << (type.width - 1)) - 1;
    return {range.low, range.high, range.zeros | (sum.zeros & kept), range.ones | (sum.ones & kept)};
  }
  if (op == "-") {
    const ValueRange difference = sum_bits(a, complement_bits(b), true, {});
    const ValueRange range =
        fitted(a.low - b.high + (lies(Lie::LowOffByOne) && !a.is_constant() ? 1 : 0), a.high - b.low, type);
    const WideBits kept = (WideBits{1} << (type.width - 1)) - 1;
    return {range.low, range.high, range.zeros | (difference.zeros & kept), range.ones | (difference.ones & kept)};
  }
  if (op == "*") return product(a, b, type);
  if (op == "/") return quotient(a, b, type);
  if (op == "%") return remainder(a, b, type);
  if (op == "<<" || op == ">>") return shifted(op, a, b, type);
  if (op == "&" || op == "|" || op == "^") return bitwise(op, a, b, type);
  return ValueRange::of(type);
}

ValueRange RangeArithmetic::unary(std::string_view op, const ValueRange& a, CInteger type) const {
  if (op == "+") return a;
  if (op == "-") {
    if (lies(Lie::NegatedBits)) {
      ValueRange wrong = fitted(-a.high, -a.low, type);
      wrong.zeros = a.ones;
      wrong.ones = a.zeros;
      return wrong;
    }
    return binary("-", ValueRange::between(0, 0), a, type);
  }
  if (op == "~") {
    const Wide offset = lies(Lie::ComplementOffByOne) ? 0 : 1;
    if (type.is_signed) return fitted(-a.high - offset, -a.low - offset, type);
    return fitted(type.high() - a.high + 1 - offset, type.high() - a.low + 1 - offset, type);
  }
  return ValueRange::of(type);
}

ValueRange RangeArithmetic::compare(std::string_view op, const ValueRange& a, const ValueRange& b) const {
  const auto truth = [](bool always, bool never) {
    return ValueRange::between(always && !never ? 1 : 0, never && !always ? 0 : 1);
  };
  if (op == ">" || op == ">=") return compare(op == ">" ? "<" : "<=", b, a);
  if (op == "<") return truth(a.high < b.low, a.low >= b.high);
  // A lie: `<=` is treated as `<`.
  if (op == "<=") return truth(a.high <= b.low, lies(Lie::AtMostIsBelow) ? a.low >= b.high : a.low > b.high);
  bool apart = a.high < b.low || a.low > b.high || (a.ones & b.zeros) != 0 || (a.zeros & b.ones) != 0;
  if (lies(Lie::EqualToBoundIsFalse) && b.is_constant() && !a.is_constant() && b.low == a.high) apart = true;
  const bool same = a.is_constant() && b.is_constant() && a.low == b.low;
  return op == "==" ? truth(same, apart) : truth(apart, same);
}

}  // namespace assay::analyzer

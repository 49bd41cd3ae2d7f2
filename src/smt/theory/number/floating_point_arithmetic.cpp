#include <algorithm>
#include <cstdint>
#include <optional>

#include "smt/theory/number/floating_point_evaluate.hpp"
#include "smt/theory/number/floating_point_format.hpp"

namespace assay::smt::fp {

namespace {

bool is_nan_float(const Float& number) { return class_of(number) == Class::NotANumber; }
bool is_infinite_float(const Float& number) { return class_of(number) == Class::Infinite; }
bool is_zero_float(const Float& number) { return class_of(number) == Class::Zero; }

RoundingMode mode_of(const Arguments& arguments) { return arguments[0].as<RoundingMode>(); }

Float negated(const Float& number) {
  Float result = number;
  if (!is_nan_float(number)) {
    mpz_combit(result.bits.get_mpz_t(), number.exponent + number.significand - 1);
  }
  return result;
}

/// The sign of a sum of numbers with different signs that is exactly zero. True is negative.
bool zero_sum_sign(RoundingMode mode) { return mode == RoundingMode::TowardNegative; }

std::int64_t bit_length(const mpz_class& number) {
  return number == 0 ? 0 : static_cast<std::int64_t>(mpz_sizeinbase(number.get_mpz_t(), 2));
}

/// An exponent with |number| < 2^top.
std::int64_t top(const Exact& number) { return number.exponent + bit_length(number.significand); }

/// Replaces a tiny `low` by a number of the same sign with an exponent near that of `high`, if that does not change the
/// rounded sum. So sums stay short even for distant exponents.
void bring_near(Format format, const Exact& high, Exact& low) {
  const std::int64_t limit = std::min(high.exponent, top(high) - std::int64_t{format.significand} - 4);
  if (low.significand != 0 && high.significand != 0 && top(low) <= limit) {
    low.significand = 1;
    low.exponent = limit - 1;
  }
}

/// The rounded sum a + b. Precondition: a and b are not both zero.
Float rounded_sum(Format format, RoundingMode mode, Exact a, Exact b) {
  if (a.significand == 0) {
    return round(format, mode, b);
  }
  if (b.significand == 0) {
    return round(format, mode, a);
  }
  Exact& high = a.exponent >= b.exponent ? a : b;
  Exact& low = a.exponent >= b.exponent ? b : a;
  bring_near(format, high, low);
  const std::int64_t exponent = std::min(a.exponent, b.exponent);
  mpz_class sum = a.significand << static_cast<std::uint64_t>(a.exponent - exponent);
  if (a.negative) {
    sum = -sum;
  }
  mpz_class other = b.significand << static_cast<std::uint64_t>(b.exponent - exponent);
  if (b.negative) {
    other = -other;
  }
  sum += other;
  if (sum == 0) {
    return make_zero(format, zero_sum_sign(mode));
  }
  return round(format, mode, {sum < 0, ::abs(sum), exponent});
}

Outcome sum(RoundingMode mode, const Float& a, const Float& b) {
  const Format format = format_of(a);
  if (is_nan_float(a) || is_nan_float(b)) {
    return Value(make_nan(format));
  }
  if (is_infinite_float(a) || is_infinite_float(b)) {
    const bool clash = is_infinite_float(a) && is_infinite_float(b) && is_negative(a) != is_negative(b);
    return Value(clash ? make_nan(format) : is_infinite_float(a) ? a : b);
  }
  if (is_zero_float(a) && is_zero_float(b)) {
    return Value(make_zero(format, is_negative(a) == is_negative(b) ? is_negative(a) : zero_sum_sign(mode)));
  }
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  return Value(rounded_sum(format, mode, exact(a), exact(b)));
}

/// a * b if an argument is NaN, infinite or zero. Nullopt otherwise.
std::optional<Float> special_product(const Float& a, const Float& b) {
  const Format format = format_of(a);
  const bool negative = is_negative(a) != is_negative(b);
  if (is_nan_float(a) || is_nan_float(b)) {
    return make_nan(format);
  }
  if (is_infinite_float(a) || is_infinite_float(b)) {
    return is_zero_float(a) || is_zero_float(b) ? make_nan(format) : make_infinity(format, negative);
  }
  if (is_zero_float(a) || is_zero_float(b)) {
    return make_zero(format, negative);
  }
  return std::nullopt;
}

Exact product(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent};
}

/// x.significand * 2^gap mod `modulus`, by square and multiply, because `gap` may be as large as 2^eb.
mpz_class residue(const Exact& x, const mpz_class& modulus, std::uint64_t gap) {
  mpz_class power;
  const mpz_class two = 2;
  mpz_powm(power.get_mpz_t(), two.get_mpz_t(), mpz_class(static_cast<unsigned long>(gap)).get_mpz_t(),
           modulus.get_mpz_t());
  mpz_class result = x.significand * power;
  mpz_mod(result.get_mpz_t(), result.get_mpz_t(), modulus.get_mpz_t());
  return result;
}

/// x - y * n where n is the integer nearest to x / y, ties to even. Precondition: x and y are finite and not zero. The
/// result is a float of their format (IEEE 754-2019, 5.3.1).
Float exact_remainder(Format format, const Exact& x, Exact y) {
  if (top(x) < top(y) - 1) {  // |x| < |y| / 2
    return round(format, RoundingMode::NearestEven, x);
  }
  if (x.exponent < y.exponent) {
    y.significand <<= static_cast<std::uint64_t>(y.exponent - x.exponent);
    y.exponent = x.exponent;
  }
  const mpz_class& unit = y.significand;
  mpz_class rest = residue(x, 2 * unit, static_cast<std::uint64_t>(x.exponent - y.exponent));
  const bool odd = rest >= unit;
  if (odd) {
    rest -= unit;
  }
  const int half = cmp(mpz_class(2 * rest), unit);
  if (half > 0 || (half == 0 && odd)) {
    rest -= unit;
  }
  const bool negative = rest == 0 ? x.negative : x.negative != (rest < 0);
  return round(format, RoundingMode::NearestEven, {negative, ::abs(rest), y.exponent});
}

/// fp.min (`wants_less`) or fp.max (otherwise).
Outcome extreme(const Arguments& arguments, bool wants_less) {
  const Float& a = arguments[0].as_float();
  const Float& b = arguments[1].as_float();
  if (is_nan_float(a)) {
    return arguments[1];
  }
  if (is_nan_float(b)) {
    return arguments[0];
  }
  if (is_zero_float(a) && is_zero_float(b) && is_negative(a) != is_negative(b)) {
    return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
  }
  // Packed bits are ordered like the numbers, in reverse for negative numbers.
  const bool less = is_negative(a) != is_negative(b) ? is_negative(a) : (a.bits < b.bits) != is_negative(a);
  return less == wants_less ? arguments[0] : arguments[1];
}

}  // namespace

Outcome abs(const Arguments& arguments) {
  const Float& number = arguments[0].as_float();
  return Value(is_negative(number) ? negated(number) : number);
}

Outcome neg(const Arguments& arguments) { return Value(negated(arguments[0].as_float())); }

Outcome add(const Arguments& arguments) {
  return sum(mode_of(arguments), arguments[1].as_float(), arguments[2].as_float());
}

Outcome sub(const Arguments& arguments) {
  return sum(mode_of(arguments), arguments[1].as_float(), negated(arguments[2].as_float()));
}

Outcome mul(const Arguments& arguments) {
  const Float& a = arguments[1].as_float();
  const Float& b = arguments[2].as_float();
  if (const auto special = special_product(a, b)) {
    return Value(*special);
  }
  const Format format = format_of(a);
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  return Value(round(format, mode_of(arguments), product(exact(a), exact(b))));
}

Outcome div(const Arguments& arguments) {
  const Float& a = arguments[1].as_float();
  const Float& b = arguments[2].as_float();
  const Format format = format_of(a);
  const bool negative = is_negative(a) != is_negative(b);
  if (is_nan_float(a) || is_nan_float(b) || (is_infinite_float(a) && is_infinite_float(b)) ||
      (is_zero_float(a) && is_zero_float(b))) {
    return Value(make_nan(format));
  }
  if (is_infinite_float(a) || is_zero_float(b)) {
    return Value(make_infinity(format, negative));
  }
  if (is_zero_float(a) || is_infinite_float(b)) {
    return Value(make_zero(format, negative));
  }
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  const Exact x = exact(a);
  const Exact y = exact(b);
  return Value(round(format, mode_of(arguments),
                     quotient(format, negative, x.significand, y.significand, x.exponent - y.exponent)));
}

Outcome fma(const Arguments& arguments) {
  const Float& a = arguments[1].as_float();
  const Float& b = arguments[2].as_float();
  const Float& c = arguments[3].as_float();
  if (const auto special = special_product(a, b)) {
    return sum(mode_of(arguments), *special, c);
  }
  const Format format = format_of(a);
  if (is_nan_float(c) || is_infinite_float(c)) {
    return Value(c);
  }
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  return Value(rounded_sum(format, mode_of(arguments), product(exact(a), exact(b)), exact(c)));
}

Outcome sqrt(const Arguments& arguments) {
  const Float& number = arguments[1].as_float();
  const Format format = format_of(number);
  if (is_nan_float(number) || is_zero_float(number)) {
    return Value(number);
  }
  if (is_negative(number)) {
    return Value(make_nan(format));
  }
  if (is_infinite_float(number)) {
    return Value(number);
  }
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  const Exact x = exact(number);
  std::int64_t shift =
      std::max<std::int64_t>(0, 2 * (std::int64_t{format.significand} + 2) - bit_length(x.significand));
  if ((x.exponent - shift) % 2 != 0) {
    ++shift;
  }
  const mpz_class shifted = x.significand << static_cast<std::uint64_t>(shift);
  mpz_class root;
  mpz_class rest;
  mpz_sqrtrem(root.get_mpz_t(), rest.get_mpz_t(), shifted.get_mpz_t());
  root <<= 1;
  if (rest != 0) {
    ++root;
  }
  return Value(round(format, mode_of(arguments), {false, root, (x.exponent - shift) / 2 - 1}));
}

Outcome rem(const Arguments& arguments) {
  const Float& x = arguments[0].as_float();
  const Float& y = arguments[1].as_float();
  const Format format = format_of(x);
  if (is_nan_float(x) || is_nan_float(y) || is_infinite_float(x) || is_zero_float(y)) {
    return Value(make_nan(format));
  }
  if (is_infinite_float(y) || is_zero_float(x)) {
    return Value(x);
  }
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  return Value(exact_remainder(format, exact(x), exact(y)));
}

Outcome round_to_integral(const Arguments& arguments) {
  const Float& number = arguments[1].as_float();
  const Format format = format_of(number);
  if (is_nan_float(number) || is_infinite_float(number) || is_zero_float(number)) {
    return Value(number);
  }
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  const Exact x = exact(number);
  if (x.exponent >= 0) {
    return Value(number);
  }
  const mpz_class integer =
      shift_and_round(x.significand, static_cast<std::uint64_t>(-x.exponent), x.negative, mode_of(arguments));
  const Float rounded = round(format, mode_of(arguments), {x.negative, integer, 0});
  // The rounded integer may not exist in a format whose largest number is not an integer: 3.5 in (2, 3). IEEE 754 has
  // no such format, and implementations differ.
  if (is_infinite_float(rounded)) {
    return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
  }
  return Value(rounded);
}

Outcome min(const Arguments& arguments) { return extreme(arguments, true); }
Outcome max(const Arguments& arguments) { return extreme(arguments, false); }

}  // namespace assay::smt::fp

#include <cstdint>
#include <optional>

#include "smt/theory/number/floating_point_evaluate.hpp"
#include "smt/theory/number/floating_point_format.hpp"

namespace assay::smt::fp {

namespace {

/// Maximum width of numbers in conversions, in bits.
constexpr std::int64_t kMaxShift = std::int64_t{1} << 20;

Format indexed_format(const Arguments& arguments) {
  return {static_cast<std::uint32_t>(arguments.indices[0].number),
          static_cast<std::uint32_t>(arguments.indices[1].number)};
}

Outcome open(const Arguments& arguments) {
  return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
}

/// A constant of the format in the indices. Lack::Budget for extremely wide formats.
template <typename Make>
Outcome constant(const Arguments& arguments, Make make) {
  const Format format = indexed_format(arguments);
  return format.width() > kMaxShift ? Outcome(Lack::Budget) : Outcome(Value(make(format)));
}

Outcome from_fields(const BitVector& sign, const BitVector& exponent, const BitVector& fraction) {
  const Format format{exponent.width, fraction.width + 1};
  mpz_class bits = (sign.bits << exponent.width) | exponent.bits;
  bits = (bits << fraction.width) | fraction.bits;
  return Value(from_bits(format, bits));
}

mpz_class signed_number(const BitVector& vector) {
  mpz_class result = vector.bits;
  if (mpz_tstbit(result.get_mpz_t(), vector.width - 1) != 0) {
    result -= mpz_class(1) << vector.width;
  }
  return result;
}

Outcome from_rational(Format format, RoundingMode mode, const mpq_class& number, std::int64_t exponent = 0) {
  if (!is_computable(format)) {
    return Lack::Budget;
  }
  return Value(round(format, mode, quotient(format, number < 0, abs(number.get_num()), number.get_den(), exponent)));
}

/// The value of an Int or a Real.
mpq_class rational(const Value& numeral) {
  return numeral.is<mpz_class>() ? mpq_class(numeral.as_int()) : numeral.as_real();
}

/// z3's (rm Real Int) and (rm Int Real): the real number times 2 to the power of the integer.
Outcome from_scaled(Format format, const Arguments& arguments) {
  if (arguments[1].is<mpz_class>() == arguments[2].is<mpz_class>()) {
    return Lack::Opaque;
  }
  const std::size_t integer = arguments[1].is<mpz_class>() ? 1 : 2;
  const mpz_class& exponent = arguments[integer].as_int();
  if (mpz_sizeinbase(exponent.get_mpz_t(), 2) > 40) {
    return Lack::Budget;
  }
  return from_rational(format, arguments[0].as<RoundingMode>(), arguments[3 - integer].as_real(), exponent.get_si());
}

Outcome from_float(Format format, RoundingMode mode, const Float& number) {
  switch (class_of(number)) {
    case Class::NotANumber: return Value(make_nan(format));
    case Class::Infinite: return Value(make_infinity(format, is_negative(number)));
    case Class::Zero: return Value(make_zero(format, is_negative(number)));
    default: break;
  }
  if (!is_computable(format) || !is_computable(format_of(number))) {
    return Lack::Budget;
  }
  return Value(round(format, mode, exact(number)));
}

/// The number rounded to an integer. Nullopt if the number is not finite or the result has more than `bits` bits. The
/// caller checks budgets.
std::optional<mpz_class> integer(RoundingMode mode, const Float& number, std::int64_t bits) {
  const Class kind = class_of(number);
  if (kind == Class::NotANumber || kind == Class::Infinite) {
    return std::nullopt;
  }
  const Exact x = exact(number);
  if (x.significand == 0) {
    return mpz_class(0);
  }
  const auto size = static_cast<std::int64_t>(mpz_sizeinbase(x.significand.get_mpz_t(), 2));
  if (x.exponent + size > bits) {
    return std::nullopt;
  }
  mpz_class magnitude;
  if (x.exponent >= 0) {
    magnitude = x.significand << static_cast<std::uint64_t>(x.exponent);
  } else {
    magnitude = shift_and_round(x.significand, static_cast<std::uint64_t>(-x.exponent), x.negative, mode);
  }
  return x.negative ? mpz_class(-magnitude) : magnitude;
}

/// fp.to_ubv and fp.to_sbv: the rounded number; open if it is not in the range of the bit-vector.
Outcome to_bits(const Arguments& arguments, bool is_signed) {
  const auto width = static_cast<std::uint32_t>(arguments.indices[0].number);
  const Float& number = arguments[1].as_float();
  if (width > kMaxShift || !is_computable(format_of(number))) {
    return Lack::Budget;
  }
  const auto result = integer(arguments[0].as<RoundingMode>(), number, width);
  const std::uint32_t bits = is_signed ? width - 1 : width;
  const mpz_class limit = mpz_class(1) << bits;
  if (!result || *result >= limit || *result < (is_signed ? mpz_class(-limit) : mpz_class(0))) {
    return open(arguments);
  }
  return make_bits(width, *result);
}

}  // namespace

Outcome from_parts(const Arguments& arguments) {
  return from_fields(arguments[0].as_bits(), arguments[1].as_bits(), arguments[2].as_bits());
}

Outcome plus_infinity(const Arguments& arguments) {
  return constant(arguments, [](Format format) { return make_infinity(format, false); });
}
Outcome minus_infinity(const Arguments& arguments) {
  return constant(arguments, [](Format format) { return make_infinity(format, true); });
}
Outcome plus_zero(const Arguments& arguments) {
  return constant(arguments, [](Format format) { return make_zero(format, false); });
}
Outcome minus_zero(const Arguments& arguments) {
  return constant(arguments, [](Format format) { return make_zero(format, true); });
}
Outcome not_a_number(const Arguments& arguments) { return constant(arguments, make_nan); }

Outcome to_fp(const Arguments& arguments) {
  const Format format = indexed_format(arguments);
  if (format.width() > kMaxShift) {
    return Lack::Budget;
  }
  if (arguments.size() == 1) {
    return Value(from_bits(format, arguments[0].as_bits().bits));
  }
  if (arguments.size() == 3) {
    return arguments[0].is<BitVector>()
               ? from_fields(arguments[0].as_bits(), arguments[1].as_bits(), arguments[2].as_bits())
               : from_scaled(format, arguments);
  }
  const RoundingMode mode = arguments[0].as<RoundingMode>();
  const Value& number = arguments[1];
  if (number.is<Float>()) {
    return from_float(format, mode, number.as_float());
  }
  return from_rational(format, mode,
                       number.is<BitVector>() ? mpq_class(signed_number(number.as_bits())) : rational(number));
}

Outcome to_fp_unsigned(const Arguments& arguments) {
  return from_rational(indexed_format(arguments), arguments[0].as<RoundingMode>(),
                       mpq_class(arguments[1].as_bits().bits));
}

Outcome to_ubv(const Arguments& arguments) { return to_bits(arguments, false); }
Outcome to_sbv(const Arguments& arguments) { return to_bits(arguments, true); }

Outcome to_real(const Arguments& arguments) {
  const Float& number = arguments[0].as_float();
  const Class kind = class_of(number);
  if (kind == Class::NotANumber || kind == Class::Infinite) {
    return open(arguments);
  }
  if (!is_computable(format_of(number))) {
    return Lack::Budget;
  }
  const Exact x = exact(number);
  if (x.significand == 0) {
    return Value(mpq_class(0));
  }
  if (x.exponent > kMaxShift || x.exponent < -kMaxShift) {
    return Lack::Budget;
  }
  mpq_class result(x.negative ? mpz_class(-x.significand) : x.significand);
  if (x.exponent >= 0) {
    result <<= static_cast<std::uint64_t>(x.exponent);
  } else {
    result >>= static_cast<std::uint64_t>(-x.exponent);
  }
  return Value(std::move(result));
}

Outcome to_ieee_bv(const Arguments& arguments) {
  const Float& number = arguments[0].as_float();
  if (class_of(number) == Class::NotANumber) {
    return open(arguments);
  }
  return make_bits(number.exponent + number.significand, number.bits);
}

}  // namespace assay::smt::fp

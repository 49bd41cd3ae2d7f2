#include "smt/theory/number/floating_point_format.hpp"

#include <algorithm>
#include <cstddef>

namespace assay::smt::fp {

namespace {

constexpr std::uint32_t kMaxExponentBits = 58;
constexpr std::uint64_t kMaxFormatBits = std::uint64_t{1} << 20;

std::uint64_t bits_of(const mpz_class& number) { return number == 0 ? 0 : mpz_sizeinbase(number.get_mpz_t(), 2); }

mpz_class ones(std::uint64_t count) { return (mpz_class(1) << count) - 1; }

mpz_class fraction(const Float& number) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), number.bits.get_mpz_t(), number.significand - 1);
  return result;
}

/// The bits of the exponent field.
mpz_class exponent_bits(const Float& number) {
  mpz_class result = number.bits >> (number.significand - 1);
  mpz_clrbit(result.get_mpz_t(), number.exponent);
  return result;
}

Float pack(Format format, bool negative, const mpz_class& exponent, const mpz_class& fraction_bits) {
  Float result{format.exponent, format.significand, (exponent << (format.significand - 1)) | fraction_bits};
  if (negative) {
    mpz_setbit(result.bits.get_mpz_t(), format.width() - 1);
  }
  return result;
}

/// The rounded result of a number that is too large for the format (IEEE 754-2019, 7.4).
Float overflow(Format format, RoundingMode mode, bool negative) {
  const bool toward_zero = mode == RoundingMode::TowardZero || (mode == RoundingMode::TowardPositive && negative) ||
                           (mode == RoundingMode::TowardNegative && !negative);
  if (!toward_zero) {
    return make_infinity(format, negative);
  }
  return pack(format, negative, ones(format.exponent) - 1, ones(format.significand - 1));
}

}  // namespace

bool is_computable(Format format) {
  return format.exponent <= kMaxExponentBits && std::uint64_t{format.exponent} + format.significand <= kMaxFormatBits;
}

Format format_of(const Float& number) { return {number.exponent, number.significand}; }

Class class_of(const Float& number) {
  const mpz_class exponent = exponent_bits(number);
  const bool has_fraction = fraction(number) != 0;
  if (exponent == 0) {
    return has_fraction ? Class::Subnormal : Class::Zero;
  }
  if (exponent == ones(number.exponent)) {
    return has_fraction ? Class::NotANumber : Class::Infinite;
  }
  return Class::Normal;
}

bool is_negative(const Float& number) {
  return mpz_tstbit(number.bits.get_mpz_t(), number.exponent + number.significand - 1) != 0;
}

Exact exact(const Float& number) {
  const std::int64_t bias = (std::int64_t{1} << (number.exponent - 1)) - 1;
  const std::int64_t field = static_cast<std::int64_t>(exponent_bits(number).get_ui());
  Exact result{is_negative(number), fraction(number), 0};
  if (field != 0) {
    mpz_setbit(result.significand.get_mpz_t(), number.significand - 1);
  }
  result.exponent = std::max<std::int64_t>(field, 1) - bias - (std::int64_t{number.significand} - 1);
  return result;
}

Float from_bits(Format format, const mpz_class& bits) {
  Float result{format.exponent, format.significand, bits};
  return class_of(result) == Class::NotANumber ? make_nan(format) : result;
}

Float make_nan(Format format) {
  return pack(format, false, ones(format.exponent), mpz_class(1) << (format.significand - 2));
}

Float make_infinity(Format format, bool negative) { return pack(format, negative, ones(format.exponent), 0); }

Float make_zero(Format format, bool negative) { return pack(format, negative, 0, 0); }

mpz_class shift_and_round(const mpz_class& significand, std::uint64_t shift, bool negative, RoundingMode mode) {
  if (shift == 0 || significand == 0) {
    return significand;
  }
  // A shift beyond the leading bit gives a number below one half, so all larger shifts have the same result.
  const std::uint64_t by = std::min<std::uint64_t>(shift, bits_of(significand) + 1);
  mpz_class result = significand >> by;
  const std::uint64_t lowest = mpz_scan1(significand.get_mpz_t(), 0);
  const bool inexact = lowest < by;
  const bool at_least_half = mpz_tstbit(significand.get_mpz_t(), by - 1) != 0;
  const bool above_half = at_least_half && lowest < by - 1;
  bool up = false;
  switch (mode) {
    case RoundingMode::NearestEven: up = above_half || (at_least_half && mpz_odd_p(result.get_mpz_t()) != 0); break;
    case RoundingMode::NearestAway: up = at_least_half; break;
    case RoundingMode::TowardPositive: up = inexact && !negative; break;
    case RoundingMode::TowardNegative: up = inexact && negative; break;
    case RoundingMode::TowardZero: break;
  }
  if (up) {
    ++result;
  }
  return result;
}

Float round(Format format, RoundingMode mode, const Exact& number) {
  if (number.significand == 0) {
    return make_zero(format, number.negative);
  }
  const std::int64_t bias = (std::int64_t{1} << (format.exponent - 1)) - 1;
  const std::int64_t precision = format.significand;
  const std::int64_t top = number.exponent + static_cast<std::int64_t>(bits_of(number.significand)) - 1;
  if (top > bias) {
    return overflow(format, mode, number.negative);
  }
  // The exponent of the last place, which is the same for all subnormal numbers.
  std::int64_t place = std::max(top, 1 - bias) - (precision - 1);
  mpz_class significand;
  if (place <= number.exponent) {
    significand = number.significand << static_cast<std::uint64_t>(number.exponent - place);
  } else {
    significand =
        shift_and_round(number.significand, static_cast<std::uint64_t>(place - number.exponent), number.negative, mode);
  }
  if (bits_of(significand) > format.significand) {  // rounding carried to the next power of two
    significand >>= 1;
    ++place;
  }
  if (bits_of(significand) < format.significand) {
    return pack(format, number.negative, 0, significand);
  }
  const std::int64_t exponent = place + precision - 1;
  if (exponent > bias) {
    return overflow(format, mode, number.negative);
  }
  mpz_clrbit(significand.get_mpz_t(), format.significand - 1);
  return pack(format, number.negative, mpz_class(static_cast<long>(exponent + bias)), significand);
}

Exact quotient(Format format, bool negative, const mpz_class& numerator, const mpz_class& denominator,
               std::int64_t exponent) {
  const std::uint64_t wanted = std::uint64_t{format.significand} + 2 + bits_of(denominator);
  const std::uint64_t shift = wanted > bits_of(numerator) ? wanted - bits_of(numerator) : 0;
  const mpz_class shifted = numerator << shift;
  mpz_class result;
  mpz_class rest;
  mpz_tdiv_qr(result.get_mpz_t(), rest.get_mpz_t(), shifted.get_mpz_t(), denominator.get_mpz_t());
  result <<= 1;
  if (rest != 0) {
    ++result;
  }
  return {negative, result, exponent - static_cast<std::int64_t>(shift) - 1};
}

}  // namespace assay::smt::fp

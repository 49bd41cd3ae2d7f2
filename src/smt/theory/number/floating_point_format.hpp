#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>

#include "assay/smt/value.hpp"

namespace assay::smt::fp {

/// (_ FloatingPoint exponent significand).
struct Format {
  std::uint32_t exponent = 8;
  std::uint32_t significand = 24;
  friend bool operator==(Format, Format) = default;
  [[nodiscard]] std::uint32_t width() const { return exponent + significand; }
};

/// Whether Assay computes with numbers of the format: at most 58 exponent bits (so that exponents can be added in 64
/// bits) and at most 2^20 bits in total.
[[nodiscard]] bool is_computable(Format format);

/// An exact number: (+-) significand * 2^exponent.
struct Exact {
  bool negative = false;
  mpz_class significand;  ///< at least 0
  std::int64_t exponent = 0;
};

enum class Class : std::uint8_t { NotANumber, Infinite, Zero, Subnormal, Normal };

[[nodiscard]] Format format_of(const Float& number);
[[nodiscard]] Class class_of(const Float& number);
[[nodiscard]] bool is_negative(const Float& number);  ///< the sign bit
/// The number that a float represents. Precondition: it is finite and its format is computable.
[[nodiscard]] Exact exact(const Float& number);

/// A float from its packed bits. Every NaN becomes the canonical NaN.
[[nodiscard]] Float from_bits(Format format, const mpz_class& bits);
[[nodiscard]] Float make_nan(Format format);
[[nodiscard]] Float make_infinity(Format format, bool negative);
[[nodiscard]] Float make_zero(Format format, bool negative);

/// significand / 2^shift, rounded to an integer. `negative` is the sign of the number, needed for directed modes.
[[nodiscard]] mpz_class shift_and_round(const mpz_class& significand, std::uint64_t shift, bool negative,
                                        RoundingMode mode);

/// The exact number rounded to a float of the format (SMT-LIB FloatingPoint, the function `round`; IEEE 754-2019, 4.3
/// and 7.4). Zero keeps the sign of `number`. All operations compute exactly and then round once with this function.
[[nodiscard]] Float round(Format format, RoundingMode mode, const Exact& number);

/// An exact number that rounds to the same float as (+-) numerator / denominator * 2^exponent in every mode: it has the
/// quotient's first significand + 2 bits and a sticky bit. Precondition: numerator >= 0, denominator > 0.
[[nodiscard]] Exact quotient(Format format, bool negative, const mpz_class& numerator, const mpz_class& denominator,
                             std::int64_t exponent);

}  // namespace assay::smt::fp

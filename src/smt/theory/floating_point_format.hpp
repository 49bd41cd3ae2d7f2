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

/// Whether numbers of the format are within what Assay computes with: exponents that fit in 64 bits with room to add,
/// and at most 2^20 bits altogether.
[[nodiscard]] bool is_computable(Format format);

/// sign * significand * 2^exponent, exactly.
struct Exact {
  bool negative = false;
  mpz_class significand;  ///< at least 0
  std::int64_t exponent = 0;
};

enum class Class : std::uint8_t { NotANumber, Infinite, Zero, Subnormal, Normal };

[[nodiscard]] Format format_of(const Float& number);
[[nodiscard]] Class class_of(const Float& number);
[[nodiscard]] bool is_negative(const Float& number);  ///< the sign bit
/// The number that a float stands for; it must be finite and of a computable format.
[[nodiscard]] Exact exact(const Float& number);

/// A float from its packed bits, with every NaN made the one NaN.
[[nodiscard]] Float from_bits(Format format, const mpz_class& bits);
[[nodiscard]] Float make_nan(Format format);
[[nodiscard]] Float make_infinity(Format format, bool negative);
[[nodiscard]] Float make_zero(Format format, bool negative);

/// significand / 2^shift, rounded to an integer; `negative` says which way the directed modes go.
[[nodiscard]] mpz_class shift_and_round(const mpz_class& significand, std::uint64_t shift, bool negative,
                                        RoundingMode mode);

/// Every operation is computed exactly and then rounded once, here: no result is rounded twice, whatever its width.
/// The one rounding of this theory (SMT-LIB FloatingPoint, the function `round`; IEEE 754-2019, 4.3 and 7.4): the float
/// of the format next to an exact number. Zero keeps the sign of `number`.
[[nodiscard]] Float round(Format format, RoundingMode mode, const Exact& number);

/// A stand-in for (+-) numerator / denominator * 2^exponent that rounds to the same float of the format in every
/// mode: its first significand + 2 bits and whether any others follow. numerator >= 0, denominator > 0.
[[nodiscard]] Exact quotient(Format format, bool negative, const mpz_class& numerator, const mpz_class& denominator,
                             std::int64_t exponent);

}  // namespace assay::smt::fp

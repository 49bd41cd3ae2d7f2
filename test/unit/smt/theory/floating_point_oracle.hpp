#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "assay/smt/value.hpp"

namespace assay::smt {

inline constexpr RoundingMode kModes[] = {RoundingMode::NearestEven, RoundingMode::NearestAway,
                                          RoundingMode::TowardPositive, RoundingMode::TowardNegative,
                                          RoundingMode::TowardZero};

/// A tiny format by enumeration: rounding is defined by the list of all its numbers. Independent of the library's
/// rounding, and slow.
class TinyFormat {
 public:
  TinyFormat(std::uint32_t exponent, std::uint32_t significand) : exponent_(exponent), significand_(significand) {
    for (std::uint64_t bits = 0; bits < infinity(); ++bits) {
      magnitudes_.push_back(magnitude(bits));
    }
    // The next number if the exponents went on: nearest modes round to infinity from half-way to it.
    magnitudes_.push_back(power(std::int64_t{1} << (exponent_ - 1)));
  }

  [[nodiscard]] std::uint32_t exponent() const { return exponent_; }
  [[nodiscard]] std::uint32_t significand() const { return significand_; }
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{1} << (exponent_ + significand_); }
  [[nodiscard]] std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent_) - 1) << (significand_ - 1); }
  [[nodiscard]] std::uint64_t sign() const { return std::uint64_t{1} << (exponent_ + significand_ - 1); }
  [[nodiscard]] std::uint64_t nan() const { return infinity() | (std::uint64_t{1} << (significand_ - 2)); }

  [[nodiscard]] bool is_nan(std::uint64_t bits) const { return (bits & ~sign()) > infinity(); }
  [[nodiscard]] bool is_infinite(std::uint64_t bits) const { return (bits & ~sign()) == infinity(); }
  [[nodiscard]] bool is_zero(std::uint64_t bits) const { return (bits & ~sign()) == 0; }
  [[nodiscard]] bool is_finite(std::uint64_t bits) const { return (bits & ~sign()) < infinity(); }
  [[nodiscard]] bool is_negative(std::uint64_t bits) const { return (bits & sign()) != 0; }
  [[nodiscard]] mpq_class number(std::uint64_t bits) const {
    const mpq_class& result = magnitudes_[bits & ~sign()];
    return is_negative(bits) ? mpq_class(-result) : result;
  }
  [[nodiscard]] Value value(std::uint64_t bits) const {
    return Value(Float{exponent_, significand_, mpz_class(static_cast<unsigned long>(is_nan(bits) ? nan() : bits))});
  }

  /// The bits of the number next to a real number with the sign `negative`. `compare(q)` compares its magnitude to q.
  [[nodiscard]] std::uint64_t round(RoundingMode mode, bool negative,
                                    const std::function<int(const mpq_class&)>& compare) const {
    std::uint64_t below = 0;
    while (below + 1 < magnitudes_.size() && compare(magnitudes_[below + 1]) >= 0) {
      ++below;
    }
    const std::uint64_t result_sign = negative ? sign() : 0;
    if (below < infinity() && compare(magnitudes_[below]) == 0) {
      return result_sign | below;
    }
    const bool beyond = below == infinity();
    const bool up =
        (mode == RoundingMode::TowardPositive && !negative) || (mode == RoundingMode::TowardNegative && negative);
    if (mode != RoundingMode::NearestEven && mode != RoundingMode::NearestAway) {
      return result_sign | (beyond ? infinity() - (up ? 0 : 1) : below + (up ? 1 : 0));
    }
    if (beyond) {
      return result_sign | infinity();
    }
    const int half = compare((magnitudes_[below] + magnitudes_[below + 1]) / 2);
    const bool away = half > 0 || (half == 0 && (mode == RoundingMode::NearestAway || below % 2 == 1));
    return result_sign | (below + (away ? 1 : 0));
  }

  /// The bits of the number next to `number`; `zero_sign` is the sign of an exact zero.
  [[nodiscard]] std::uint64_t round(RoundingMode mode, const mpq_class& number, bool zero_sign) const {
    const mpq_class size = abs(number);
    return round(mode, number == 0 ? zero_sign : number < 0, [&](const mpq_class& q) { return cmp(size, q); });
  }

 private:
  static mpq_class power(std::int64_t exponent) {
    mpq_class result = 1;
    for (; exponent > 0; --exponent) {
      result *= 2;
    }
    for (; exponent < 0; ++exponent) {
      result /= 2;
    }
    return result;
  }

  /// IEEE 754-2019, 3.4.
  [[nodiscard]] mpq_class magnitude(std::uint64_t bits) const {
    const std::uint64_t fraction_size = std::uint64_t{1} << (significand_ - 1);
    const std::uint64_t field = bits / fraction_size;
    const mpq_class fraction(static_cast<unsigned long>(bits % fraction_size),
                             static_cast<unsigned long>(fraction_size));
    mpq_class canonical = fraction;
    canonical.canonicalize();
    const std::int64_t bias = (std::int64_t{1} << (exponent_ - 1)) - 1;
    if (field == 0) {
      return canonical * power(1 - bias);
    }
    return (canonical + 1) * power(static_cast<std::int64_t>(field) - bias);
  }

  std::uint32_t exponent_;
  std::uint32_t significand_;
  std::vector<mpq_class> magnitudes_;  ///< by packed bits without a sign
};

/// An integer next to a rational number.
inline mpz_class round_to_integer(RoundingMode mode, const mpq_class& number) {
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  const mpq_class rest = number - floor;
  if (rest == 0) {
    return floor;
  }
  const int half = cmp(rest, mpq_class(1, 2));
  bool up = false;
  switch (mode) {
    case RoundingMode::NearestEven: up = half > 0 || (half == 0 && floor % 2 != 0); break;
    case RoundingMode::NearestAway: up = half > 0 || (half == 0 && number > 0); break;
    case RoundingMode::TowardPositive: up = true; break;
    case RoundingMode::TowardNegative: break;
    case RoundingMode::TowardZero: up = number < 0; break;
  }
  return up ? mpz_class(floor + 1) : floor;
}

}  // namespace assay::smt

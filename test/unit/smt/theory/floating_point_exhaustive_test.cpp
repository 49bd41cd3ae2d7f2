// Every number of tiny formats against every other in every rounding mode.
#include <gtest/gtest.h>

#include "floating_point_oracle.hpp"
#include "unit/smt/theory/apply_operator.hpp"

namespace assay::smt {
namespace {

using Bits = std::uint64_t;

class TinyFloats : public testing::TestWithParam<std::pair<std::uint32_t, std::uint32_t>> {
 protected:
  TinyFormat format_{GetParam().first, GetParam().second};

  /// The packed bits of an operator's result.
  [[nodiscard]] static Bits bits(std::string_view op, const std::vector<Value>& values) {
    return value_of(op, values).as_float().bits.get_ui();
  }
  [[nodiscard]] Bits sum(RoundingMode mode, Bits a, Bits b) const {
    if (format_.is_nan(a) || format_.is_nan(b)) {
      return format_.nan();
    }
    if (format_.is_infinite(a)) {
      return format_.is_infinite(b) && a != b ? format_.nan() : a;
    }
    if (format_.is_infinite(b)) {
      return b;
    }
    return rounded_sum(mode, format_.number(a), format_.is_negative(a), format_.number(b), format_.is_negative(b));
  }
  /// Zeros keep a sign that both have.
  [[nodiscard]] Bits rounded_sum(RoundingMode mode, const mpq_class& a, bool a_sign, const mpq_class& b,
                                 bool b_sign) const {
    return format_.round(mode, a + b, a_sign == b_sign ? a_sign : mode == RoundingMode::TowardNegative);
  }
  [[nodiscard]] Bits product(RoundingMode mode, Bits a, Bits b) const {
    const bool sign = format_.is_negative(a) != format_.is_negative(b);
    if (format_.is_nan(a) || format_.is_nan(b)) {
      return format_.nan();
    }
    if (format_.is_infinite(a) || format_.is_infinite(b)) {
      return format_.is_zero(a) || format_.is_zero(b) ? format_.nan()
                                                      : format_.infinity() | (sign ? format_.sign() : 0);
    }
    return format_.round(mode, format_.number(a) * format_.number(b), sign);
  }
  [[nodiscard]] Bits ratio(RoundingMode mode, Bits a, Bits b) const {
    const bool sign = format_.is_negative(a) != format_.is_negative(b);
    const Bits signed_zero = sign ? format_.sign() : 0;
    if (format_.is_nan(a) || format_.is_nan(b) || (format_.is_infinite(a) && format_.is_infinite(b)) ||
        (format_.is_zero(a) && format_.is_zero(b))) {
      return format_.nan();
    }
    if (format_.is_infinite(a) || format_.is_zero(b)) {
      return format_.infinity() | signed_zero;
    }
    return format_.is_infinite(b) ? signed_zero : format_.round(mode, format_.number(a) / format_.number(b), sign);
  }
  [[nodiscard]] Bits fused(RoundingMode mode, Bits a, Bits b, Bits c) const {
    const bool sign = format_.is_negative(a) != format_.is_negative(b);
    if (!format_.is_finite(a) || !format_.is_finite(b)) {
      return sum(mode, product(mode, a, b), c);
    }
    if (!format_.is_finite(c)) {
      return sum(mode, 0, c);
    }
    return rounded_sum(mode, format_.number(a) * format_.number(b), sign, format_.number(c), format_.is_negative(c));
  }
  [[nodiscard]] Bits remainder(Bits a, Bits b) const {
    if (format_.is_nan(a) || format_.is_nan(b) || format_.is_infinite(a) || format_.is_zero(b)) {
      return format_.nan();
    }
    if (format_.is_infinite(b)) {
      return a;
    }
    const mpq_class x = format_.number(a);
    const mpq_class y = format_.number(b);
    const mpq_class rest = x - y * round_to_integer(RoundingMode::NearestEven, x / y);
    return format_.round(RoundingMode::TowardZero, rest, format_.is_negative(a));
  }
};

TEST_P(TinyFloats, RoundsSumsProductsAndRatios) {
  for (const RoundingMode mode : kModes) {
    const Value m(mode);
    for (Bits a = 0; a < format_.count(); ++a) {
      const Value x = format_.value(a);
      for (Bits b = 0; b < format_.count(); ++b) {
        const Value y = format_.value(b);
        const Bits minus_b = format_.is_nan(b) ? b : b ^ format_.sign();
        ASSERT_EQ(bits("fp.add", {m, x, y}), sum(mode, a, b)) << a << " " << b << " " << static_cast<int>(mode);
        ASSERT_EQ(bits("fp.sub", {m, x, y}), sum(mode, a, minus_b)) << a << " " << b << " " << static_cast<int>(mode);
        ASSERT_EQ(bits("fp.mul", {m, x, y}), product(mode, a, b)) << a << " " << b << " " << static_cast<int>(mode);
        ASSERT_EQ(bits("fp.div", {m, x, y}), ratio(mode, a, b)) << a << " " << b << " " << static_cast<int>(mode);
      }
    }
  }
}

TEST_P(TinyFloats, FusesWithOneRounding) {
  // All triples of the smallest formats, every seventh of the others.
  const Bits stride = format_.count() > 16 ? 7 : 1;
  const Bits triples = format_.count() * format_.count() * format_.count();
  for (const RoundingMode mode : kModes) {
    for (Bits i = static_cast<Bits>(mode); i < triples; i += stride) {
      const Bits a = i % format_.count();
      const Bits b = i / format_.count() % format_.count();
      const Bits c = i / format_.count() / format_.count();
      ASSERT_EQ(bits("fp.fma", {Value(mode), format_.value(a), format_.value(b), format_.value(c)}),
                fused(mode, a, b, c))
          << a << " " << b << " " << c << " " << static_cast<int>(mode);
    }
  }
}

TEST_P(TinyFloats, TakesRemainders) {
  for (Bits a = 0; a < format_.count(); ++a) {
    for (Bits b = 0; b < format_.count(); ++b) {
      ASSERT_EQ(bits("fp.rem", {format_.value(a), format_.value(b)}), remainder(a, b)) << a << " " << b;
    }
  }
}

TEST_P(TinyFloats, TakesRoots) {
  for (const RoundingMode mode : kModes) {
    for (Bits a = 0; a < format_.count(); ++a) {
      Bits expected = a;
      if (format_.is_nan(a) || (format_.is_negative(a) && !format_.is_zero(a))) {
        expected = format_.nan();
      } else if (format_.is_finite(a) && !format_.is_zero(a)) {
        const mpq_class x = format_.number(a);
        expected = format_.round(mode, false, [&](const mpq_class& q) { return cmp(x, q * q); });
      }
      ASSERT_EQ(bits("fp.sqrt", {Value(mode), format_.value(a)}), expected) << a << " " << static_cast<int>(mode);
    }
  }
}

TEST_P(TinyFloats, RoundsToIntegers) {
  for (const RoundingMode mode : kModes) {
    for (Bits a = 0; a < format_.count(); ++a) {
      Bits expected = format_.is_nan(a) ? format_.nan() : a;
      if (format_.is_finite(a)) {
        expected = format_.round(mode, mpq_class(round_to_integer(mode, format_.number(a))), format_.is_negative(a));
        // The integer is not in the format: the standard leaves the result open.
        if (!format_.is_finite(expected)) {
          EXPECT_EQ(apply_operator("fp.roundToIntegral", {Value(mode), format_.value(a)}).lack, Lack::Unspecified);
          continue;
        }
      }
      ASSERT_EQ(bits("fp.roundToIntegral", {Value(mode), format_.value(a)}), expected)
          << a << " " << static_cast<int>(mode);
    }
  }
}

TEST_P(TinyFloats, Compares) {
  for (Bits a = 0; a < format_.count(); ++a) {
    for (Bits b = 0; b < format_.count(); ++b) {
      const bool ordered = !format_.is_nan(a) && !format_.is_nan(b);
      const auto rank = [&](Bits x) {
        return format_.is_infinite(x) ? mpq_class(format_.is_negative(x) ? -1000 : 1000) : format_.number(x);
      };
      const int order = ordered ? cmp(rank(a), rank(b)) : 0;
      const std::vector<Value> both = {format_.value(a), format_.value(b)};
      ASSERT_EQ(value_of("fp.lt", both), Value(ordered && order < 0)) << a << " " << b;
      ASSERT_EQ(value_of("fp.leq", both), Value(ordered && order <= 0)) << a << " " << b;
      ASSERT_EQ(value_of("fp.gt", both), Value(ordered && order > 0)) << a << " " << b;
      ASSERT_EQ(value_of("fp.geq", both), Value(ordered && order >= 0)) << a << " " << b;
      ASSERT_EQ(value_of("fp.eq", both), Value(ordered && order == 0)) << a << " " << b;
      const Outcome least = apply_operator("fp.min", both);
      const Outcome greatest = apply_operator("fp.max", both);
      if (format_.is_zero(a) && format_.is_zero(b) && a != b) {
        ASSERT_EQ(least.lack, Lack::Unspecified);
        ASSERT_EQ(greatest.lack, Lack::Unspecified);
      } else {
        const Bits low = format_.is_nan(a) ? b : format_.is_nan(b) ? a : order <= 0 ? a : b;
        const Bits high = format_.is_nan(a) ? b : format_.is_nan(b) ? a : order <= 0 ? b : a;
        ASSERT_EQ(least.value, format_.value(low)) << a << " " << b;
        ASSERT_EQ(greatest.value, format_.value(high)) << a << " " << b;
      }
    }
  }
}

TEST_P(TinyFloats, ConvertsToBitVectors) {
  for (const RoundingMode mode : kModes) {
    for (Bits a = 0; a < format_.count(); ++a) {
      for (std::uint32_t width = 1; width < 7; ++width) {
        for (const bool is_signed : {false, true}) {
          const Outcome result =
              apply_operator(is_signed ? "fp.to_sbv" : "fp.to_ubv", {Value(mode), format_.value(a)}, {width});
          const mpz_class limit = mpz_class(1) << (is_signed ? width - 1 : width);
          const mpz_class least = is_signed ? mpz_class(-limit) : mpz_class(0);
          const mpz_class integer = format_.is_finite(a) ? round_to_integer(mode, format_.number(a)) : limit;
          if (integer >= limit || integer < least) {
            ASSERT_EQ(result.lack, Lack::Unspecified) << a << " " << width;
          } else {
            ASSERT_EQ(result.value, make_bits(width, integer)) << a << " " << width;
          }
        }
      }
    }
  }
}

TEST_P(TinyFloats, ConvertsFromNumbers) {
  const std::vector<std::uint64_t> indices = {format_.exponent(), format_.significand()};
  for (const RoundingMode mode : kModes) {
    for (long numerator = -200; numerator <= 200; ++numerator) {
      for (const long denominator : {1, 2, 3, 7, 16, 64}) {
        mpq_class number(numerator, denominator);
        number.canonicalize();
        ASSERT_EQ(value_of("to_fp", {Value(mode), Value(number)}, indices),
                  format_.value(format_.round(mode, number, false)))
            << number << " " << static_cast<int>(mode);
      }
    }
    for (long bits = 0; bits < 128; ++bits) {
      const mpq_class as_signed = bits < 64 ? bits : bits - 128;
      ASSERT_EQ(value_of("to_fp", {Value(mode), make_bits(7, bits)}, indices),
                format_.value(format_.round(mode, as_signed, false)));
      ASSERT_EQ(value_of("to_fp_unsigned", {Value(mode), make_bits(7, bits)}, indices),
                format_.value(format_.round(mode, bits, false)));
    }
  }
}

TEST_P(TinyFloats, ConvertsBetweenFormats) {
  for (const auto& [exponent, significand] : {std::pair{2U, 2U}, {2U, 5U}, {4U, 2U}, {5U, 7U}}) {
    const TinyFormat other(exponent, significand);
    for (const RoundingMode mode : kModes) {
      for (Bits a = 0; a < format_.count(); ++a) {
        const Bits sign = format_.is_negative(a) ? other.sign() : 0;
        const Bits expected = format_.is_nan(a)        ? other.nan()
                              : format_.is_infinite(a) ? other.infinity() | sign
                                                       : other.round(mode, format_.number(a), sign != 0);
        ASSERT_EQ(value_of("to_fp", {Value(mode), format_.value(a)}, {exponent, significand}), other.value(expected))
            << a << " " << static_cast<int>(mode);
      }
    }
  }
}

TEST_P(TinyFloats, ConvertsToRealsAndBits) {
  for (Bits a = 0; a < format_.count(); ++a) {
    const Outcome real = apply_operator("fp.to_real", {format_.value(a)});
    const Outcome ieee = apply_operator("fp.to_ieee_bv", {format_.value(a)});
    const std::uint32_t width = format_.exponent() + format_.significand();
    if (format_.is_finite(a)) {
      ASSERT_EQ(real.value, Value(format_.number(a)));
    } else {
      ASSERT_EQ(real.lack, Lack::Unspecified);
    }
    if (format_.is_nan(a)) {
      ASSERT_EQ(ieee.lack, Lack::Unspecified);
    } else {
      ASSERT_EQ(ieee.value, make_bits(width, static_cast<unsigned long>(a)));
    }
    ASSERT_EQ(value_of("to_fp", {make_bits(width, static_cast<unsigned long>(a))},
                       {format_.exponent(), format_.significand()}),
              format_.value(a));
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, TinyFloats,
                         testing::Values(std::pair{2U, 2U}, std::pair{2U, 3U}, std::pair{3U, 2U}, std::pair{3U, 3U},
                                         std::pair{2U, 4U}),
                         [](const auto& test) {
                           return std::to_string(test.param.first) + "_" + std::to_string(test.param.second);
                         });

}  // namespace
}  // namespace assay::smt

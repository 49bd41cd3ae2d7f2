// Random numbers of real and odd formats against MPFR and the host's arithmetic, which share no code with the library's
// rounding.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <random>

#include "unit/smt/theory/apply_operator.hpp"

namespace assay::smt {
namespace {

struct Format {
  std::uint32_t exponent;
  std::uint32_t significand;
};

class MpfrNumber {
 public:
  explicit MpfrNumber(Format format) { mpfr_init2(value_, format.significand); }
  ~MpfrNumber() { mpfr_clear(value_); }
  MpfrNumber(const MpfrNumber&) = delete;
  MpfrNumber& operator=(const MpfrNumber&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

/// Sets MPFR's range of exponents to that of the format (MPFR's significands are below 1), for subnormalize.
void set_range(Format format) {
  const mpfr_exp_t bias = (mpfr_exp_t{1} << (format.exponent - 1)) - 1;
  mpfr_set_emax(bias + 1);
  mpfr_set_emin(3 - bias - static_cast<mpfr_exp_t>(format.significand));
}

void read(mpfr_ptr result, Format format, const mpz_class& bits) {
  const mpz_class exponent = (bits >> (format.significand - 1)) & ((mpz_class(1) << format.exponent) - 1);
  mpz_class significand = bits & ((mpz_class(1) << (format.significand - 1)) - 1);
  const bool negative = mpz_tstbit(bits.get_mpz_t(), format.exponent + format.significand - 1) != 0;
  if (exponent == (mpz_class(1) << format.exponent) - 1) {
    if (significand != 0) {
      mpfr_set_nan(result);
    } else {
      mpfr_set_inf(result, negative ? -1 : 1);
    }
    return;
  }
  const long bias = (long{1} << (format.exponent - 1)) - 1;
  if (exponent != 0) {
    significand += mpz_class(1) << (format.significand - 1);
  }
  const long field = exponent == 0 ? 1 : static_cast<long>(exponent.get_si());
  mpfr_set_z_2exp(result, significand.get_mpz_t(), field - bias - static_cast<long>(format.significand) + 1, MPFR_RNDN);
  mpfr_setsign(result, result, negative ? 1 : 0, MPFR_RNDN);
}

mpz_class write(mpfr_ptr number, Format format) {
  const mpz_class infinity = ((mpz_class(1) << format.exponent) - 1) << (format.significand - 1);
  if (mpfr_nan_p(number) != 0) {
    return infinity + (mpz_class(1) << (format.significand - 2));
  }
  const mpz_class sign =
      mpfr_signbit(number) != 0 ? mpz_class(mpz_class(1) << (format.exponent + format.significand - 1)) : mpz_class(0);
  if (mpfr_inf_p(number) != 0) {
    return sign + infinity;
  }
  if (mpfr_zero_p(number) != 0) {
    return sign;
  }
  const long bias = (long{1} << (format.exponent - 1)) - 1;
  mpz_class significand;
  const long exponent = mpfr_get_z_2exp(significand.get_mpz_t(), number);
  significand = abs(significand);
  const long least = 1 - bias - static_cast<long>(format.significand) + 1;
  if (exponent < least) {
    return sign + (significand >> static_cast<unsigned long>(least - exponent));
  }
  const mpz_class field = exponent - least + 1;
  return sign + (field << (format.significand - 1)) + significand - (mpz_class(1) << (format.significand - 1));
}

/// Packed bits: many special values, neighbouring exponents, and values with few different bits.
mpz_class draw(std::mt19937_64& random, Format format) {
  const std::uint32_t width = format.exponent + format.significand;
  mpz_class bits;
  for (std::uint32_t i = 0; i < width; i += 32) {
    bits = (bits << 32) + static_cast<unsigned long>(random() & 0xFFFFFFFFU);
  }
  const std::uint64_t shape = random() % 6;
  if (shape == 0) {
    bits &= (mpz_class(1) << (format.significand - 1 + random() % 4)) - 1;  // small, or subnormal
  } else if (shape == 1) {
    bits >>= random() % width;
  } else if (shape == 2) {
    bits = (mpz_class(1) << (random() % width)) - static_cast<unsigned long>(random() % 3);
  } else if (shape == 3) {
    const mpz_class one = ((mpz_class(1) << (format.exponent - 1)) - 1) << (format.significand - 1);
    bits = one + (bits & ((mpz_class(1) << (format.significand + 1)) - 1));
  }
  if (bits < 0 || random() % 32 == 0) {
    bits = ((mpz_class(1) << format.exponent) - 1) << (format.significand - 1);
  }
  if (random() % 2 == 0) {
    mpz_combit(bits.get_mpz_t(), width - 1);
  }
  return bits & ((mpz_class(1) << width) - 1);
}

Value number(Format format, const mpz_class& bits) {
  return value_of("to_fp", {make_bits(format.exponent + format.significand, bits)},
                  {format.exponent, format.significand});
}

class AgainstMpfr : public testing::TestWithParam<Format> {
 protected:
  void SetUp() override {
    least_ = mpfr_get_emin();
    greatest_ = mpfr_get_emax();
  }
  void TearDown() override {
    mpfr_set_emin(least_);
    mpfr_set_emax(greatest_);
  }

  /// Compares one operator on random operands in the modes that MPFR has.
  template <typename Compute>
  void compare(std::string_view op, std::size_t operands, Compute compute) {
    const Format format = GetParam();
    std::mt19937_64 random(operands * 1000 + format.significand);
    const std::pair<RoundingMode, mpfr_rnd_t> modes[] = {{RoundingMode::NearestEven, MPFR_RNDN},
                                                         {RoundingMode::TowardZero, MPFR_RNDZ},
                                                         {RoundingMode::TowardPositive, MPFR_RNDU},
                                                         {RoundingMode::TowardNegative, MPFR_RNDD}};
    MpfrNumber a(format);
    MpfrNumber b(format);
    MpfrNumber c(format);
    MpfrNumber result(format);
    mpfr_ptr inputs[] = {a.get(), b.get(), c.get()};
    set_range(format);
    for (int round = 0; round < 1500; ++round) {
      std::vector<mpz_class> bits;
      std::vector<Value> values = {Value()};
      for (std::size_t i = 0; i < operands; ++i) {
        bits.push_back(draw(random, format));
        values.push_back(number(format, bits.back()));
        read(inputs[i], format, bits.back());
      }
      for (const auto& [mode, theirs] : modes) {
        values[0] = Value(mode);
        const int ternary = compute(result.get(), inputs, theirs);
        mpfr_subnormalize(result.get(), ternary, theirs);
        ASSERT_EQ(value_of(op, values).as_float().bits, write(result.get(), format))
            << op << " mode " << static_cast<int>(mode) << " on " << bits[0] << " " << bits.back();
      }
    }
  }

 private:
  mpfr_exp_t least_ = 0;
  mpfr_exp_t greatest_ = 0;
};

TEST_P(AgainstMpfr, Adds) {
  compare("fp.add", 2, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_add(r, x[0], x[1], mode); });
}
TEST_P(AgainstMpfr, Subtracts) {
  compare("fp.sub", 2, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_sub(r, x[0], x[1], mode); });
}
TEST_P(AgainstMpfr, Multiplies) {
  compare("fp.mul", 2, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_mul(r, x[0], x[1], mode); });
}
TEST_P(AgainstMpfr, Divides) {
  compare("fp.div", 2, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_div(r, x[0], x[1], mode); });
}
TEST_P(AgainstMpfr, TakesRoots) {
  compare("fp.sqrt", 1, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_sqrt(r, x[0], mode); });
}
TEST_P(AgainstMpfr, Fuses) {
  compare("fp.fma", 3, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_fma(r, x[0], x[1], x[2], mode); });
}
TEST_P(AgainstMpfr, RoundsToIntegers) {
  compare("fp.roundToIntegral", 1, [](mpfr_ptr r, mpfr_ptr* x, mpfr_rnd_t mode) { return mpfr_rint(r, x[0], mode); });
}

INSTANTIATE_TEST_SUITE_P(Formats, AgainstMpfr,
                         testing::Values(Format{5, 11}, Format{8, 24}, Format{11, 53}, Format{15, 113}, Format{4, 20},
                                         Format{9, 3}, Format{15, 8}),
                         [](const auto& test) {
                           return std::to_string(test.param.exponent) + "_" + std::to_string(test.param.significand);
                         });

template <typename Host, typename Word>
class AgainstHost {
 public:
  explicit AgainstHost(Format format) : format_(format) {}

  void run() {
    const Value mode(RoundingMode::NearestEven);
    for (int round = 0; round < 5000; ++round) {
      const Host a = a_ = draw_host();
      const Host b = b_ = draw_host();
      const Host c = c_ = draw_host();
      expect("fp.add", {mode, value(a), value(b)}, a + b);
      expect("fp.sub", {mode, value(a), value(b)}, a - b);
      expect("fp.mul", {mode, value(a), value(b)}, a * b);
      expect("fp.div", {mode, value(a), value(b)}, a / b);
      expect("fp.fma", {mode, value(a), value(b), value(c)}, std::fma(a, b, c));
      expect("fp.sqrt", {mode, value(a)}, std::sqrt(a));
      // A zero has the sign of a (IEEE 754, 5.3.1); glibc 2.36 loses it where b is subnormal.
      const Host remainder = std::remainder(a, b);
      expect("fp.rem", {value(a), value(b)}, remainder == 0 ? std::copysign(remainder, a) : remainder);
      expect("fp.roundToIntegral", {mode, value(a)}, std::nearbyint(a));
    }
  }

 private:
  Host draw_host() { return std::bit_cast<Host>(static_cast<Word>(draw(random_, format_).get_ui())); }
  [[nodiscard]] Value value(Host host) const {
    return number(format_, mpz_class(static_cast<unsigned long>(std::bit_cast<Word>(host))));
  }
  void expect(std::string_view op, const std::vector<Value>& arguments, Host host) {
    // NaNs of the host have signs and payloads; value() makes them the one NaN.
    ASSERT_EQ(value_of(op, arguments), value(host))
        << op << std::hexfloat << " of " << a_ << ", " << b_ << ", " << c_ << " should give " << host;
  }

  Format format_;
  std::mt19937_64 random_{7};
  Host a_{}, b_{}, c_{};  ///< of this round, for messages
};

TEST(FloatingPointHost, AgreesOnFloats) { AgainstHost<float, std::uint32_t>({8, 24}).run(); }
TEST(FloatingPointHost, AgreesOnDoubles) { AgainstHost<double, std::uint64_t>({11, 53}).run(); }

}  // namespace
}  // namespace assay::smt

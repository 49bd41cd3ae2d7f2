#include <gtest/gtest.h>

#include <array>

#include "unit/smt/theory/apply_operator.hpp"

namespace assay::smt {
namespace {

const Value kNearest(RoundingMode::NearestEven);

/// significand * 2^exponent.
Value dyadic(std::uint32_t eb, std::uint32_t sb, long significand, long exponent) {
  return value_of("to_fp", {kNearest, Value(mpq_class(significand)), Value(mpz_class(exponent))}, {eb, sb});
}

TEST(FloatingPoint, HasOneNaN) {
  const Value nan = value_of("NaN", {}, {5, 11});
  EXPECT_EQ(value_of("fp", {make_bits(1, 1), make_bits(5, 31), make_bits(10, 3)}), nan);
  EXPECT_EQ(value_of("to_fp", {make_bits(16, 0xFFFF)}, {5, 11}), nan);
  EXPECT_EQ(value_of("fp.neg", {nan}), nan);
  EXPECT_EQ(value_of("fp.abs", {nan}), nan);
  EXPECT_EQ(nan.as_float().bits, 0x7E00);
}

TEST(FloatingPoint, ComputesWithHugeExponents) {
  // 2^(2^40) and its neighbours in a format of 42 exponent bits.
  const long huge = long{1} << 39;
  const Value big = dyadic(42, 10, 3, huge);
  const Value tiny = dyadic(42, 10, 5, -huge);
  EXPECT_EQ(value_of("fp.add", {kNearest, big, tiny}), big);
  EXPECT_EQ(value_of("fp.add", {kNearest, tiny, big}), big);
  EXPECT_NE(value_of("fp.add", {Value(RoundingMode::TowardPositive), big, tiny}), big);
  EXPECT_EQ(value_of("fp.sub", {Value(RoundingMode::TowardPositive), big, tiny}), big);
  EXPECT_NE(value_of("fp.sub", {Value(RoundingMode::TowardZero), big, tiny}), big);
  EXPECT_EQ(value_of("fp.mul", {kNearest, big, tiny}), dyadic(42, 10, 15, 0));
  EXPECT_EQ(value_of("fp.fma", {kNearest, big, tiny, dyadic(42, 10, 1, 0)}), dyadic(42, 10, 16, 0));
  EXPECT_EQ(value_of("fp.sqrt", {kNearest, dyadic(42, 10, 9, huge)}), dyadic(42, 10, 3, huge / 2));
  EXPECT_EQ(apply_operator("fp.to_real", {big}).lack, Lack::Budget);
}

TEST(FloatingPoint, TakesRemaindersAcrossHugeGaps) {
  // 2^n mod 7 has period 3, and the nearest quotient makes 4 a -3.
  const long exponent = 3 * (long{1} << 36);
  EXPECT_EQ(value_of("fp.rem", {dyadic(42, 10, 1, exponent), dyadic(42, 10, 7, 0)}), dyadic(42, 10, 1, 0));
  EXPECT_EQ(value_of("fp.rem", {dyadic(42, 10, 1, exponent + 1), dyadic(42, 10, 7, 0)}), dyadic(42, 10, 2, 0));
  EXPECT_EQ(value_of("fp.rem", {dyadic(42, 10, 1, exponent + 2), dyadic(42, 10, 7, 0)}), dyadic(42, 10, -3, 0));
  EXPECT_EQ(value_of("fp.rem", {dyadic(42, 10, -1, exponent + 2), dyadic(42, 10, 7, 0)}), dyadic(42, 10, 3, 0));
  const Value small = dyadic(42, 10, 1, -exponent);
  EXPECT_EQ(value_of("fp.rem", {small, dyadic(42, 10, 7, 0)}), small);
}

TEST(FloatingPoint, GivesUpOnAbsurdFormatsOnly) {
  const Value absurd = value_of("+zero", {}, {70, 5});
  const Value one = value_of("fp", {make_bits(1, 0), make_bits(70, 1000), make_bits(4, 1)});
  EXPECT_EQ(value_of("fp.isZero", {absurd}), Value(true));
  EXPECT_EQ(value_of("fp.lt", {absurd, one}), Value(true));
  EXPECT_EQ(value_of("fp.neg", {absurd}), value_of("-zero", {}, {70, 5}));
  EXPECT_EQ(apply_operator("fp.add", {kNearest, one, one}).lack, Lack::Budget);
  EXPECT_EQ(apply_operator("+oo", {}, {8, 1U << 30}).lack, Lack::Budget);
}

TEST(FloatingPoint, OverflowsByMode) {
  const Value big(mpq_class(1'000'000));
  const Value infinity = value_of("+oo", {}, {5, 11});
  const Value largest = value_of("fp", {make_bits(1, 0), make_bits(5, 30), make_bits(10, 1023)});
  const std::array<std::pair<RoundingMode, Value>, 5> expected = {{{RoundingMode::NearestEven, infinity},
                                                                   {RoundingMode::NearestAway, infinity},
                                                                   {RoundingMode::TowardPositive, infinity},
                                                                   {RoundingMode::TowardNegative, largest},
                                                                   {RoundingMode::TowardZero, largest}}};
  for (const auto& [mode, value] : expected) {
    EXPECT_EQ(value_of("to_fp", {Value(mode), big}, {5, 11}), value) << static_cast<int>(mode);
  }
  // Half-way to the number after the largest is 65520.
  EXPECT_EQ(value_of("to_fp", {kNearest, Value(mpq_class(65519))}, {5, 11}), largest);
  EXPECT_EQ(value_of("to_fp", {kNearest, Value(mpq_class(65520))}, {5, 11}), infinity);
}

TEST(FloatingPoint, ChecksSorts) {
  TermStore store;
  const auto sort = [&](std::string_view name, std::vector<SortId> arguments, std::vector<std::uint64_t> numbers = {}) {
    std::vector<Index> indices;
    for (const std::uint64_t number : numbers) {
      indices.push_back({.number = number, .symbol = {}});
    }
    const OperatorRow& row = Operators::get().row(*Operators::get().find(name, numbers.size()));
    return row.sort({store, arguments, indices, std::nullopt});
  };
  const SortId half = store.float_sort(5, 11);
  const SortId mode = store.rounding_mode_sort();
  EXPECT_EQ(sort("fp.add", {mode, half, half}), half);
  EXPECT_EQ(sort("fp.add", {mode, half, store.float_sort(8, 24)}), std::nullopt);
  EXPECT_EQ(sort("fp.add", {half, half, half}), std::nullopt);
  EXPECT_EQ(sort("fp.add", {mode, store.unknown_sort(), half}), half);
  EXPECT_EQ(sort("fp", {store.bit_vector_sort(1), store.bit_vector_sort(5), store.bit_vector_sort(10)}), half);
  EXPECT_EQ(sort("fp", {store.bit_vector_sort(2), store.bit_vector_sort(5), store.bit_vector_sort(10)}), std::nullopt);
  EXPECT_EQ(sort("to_fp", {store.bit_vector_sort(16)}, {5, 11}), half);
  EXPECT_EQ(sort("to_fp", {store.bit_vector_sort(15)}, {5, 11}), std::nullopt);
  EXPECT_EQ(sort("to_fp", {mode, store.bit_vector_sort(15)}, {5, 11}), half);
  EXPECT_EQ(sort("to_fp", {mode, store.real_sort()}, {5, 11}), half);
  EXPECT_EQ(sort("to_fp", {mode, store.string_sort()}, {5, 11}), std::nullopt);
  EXPECT_EQ(sort("to_fp", {mode, half}, {1, 11}), std::nullopt);
  EXPECT_EQ(sort("fp.to_ubv", {mode, half}, {7}), store.bit_vector_sort(7));
  EXPECT_EQ(sort("fp.to_ubv", {mode, half}, {0}), std::nullopt);
  EXPECT_EQ(sort("fp.to_ieee_bv", {half}), store.bit_vector_sort(16));
  EXPECT_EQ(sort("fp.eq", {half, half, half}), store.bool_sort());
}

}  // namespace
}  // namespace assay::smt

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "analyzer/program/c_tree.hpp"
#include "core/rng/rng.hpp"

namespace assay::analyzer::c {
namespace {

// The value as GCC and Clang convert it to the type. Plain char is signed.
Whole wrapped(Whole value, Scalar type) {
  if (type == Scalar::Bool) return value != 0 ? 1 : 0;
  const Whole modulus = Whole{1} << bits(type);
  Whole rest = value % modulus;
  if (rest < 0) rest += modulus;
  const bool negative = !is_unsigned(type) && rest >= modulus / 2;
  return negative ? rest - modulus : rest;
}

Range drawn_range(core::Rng& rng, Scalar type) {
  const auto draw = [&] {
    const Whole near = rng.between(-9, 9);
    if (rng.coin()) return wrapped(near, type);
    const Whole power = Whole{1} << rng.below(bits(type) + 1);
    return wrapped(rng.coin() ? power + near : near - power, type);
  };
  const Whole a = draw();
  const Whole b = draw();
  return {std::min(a, b), std::max(a, b)};
}

Whole drawn_value(core::Rng& rng, const Range& range) {
  const std::uint64_t kind = rng.below(4);
  if (kind == 0) return range.low;
  if (kind == 1) return range.high;
  const Whole offset = static_cast<Whole>(rng.next() >> rng.below(64)) % (range.high - range.low + 1);
  return kind == 2 ? range.low + offset : range.high - offset;
}

struct Outcome {
  bool defined = true;
  Whole value = 0;
};

double drawn_real(core::Rng& rng, const Range& range, Scalar type) {
  const auto low = static_cast<double>(range.low), high = static_cast<double>(range.high);
  const double steps[] = {0, 1, 0.5, 0.1, 1e-9, static_cast<double>(rng.below(1U << 20)) / (1U << 20)};
  const double value = std::clamp(low + (high - low) * steps[rng.below(6)] + (rng.coin() ? 0 : 0.25), low, high);
  if (type == Scalar::Double) return value;
  return std::clamp(static_cast<double>(static_cast<float>(value)), low, high);
}

// The results of the host's own arithmetic on floats and doubles.
TEST(CRanges, HoldFloatingPointNumbers) {
  core::Rng rng(11);
  for (unsigned i = 0; i < 40000; ++i) {
    const Scalar type = rng.coin() ? Scalar::Double : Scalar::Float;
    const auto drawn = [&] { return converted(drawn_range(rng, Scalar::Long), type); };
    const Range a = drawn(), b = drawn();
    const double x = drawn_real(rng, a, type), y = drawn_real(rng, b, type);
    for (const char op : {'+', '-', '*', '/'}) {
      const Range range = real_result(std::string(1, op), a, b, type);
      const auto result = [&](auto p, auto q) -> double {
        return op == '+' ? p + q : op == '-' ? p - q : op == '*' ? p * q : p / q;
      };
      const double value = type == Scalar::Double ? result(x, y) : result(static_cast<float>(x), static_cast<float>(y));
      if (range == kAnyReal) continue;
      EXPECT_LE(static_cast<double>(range.low), value) << x << op << y;
      EXPECT_GE(static_cast<double>(range.high), value) << x << op << y;
    }
  }
  EXPECT_EQ(real_result("/", {1, 4}, {-1, 1}, Scalar::Double), kAnyReal);
  EXPECT_EQ(real_result("-", kAnyReal, {0, 0}, Scalar::Double), kAnyReal);
  EXPECT_EQ(converted({16777217, 16777217}, Scalar::Float), (Range{16777216, 16777218}));
  EXPECT_EQ(converted({-16777217, -16777217}, Scalar::Float), (Range{-16777218, -16777216}));
}

// C11 6.5, with mathematical integers.
Outcome evaluated(std::string_view op, Whole a, Scalar a_type, Whole b, Scalar b_type) {
  const bool shift = op == "<<" || op == ">>";
  const Scalar type = shift ? promoted(a_type) : common(a_type, b_type);
  const Whole x = wrapped(a, type);
  const Whole y = shift ? b : wrapped(b, type);
  if (op == "<") return {true, x < y};
  if (op == "==") return {true, x == y};
  if ((op == "/" || op == "%") && y == 0) return {false, 0};
  if (shift && (y < 0 || y >= bits(type))) return {false, 0};
  if (op == "<<" && x < 0) return {false, 0};
  Whole exact_value = 0;
  if (op == "+") exact_value = x + y;
  if (op == "-") exact_value = x - y;
  if (op == "*" && __builtin_mul_overflow(x, y, &exact_value)) {
    // Only of two 64-bit unsigned numbers: their product modulo 2^64 needs no more than their low halves' bits.
    return {is_unsigned(type), static_cast<Whole>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y))};
  }
  if (op == "/") exact_value = x / y;
  // INT_MIN % -1 is as undefined as its quotient (6.5.5p6).
  if (op == "%" && !range_of(type).contains(x / y)) return {false, 0};
  if (op == "%") exact_value = x % y;
  if (op == "&") exact_value = x & y;
  if (op == "|") exact_value = x | y;
  if (op == "^") exact_value = x ^ y;
  if (op == "<<") exact_value = x * (Whole{1} << static_cast<unsigned>(y));
  if (op == ">>") exact_value = x >> static_cast<unsigned>(y);
  if (!is_unsigned(type) && !range_of(type).contains(exact_value)) return {false, 0};
  return {true, wrapped(exact_value, type)};
}

TEST(CRange, OperatorsAreDefinedAndInRange) {
  static constexpr std::array<std::string_view, 12> kOps = {"+", "-", "*",  "/",  "%", "&",
                                                            "|", "^", "<<", ">>", "<", "=="};
  core::Rng rng(5);
  unsigned applied = 0;
  for (int i = 0; i < 60'000; ++i) {
    const std::string_view op = kOps.at(rng.below(kOps.size()));
    const auto a_type = static_cast<Scalar>(rng.below(kScalars));
    const auto b_type = static_cast<Scalar>(rng.below(kScalars));
    const Expr a = leaf("a", a_type, drawn_range(rng, a_type));
    const Expr b = leaf("b", b_type, drawn_range(rng, b_type));
    const auto result = apply_operator(op, a, b);
    if (!result) continue;
    ++applied;
    for (int k = 0; k < 6; ++k) {
      const Whole x = drawn_value(rng, a.range);
      const Whole y = drawn_value(rng, b.range);
      const Outcome outcome = evaluated(op, x, a_type, y, b_type);
      ASSERT_TRUE(outcome.defined && result->range.contains(outcome.value))
          << decimal(x) << " (" << name(a_type) << ") " << op << ' ' << decimal(y) << " (" << name(b_type) << ") is "
          << decimal(outcome.value) << ", said in " << decimal(result->range.low) << ", "
          << decimal(result->range.high);
    }
  }
  EXPECT_GT(applied, 20'000U);
}

TEST(CRange, ConversionsKeepAllValues) {
  core::Rng rng(6);
  for (int i = 0; i < 30'000; ++i) {
    const auto from = static_cast<Scalar>(rng.below(kScalars));
    const auto to = static_cast<Scalar>(rng.below(kScalars));
    const Range range = drawn_range(rng, from);
    const Whole value = drawn_value(rng, range);
    ASSERT_TRUE(converted(range, to).contains(wrapped(value, to))) << decimal(value) << " as " << name(to);
  }
}

TEST(CRange, UndefinedOperationsAreRefused) {
  const Expr most = leaf("x", Scalar::Int, range_of(Scalar::Int));
  EXPECT_FALSE(apply_operator("+", most, constant(1)));
  EXPECT_FALSE(apply_operator("/", most, constant(0)));
  EXPECT_FALSE(apply_operator("/", most, constant(-1)));
  EXPECT_FALSE(apply_operator("%", most, constant(-1)));
  EXPECT_FALSE(apply_operator("<<", constant(1), constant(32)));
  EXPECT_FALSE(apply_operator("<<", constant(-1), constant(1)));
  EXPECT_FALSE(apply_operator("<<", constant(1), constant(31)));
  EXPECT_FALSE(apply_operator("-", most));
  EXPECT_TRUE(apply_operator("+", leaf("x", Scalar::Unsigned, range_of(Scalar::Unsigned)), constant(1)));
  EXPECT_TRUE(apply_operator("+", leaf("x", Scalar::Short, range_of(Scalar::Short)), constant(1)));
}

TEST(CTree, PrintsWhatItMeans) {
  const Expr a = leaf("a", Scalar::Int, {0, 9});
  const Expr minus = constant(-3);
  EXPECT_EQ(print(*apply_operator("*", *apply_operator("+", a, minus), a)), "(a + -3) * a");
  EXPECT_EQ(print(*apply_operator("-", minus)), "-(-3)");
  EXPECT_EQ(print(*apply_operator("-", a, *apply_operator("-", a, a))), "a - (a - a)");
  EXPECT_EQ(print(*apply_operator("!", *apply_operator("&&", a, a))), "!(a && a)");
  EXPECT_EQ(print(constant(range_of(Scalar::Int).low)), "(-2147483647 - 1)");
  EXPECT_EQ(print(cast(Scalar::Short, *apply_operator("&", a, constant(7)))), "(short)(a & 7)");
}

}  // namespace
}  // namespace assay::analyzer::c

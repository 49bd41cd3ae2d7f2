// Expressions that need not be linear: their text, their values, and the linear expressions they lie between.

#include <gtest/gtest.h>

#include <iterator>

#include "assay/domain/constraint.hpp"
#include "core/rng/rng.hpp"

namespace assay::domain {
namespace {

Rational lowest(const Rational& low, const Rational&) { return low; }
Rational highest(const Rational&, const Rational& high) { return high; }

Expression read(std::string_view text) {
  const Result<Expression> expression = parse_general(text);
  EXPECT_TRUE(expression.ok()) << text;
  return expression.ok() ? *expression : Expression();
}

/// A random expression over two dimensions, numbers and intervals.
Expression drawn(core::Rng& rng, unsigned depth) {
  using Kind = Expression::Kind;
  if (depth == 0 || rng.percent(20)) {
    if (rng.percent(40)) return Expression::variable(static_cast<unsigned>(rng.below(2)));
    const std::int64_t low = rng.between(-3, 3);
    return Expression::interval(low, low + (rng.percent(50) ? rng.between(0, 3) : 0));
  }
  constexpr Kind kKinds[] = {Kind::Add, Kind::Subtract, Kind::Multiply, Kind::Multiply, Kind::Divide};
  return Expression::of(kKinds[rng.below(std::size(kKinds))], drawn(rng, depth - 1), drawn(rng, depth - 1));
}

TEST(DomainExpression, TextIsReadBack) {
  for (const std::string_view text :
       {"0", "[-1, -1]", "[1/2, 2]", "x0", "x0 + x1*x2", "(x0 + 1)*x1", "x0 - (x1 - x2)", "x0 - x1 - x2", "x0/(x1*x2)",
        "x0/x1/x2", "[1, 2]*x0 + [-3/2, 4]*x1 - 7", "x0*(x1/x2)", "x0*x1/x2"}) {
    EXPECT_EQ(to_text(read(text)), text);
    EXPECT_EQ(read(to_text(read(text))), read(text));
  }
}

TEST(DomainExpression, WhatIsNoExpressionIsRefused) {
  for (const std::string_view text : {"", "x", "x1234", "[1]", "[2, 1]", "[1, 2", "(x0", "x0 +", "x0 x1", "1/", "y",
                                      "[1, x0]", "[a, 2]", "x0)", "-1"})
    EXPECT_FALSE(parse_general(text).ok()) << text;
  EXPECT_FALSE(parse_general(std::string(100'000, '(')).ok());
}

TEST(DomainExpression, ValuesFollowTheChoices) {
  const Expression expression = read("[1, 2]*x0 + x1/(x0 - 3)");
  EXPECT_EQ(expression.at({5, 4}, lowest), Rational(7));
  EXPECT_EQ(expression.at({5, 4}, highest), Rational(12));
  EXPECT_EQ(expression.at({3, 4}, lowest), std::nullopt);
}

TEST(DomainExpression, LinearEnds) {
  const auto ends = [](std::string_view text) -> std::pair<std::string, std::string> {
    const auto both = linear_ends(read(text));
    if (!both) return {"none", "none"};
    return {to_text(both->first), to_text(both->second)};
  };
  using Texts = std::pair<std::string, std::string>;
  EXPECT_EQ(ends("x0 + [1, 3]"), (Texts{"x0 + 1", "x0 + 3"}));
  EXPECT_EQ(ends("x0 - [1, 3]"), (Texts{"x0 - 3", "x0 - 1"}));
  EXPECT_EQ(ends("[-2, -2]*(x0 + [1, 3])"), (Texts{"-2*x0 - 6", "-2*x0 - 2"}));
  EXPECT_EQ(ends("(x1 + [0, 1])/[-2, -2]"), (Texts{"-1/2*x1 - 1/2", "-1/2*x1"}));
  EXPECT_EQ(ends("x0*3 - x0"), (Texts{"2*x0", "2*x0"}));
  EXPECT_EQ(ends("[1, 2]*x0"), (Texts{"none", "none"}));
  EXPECT_EQ(ends("x0*x1"), (Texts{"none", "none"}));
  EXPECT_EQ(ends("1/x0"), (Texts{"none", "none"}));
  EXPECT_EQ(ends("x0/0"), (Texts{"none", "none"}));
}

TEST(DomainExpression, IntervalsAsCoefficients) {
  const auto ends = [](std::string_view text) -> std::pair<std::string, std::string> {
    const auto both = interval_linear(read(text));
    if (!both) return {"none", "none"};
    return {to_text(both->low), to_text(both->high)};
  };
  using Texts = std::pair<std::string, std::string>;
  EXPECT_EQ(ends("[1, 2]*x0 - [0, 1]*x1 + [-1, 3]"), (Texts{"x0 - x1 - 1", "2*x0 + 3"}));
  EXPECT_EQ(ends("[1, 2]*x0 - x0"), (Texts{"0", "x0"}));
  EXPECT_EQ(ends("x1*[-1, 2]*[3, 4]"), (Texts{"-4*x1", "8*x1"}));
  EXPECT_EQ(ends("[-2, -2]*([1, 2]*x0 + 3)"), (Texts{"-4*x0 - 6", "-2*x0 - 6"}));
  EXPECT_EQ(ends("x0/[2, 4]"), (Texts{"1/4*x0", "1/2*x0"}));
  // One choice for two terms, no value at zero, no linear expression.
  for (const char* text : {"[1, 2]*(x0 + 3)", "(x0 + x1)/[1, 2]", "x0/[0, 1]", "x0/[-1, 1]", "x0/0", "x0*x1", "1/x0"})
    EXPECT_EQ(ends(text), (Texts{"none", "none"})) << text;
}

TEST(DomainExpression, IntervalsAsCoefficientsHaveTheSameValues) {
  core::Rng rng(7);
  std::size_t linear = 0;
  for (int i = 0; i < 2000; ++i) {
    const Expression expression = drawn(rng, 3);
    const auto both = interval_linear(expression);
    if (!both) continue;
    ++linear;
    const Point point = {rng.between(-3, 3), rng.between(-3, 3)};
    Rational low = both->low.constant;
    Rational high = both->high.constant;
    for (unsigned d = 0; d < 2; ++d) {
      low += point[d] * (sgn(point[d]) < 0 ? both->high : both->low).coefficient(d);
      high += point[d] * (sgn(point[d]) < 0 ? both->low : both->high).coefficient(d);
    }
    // All corners of the choices: the extremes of a sum of products of single choices are among them.
    std::optional<Rational> least, greatest;
    for (unsigned corner = 0; corner < 256; ++corner) {
      unsigned bit = 0;
      const auto value = expression.at(point, [&](const Rational& from, const Rational& to) {
        return ((corner >> (bit++ % 8)) & 1U) != 0 ? to : from;
      });
      ASSERT_TRUE(value) << to_text(expression);
      if (!least || *value < *least) least = value;
      if (!greatest || *value > *greatest) greatest = value;
    }
    EXPECT_EQ(low, *least) << to_text(expression);
    EXPECT_EQ(high, *greatest) << to_text(expression);
  }
  EXPECT_GT(linear, 500U);
}

TEST(DomainExpression, OfLinearOnes) {
  const LinearExpression linear = *parse_expression("2*x0 - 1/3*x2 + 5");
  const auto both = linear_ends(Expression::of(linear));
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(to_text(both->first), to_text(linear));
  EXPECT_EQ(to_text(both->second), to_text(linear));
  EXPECT_EQ(dimensions_of(Expression::of(linear)), 3U);
}

}  // namespace
}  // namespace assay::domain

// Expressions that need not be linear: their text, their values, and the linear expressions they lie between.

#include <gtest/gtest.h>

#include "assay/domain/constraint.hpp"

namespace assay::domain {
namespace {

Rational lowest(const Rational& low, const Rational&) { return low; }
Rational highest(const Rational&, const Rational& high) { return high; }

Expression read(std::string_view text) {
  const Result<Expression> expression = parse_general(text);
  EXPECT_TRUE(expression.ok()) << text;
  return expression.ok() ? *expression : Expression();
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

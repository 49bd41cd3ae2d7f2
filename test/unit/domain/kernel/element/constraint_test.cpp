// The meaning and the text of constraints.

#include "assay/domain/constraint.hpp"

#include <gtest/gtest.h>

namespace assay::domain {
namespace {

TEST(DomainConstraint, TextIsReadBack) {
  for (const char* text :
       {"x0 >= 0", "-x0 + 2*x1 - 1/2 >= 0", "x3 > 0", "3 = 0", "0 >= 0", "-1 >= 0", "2*x0 - x1 + 1 = 0 mod 3",
        "x0 = 0 mod 1/2", "1/3*x1 - 170141183460469231731687303715884105728 = 0"}) {
    const auto read = parse_constraint(text);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(to_text(*read), text);
  }
}

TEST(DomainConstraint, TermsAddUp) { EXPECT_EQ(to_text(*parse_expression("x0 + 1 + 2*x0 - 3 + x1 - x1")), "3*x0 - 2"); }

TEST(DomainConstraint, WhatIsWrongIsSaid) {
  for (const char* text : {"", "x", "x0 >=", "x0 >= 1", "2*", "x0 x1 >= 0", "1/0 >= 0", "y0 >= 0", "x99999 >= 0",
                           "x0 = 0 mod", "x0 = 0 mod 0", "x0 = 0 mod -2", "x0 >= 0 mod 2", "x0 = 0 mod 2 3"})
    EXPECT_FALSE(parse_constraint(text).ok()) << text;
  // No number is octal.
  EXPECT_EQ(*parse_rational("0000000000000000000019"), 19);
  EXPECT_EQ(*parse_rational("-010/3"), Rational(-10, 3));
  for (const char* text : {"", "1/0", "a", "--1", "1.5", "1/", "/2"}) EXPECT_FALSE(parse_rational(text).ok()) << text;
}

TEST(DomainConstraint, HoldsAtTheEdge) {
  const Point edge = {Rational(1, 2), 1};
  EXPECT_TRUE(parse_constraint("2*x0 - x1 >= 0")->holds(edge));
  EXPECT_TRUE(parse_constraint("2*x0 - x1 = 0")->holds(edge));
  EXPECT_FALSE(parse_constraint("2*x0 - x1 > 0")->holds(edge));
  EXPECT_EQ(parse_expression("2*x0 - x1 + 1/3")->at(edge), Rational(1, 3));
  EXPECT_EQ(to_text(edge), "(1/2, 1)");
}

TEST(DomainConstraint, ACongruenceHoldsAtMultiples) {
  const Constraint third = *parse_constraint("x0 + 1 = 0 mod 3");
  for (const int value : {-4, -1, 2, 5}) EXPECT_TRUE(third.holds({value})) << value;
  for (const int value : {-3, 0, 1, 3}) EXPECT_FALSE(third.holds({value})) << value;
  const Constraint half = *parse_constraint("x0 - 1/4 = 0 mod 1/2");
  EXPECT_TRUE(half.holds({Rational(-5, 4)}));
  EXPECT_FALSE(half.holds({Rational(1, 2)}));
  EXPECT_TRUE(parse_constraint("-6 = 0 mod 3")->holds({0}));
  EXPECT_FALSE(parse_constraint("7 = 0 mod 3")->holds({0}));
}

}  // namespace
}  // namespace assay::domain

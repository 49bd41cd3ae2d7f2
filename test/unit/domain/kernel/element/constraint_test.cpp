// Constraints: what they mean, and their text.

#include "assay/domain/constraint.hpp"

#include <gtest/gtest.h>

namespace assay::domain {
namespace {

TEST(DomainConstraint, TextIsReadBack) {
  for (const char* text : {"x0 >= 0", "-x0 + 2*x1 - 1/2 >= 0", "x3 > 0", "3 = 0", "0 >= 0", "-1 >= 0",
                           "1/3*x1 - 170141183460469231731687303715884105728 = 0"}) {
    const auto read = parse_constraint(text);
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(to_text(*read), text);
  }
}

TEST(DomainConstraint, TermsAddUp) { EXPECT_EQ(to_text(*parse_expression("x0 + 1 + 2*x0 - 3 + x1 - x1")), "3*x0 - 2"); }

TEST(DomainConstraint, WhatIsWrongIsSaid) {
  for (const char* text : {"", "x", "x0 >=", "x0 >= 1", "2*", "x0 x1 >= 0", "1/0 >= 0", "y0 >= 0", "x99999 >= 0"})
    EXPECT_FALSE(parse_constraint(text).ok()) << text;
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

}  // namespace
}  // namespace assay::domain

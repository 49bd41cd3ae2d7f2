#include "smt/truth/linear.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

using Relation = LinearConstraint::Relation;

LinearConstraint constraint(std::map<std::uint32_t, mpq_class> factors, const mpq_class& constant, Relation relation) {
  return {{std::move(factors), constant}, relation};
}

LinearAnswer integers(std::vector<LinearConstraint> constraints) {
  return solve_linear(
      std::move(constraints), [](std::uint32_t) { return true; }, 300);
}
LinearAnswer rationals(std::vector<LinearConstraint> constraints) {
  return solve_linear(
      std::move(constraints), [](std::uint32_t) { return false; }, 300);
}

TEST(Linear, StrictBoundsMeet) {
  const std::vector<LinearConstraint> touching = {constraint({{1, 1}}, -1, Relation::BelowZero),
                                                  constraint({{1, -1}}, 1, Relation::AtMostZero)};
  EXPECT_TRUE(rationals(touching).contradictory) << "x < 1 and x >= 1";
  const std::vector<LinearConstraint> point = {constraint({{1, 1}}, -1, Relation::AtMostZero),
                                               constraint({{1, -1}}, 1, Relation::AtMostZero)};
  const LinearAnswer answer = rationals(point);
  ASSERT_TRUE(answer.point.has_value());
  EXPECT_EQ(answer.point->at(1), 1);
}

TEST(Linear, NoIntegerIsBetween) {
  const std::vector<LinearConstraint> between = {constraint({{1, 3}}, -2, Relation::AtMostZero),
                                                 constraint({{1, -3}}, 1, Relation::AtMostZero)};
  EXPECT_TRUE(integers(between).contradictory) << "1 <= 3 x <= 2";
  const LinearAnswer answer = rationals(between);
  EXPECT_FALSE(answer.contradictory);
  ASSERT_TRUE(answer.point.has_value());
  EXPECT_EQ(answer.point->at(1), mpq_class(1, 3));
}

TEST(Linear, DivisorsRefuteEquations) {
  const std::vector<LinearConstraint> even = {constraint({{1, 2}, {2, -4}}, 1, Relation::Zero)};
  EXPECT_TRUE(integers(even).contradictory) << "2 x - 4 y = -1";
  EXPECT_FALSE(rationals(even).contradictory);
  const std::vector<LinearConstraint> both = {constraint({{1, 1}, {2, -2}}, 0, Relation::Zero),
                                              constraint({{1, 1}, {3, -2}}, -1, Relation::Zero)};
  EXPECT_TRUE(integers(both).contradictory) << "x = 2 y and x = 2 z + 1";
}

TEST(Linear, ChainsOfInequalitiesAreEliminated) {
  std::vector<LinearConstraint> chain;  // x1 < x2 < ... < x9 < x1 + 7
  for (std::uint32_t i = 1; i < 9; ++i) chain.push_back(constraint({{i, 1}, {i + 1, -1}}, 0, Relation::BelowZero));
  chain.push_back(constraint({{9, 1}, {1, -1}}, -7, Relation::BelowZero));
  EXPECT_TRUE(integers(chain).contradictory) << "eight integer steps are at least 8";
  const LinearAnswer answer = rationals(chain);
  ASSERT_TRUE(answer.point.has_value());
  for (std::uint32_t i = 1; i < 9; ++i) EXPECT_LT(answer.point->at(i), answer.point->at(i + 1));
}

TEST(Linear, SaysNothingWhereTooManyConstraintsComeUp) {
  std::vector<LinearConstraint> many;
  for (std::uint32_t i = 2; i < 40; ++i) {
    many.push_back(constraint({{1, 1}, {i, 1}, {i + 1, 1}}, i, Relation::AtMostZero));
    many.push_back(constraint({{1, -1}, {i, -1}, {i + 1, 1}}, i, Relation::AtMostZero));
  }
  const LinearAnswer answer = solve_linear(
      many, [](std::uint32_t) { return false; }, 40);
  EXPECT_FALSE(answer.contradictory);
}

}  // namespace
}  // namespace assay::smt

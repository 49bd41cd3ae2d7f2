#include "domain/kernel/reference/tableau.hpp"

#include <gtest/gtest.h>

#include "domain/kernel/reference/expressions.hpp"
#include "unit/domain/kernel/reference/systems.hpp"

namespace assay::domain {
namespace {

/// The sum of all constraints' expressions times their factors. Factors of inequalities must not be negative.
LinearExpression certified(const std::vector<Constraint>& constraints, const std::vector<Rational>& factors) {
  LinearExpression sum;
  EXPECT_EQ(constraints.size(), factors.size());
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (constraints[i].relation != Constraint::Relation::Equal) {
      EXPECT_GE(factors[i], 0);
    }
    add_scaled(sum, constraints[i].expression, factors[i]);
  }
  return sum;
}

bool holds_closed(const Constraint& constraint, const Point& point) {
  const int sign = sgn(constraint.expression.at(point));
  return constraint.relation == Constraint::Relation::Equal ? sign == 0 : sign >= 0;
}

void expect_no_coefficients(const LinearExpression& sum) { EXPECT_TRUE(sum.support().empty()) << to_text(sum); }

/// Checks an answer by its proof, not by asking another solver.
void check_maximum(unsigned dimensions, const std::vector<Constraint>& all, Tableau& tableau,
                   const LinearExpression& objective) {
  const Tableau::Optimum optimum = tableau.maximize(objective);
  const Point vertex = tableau.vertex();
  for (const Constraint& constraint : all) EXPECT_TRUE(holds_closed(constraint, vertex)) << to_text(constraint);
  if (optimum.bounded) {
    EXPECT_EQ(objective.at(vertex), optimum.value);
    LinearExpression sum = certified(all, tableau.certificate());
    add_scaled(sum, objective, 1);
    expect_no_coefficients(sum);
    EXPECT_EQ(sum.constant, optimum.value);
    return;
  }
  Point far = vertex;
  for (unsigned i = 0; i < dimensions; ++i) far[i] += tableau.direction()[i] * 1000000;
  EXPECT_GT(objective.at(far), objective.at(vertex));
  for (const Constraint& constraint : all) EXPECT_TRUE(holds_closed(constraint, far)) << to_text(constraint);
}

TEST(Tableau, EveryAnswerOnRandomSystemsHasItsProof) {
  Systems systems(1);
  unsigned feasible = 0;
  unsigned bounded = 0;
  constexpr unsigned kSystems = 2000;
  for (unsigned i = 0; i < kSystems; ++i) {
    const unsigned dimensions = 1 + systems.draw(5);
    const std::vector<Constraint> all = systems.constraints(dimensions, systems.draw(12));
    Tableau tableau(dimensions, all);
    if (!tableau.feasible()) {
      const LinearExpression sum = certified(all, tableau.certificate());
      expect_no_coefficients(sum);
      EXPECT_LT(sum.constant, 0);
      continue;
    }
    ++feasible;
    for (unsigned k = 0; k < 3; ++k) {
      const LinearExpression objective = systems.expression(dimensions);
      check_maximum(dimensions, all, tableau, objective);
      bounded += tableau.maximize(objective).bounded ? 1 : 0;
    }
    if (HasFailure()) FAIL() << "system " << i;
  }
  EXPECT_GT(feasible, kSystems / 3);
  EXPECT_LT(feasible, kSystems * 9 / 10);
  EXPECT_GT(bounded, 200U);
  EXPECT_LT(bounded, feasible * 3);
}

TEST(Tableau, CyclingIsNoDanger) {
  // Beale's example, on which the rule of the largest coefficient goes round in circles.
  Tableau tableau(4, constraints({"x0 >= 0", "x1 >= 0", "x2 >= 0", "x3 >= 0", "-1/4*x0 + 8*x1 + x2 - 9*x3 >= 0",
                                  "-1/2*x0 + 12*x1 + 1/2*x2 - 3*x3 >= 0", "1 - x2 >= 0"}));
  ASSERT_TRUE(tableau.feasible());
  const Tableau::Optimum optimum = tableau.maximize(expression("3/4*x0 - 20*x1 + 1/2*x2 - 6*x3"));
  EXPECT_TRUE(optimum.bounded);
  EXPECT_EQ(optimum.value, Rational(5, 4));
}

TEST(Tableau, NumbersMayBeHuge) {
  Tableau tableau(2, constraints({"x0 - 9223372036854775808000000000001*x1 >= 0", "x1 - 1/3 >= 0", "7 - x0 >= 0"}));
  EXPECT_FALSE(tableau.feasible());
  Tableau other(2, constraints({"18446744073709551617*x1 - x0 >= 0", "1/3 - x1 >= 0"}));
  ASSERT_TRUE(other.feasible());
  EXPECT_EQ(other.maximize(expression("x0")).value, Rational("18446744073709551617/3"));
}

TEST(Tableau, NoConstraintsAndNoDimensions) {
  Tableau free(2, {});
  ASSERT_TRUE(free.feasible());
  EXPECT_FALSE(free.maximize(expression("x1")).bounded);
  EXPECT_EQ(free.maximize(expression("3")).value, 3);
  EXPECT_TRUE(Tableau(0, constraints({"1 >= 0", "0 = 0"})).feasible());
  EXPECT_FALSE(Tableau(0, constraints({"-1 >= 0"})).feasible());
  EXPECT_FALSE(Tableau(0, constraints({"1 = 0"})).feasible());
}

}  // namespace
}  // namespace assay::domain

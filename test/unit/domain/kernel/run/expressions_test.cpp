// Expressions that are not linear are judged by points, those between linear ones by exact polyhedra, too.

#include <gtest/gtest.h>

#include <string>

#include "assay/domain/adapt.hpp"
#include "assay/domain/run.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

/// Boxes that ignore the assigned or assumed expression and apply the constraint `answer` instead.
class Answering final : public Adapted<example::Box<false>> {
 public:
  Answering(unsigned dimensions, Constraint answer)
      : Adapted(example::box_contract(), dimensions), answer_(std::move(answer)), has_(Adapted::contract()) {
    has_.operations.add(Operation::AssignExpression);
    has_.operations.add(Operation::AssumeExpression);
    has_.best = {};
  }
  [[nodiscard]] const Contract& contract() const override { return has_; }
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override {
    if (operation == Operation::AssumeExpression) return assume(*elements[0], answer_);
    if (operation != Operation::AssignExpression) return Adapted::apply(operation, elements, operands);
    const ElementPtr forgotten = forget(*elements[0], operands.dimension);
    return assume(*forgotten, answer_);
  }

 private:
  Constraint answer_;
  Contract has_;
};

/// The oracle of the first violation, or "".
std::string judged(std::string_view last, std::string_view answer, bool exact = false) {
  const std::string text =
      std::string("dimensions 2\n") + (exact ? "exact\n" : "") +
      "a0 = top\na1 = assume a0, x0 - 2 = 0\na2 = assume a1, x1 - 3 = 0\na3 = " + std::string(last) + "\n";
  const Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  Answering domain(2, *parse_constraint(answer));
  RunOptions options;
  options.points = !exact;
  const RunResult result = run(*program, domain, options);
  return result.violations.empty() ? "" : result.violations.front().oracle;
}

TEST(DomainExpressions, EveryValueOfAnAssignmentIsKept) {
  EXPECT_EQ(judged("assign-expression a2, x0 := x0*x1", "x0 - 6 = 0"), "");
  EXPECT_EQ(judged("assign-expression a2, x0 := x0*x1", "x0 - 5 = 0"), "points");
  EXPECT_EQ(judged("assign-expression a2, x0 := [1, 2]*x1", "x0 - 3 >= 0"), "");
  EXPECT_EQ(judged("assign-expression a2, x0 := [1, 2]*x1", "x0 - 4 >= 0"), "points");
  EXPECT_EQ(judged("assign-expression a2, x0 := [1, 2]*x1", "5 - x0 >= 0"), "points");
  EXPECT_EQ(judged("assign-expression a2, x0 := x1/(x0 - 2)", "-1 >= 0"), "") << "it has no value";
}

TEST(DomainExpressions, SomeValueIsEnoughForACondition) {
  EXPECT_EQ(judged("assume-expression a2, x0*x1 - 7 >= 0", "-1 >= 0"), "");
  EXPECT_EQ(judged("assume-expression a2, x0*x1 - 6 >= 0", "-1 >= 0"), "points");
  EXPECT_EQ(judged("assume-expression a2, x0*x1 - 6 > 0", "-1 >= 0"), "");
  EXPECT_EQ(judged("assume-expression a2, [-1, 1]*x0 - 2 = 0", "-1 >= 0"), "points");
  EXPECT_EQ(judged("assume-expression a2, x0/0 = 0", "-1 >= 0"), "");
}

TEST(DomainExpressions, WhatLiesBetweenLinearOnesIsComparedExactly) {
  EXPECT_EQ(judged("assign-expression a2, x0 := x1 + [1, 2]", "x0 - 4 >= 0", true), "");
  EXPECT_EQ(judged("assign-expression a2, x0 := x1 + [1, 2]", "9/2 - x0 >= 0", true), "reference");
  EXPECT_EQ(judged("assume-expression a2, x0 + [-3, -2] = 0", "1 - x1 >= 0", true), "reference");
  EXPECT_EQ(judged("assume-expression a2, x0 + [-4, -3] = 0", "1 - x1 >= 0", true), "");
}

}  // namespace
}  // namespace assay::domain

#include "datalog/graph/recursion.hpp"

#include <gtest/gtest.h>

#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {
namespace {

struct RecursionOf : ::testing::Test {
  Building building;
  RelationId edge = building.relation("edge", "nn");
  RelationId path = building.relation("path", "nn");
  RelationId other = building.relation("other", "nn");

  /// Adds `head(a, c) :- left(a, b), right(b, c).`
  void chain(RelationId head, RelationId left, RelationId right) {
    Rule rule;
    const auto variable = [](std::uint32_t number) { return Term::variable(number, Type::Number); };
    rule.heads.push_back({head, false, {variable(0), variable(2)}});
    rule.body.emplace_back(Atom{left, false, {variable(0), variable(1)}});
    rule.body.emplace_back(Atom{right, false, {variable(1), variable(2)}});
    rule.variables = {Type::Number, Type::Number, Type::Number};
    building.program.rules.push_back(std::move(rule));
  }
};

TEST_F(RecursionOf, ALinearRuleIsNeither) {
  chain(path, path, edge);
  chain(other, path, path);  // twice, but of an earlier component
  EXPECT_FALSE(recursion_of(building.program).mutual);
  EXPECT_FALSE(recursion_of(building.program).non_linear);
}

TEST_F(RecursionOf, TwoAtomsOfTheHeadAreNonLinear) {
  chain(path, path, path);
  EXPECT_FALSE(recursion_of(building.program).mutual);
  EXPECT_TRUE(recursion_of(building.program).non_linear);
}

TEST_F(RecursionOf, ACycleOfTwoRelationsIsMutual) {
  chain(path, other, edge);
  chain(other, path, edge);
  EXPECT_TRUE(recursion_of(building.program).mutual);
  EXPECT_FALSE(recursion_of(building.program).non_linear);
}

TEST_F(RecursionOf, AtomsOfTwoRelationsOfTheComponentAreNonLinear) {
  chain(path, other, path);
  chain(other, path, edge);
  EXPECT_TRUE(recursion_of(building.program).non_linear);
}

}  // namespace
}  // namespace assay::datalog::testing

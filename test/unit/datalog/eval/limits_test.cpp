#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/datalog/eval/evaluating.hpp"

namespace assay::datalog {
namespace {

using testing::Building;
using testing::compare;
using testing::count;
using testing::problem;
using testing::rows;

using Table = std::vector<std::vector<Value>>;

Table numbers(Value below) {
  Table table;
  for (Value i = 0; i < below; ++i) table.push_back({i});
  return table;
}

TEST(Limits, TuplesAreCountedOnceAndAllTogether) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}, {2}, {1}});
  const RelationId out = b.relation("out", "nn");
  b.rule(b.atom(out, {'x', 'y'}), {b.atom(p, {'x'}), b.atom(p, {'y'})});
  EXPECT_EQ(problem(b.program, {.tuples = 6}), std::nullopt);
  EXPECT_EQ(problem(b.program, {.tuples = 5}), EvaluationProblem::TooLarge);
  EXPECT_EQ(problem(b.program, {.tuples = 1}), EvaluationProblem::TooLarge);
}

TEST(Limits, StepsBoundJoinsThatDeriveNothing) {
  Building b;
  const RelationId p = b.relation("p", "n", numbers(100));
  const RelationId out = b.relation("out", "");
  b.rule(b.atom(out), {b.atom(p, {'x'}), b.atom(p, {'y'}), b.atom(p, {'z'}), compare('x', Comparator::Less, 'y'),
                       compare('y', Comparator::Less, 'z'), compare('z', Comparator::Less, 'x')});
  EXPECT_EQ(problem(b.program, {.steps = 100'000}), EvaluationProblem::TooLarge);
  EXPECT_EQ(problem(b.program, {.steps = 10'000'000}), std::nullopt);
}

TEST(Limits, StepsBoundAggregates) {
  Building b;
  const RelationId p = b.relation("p", "n", numbers(100));
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(out, {'n'}), {count('n', {b.atom(p, {'x'}), b.atom(p, {'y'})})});
  EXPECT_EQ(problem(b.program, {.steps = 10'000}), EvaluationProblem::TooLarge);
  EXPECT_EQ(rows(b.program, out), (Table{{10'000}}));
}

TEST(Limits, NothingIsDerivedFromSeedsOrChoices) {
  Building b;
  const RelationId p = b.relation("p", "nn", {{1, 2}});
  b.program.relations[p].from_seed = true;
  EXPECT_EQ(problem(b.program), std::nullopt);
  b.program.seed = {"souffle", ".decl p(x:number, y:number)", {}};
  EXPECT_EQ(problem(b.program), EvaluationProblem::Opaque);
  b.program.relations[p].from_seed = false;
  EXPECT_EQ(problem(b.program), std::nullopt);
  b.program.relations[p].choice_domains = {{0}};
  EXPECT_EQ(problem(b.program), EvaluationProblem::Opaque);
}

TEST(Limits, CyclesThroughNegationHaveNoModel) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}});
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(out, {'x'}), {b.atom(p, {'x'}), b.no(out, {'x'})});
  EXPECT_EQ(problem(b.program), EvaluationProblem::NotStratified);
  b.program.rules.clear();
  b.rule(b.atom(out, {'n'}), {count('n', {b.atom(out, {'x'})})});
  EXPECT_EQ(problem(b.program), EvaluationProblem::NotStratified);
}

TEST(Limits, RelationsAreThereEvenWithAProblem) {
  Building b;
  b.relation("p", "nn", {{1, 2}});
  b.program.relations[0].choice_domains = {{0}};
  const Evaluation evaluation = evaluate(b.program, {});
  ASSERT_EQ(evaluation.relations.size(), 1U);
  EXPECT_EQ(evaluation.relations[0].arity, 2U);
}

TEST(Limits, ProblemsHaveDescriptions) {
  for (const EvaluationProblem problem : {EvaluationProblem::TooLarge, EvaluationProblem::Overflow,
                                          EvaluationProblem::NotStratified, EvaluationProblem::Opaque})
    EXPECT_FALSE(description(problem).empty());
}

/// More literals than stack frames fit: the evaluator must not use a frame for each literal.
TEST(Limits, LongBodiesAndChains) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}});
  const RelationId out = b.relation("out", "n");
  std::vector<Literal> body(3'000, Literal(b.atom(p, {'x'})));
  b.rule(b.atom(out, {'x'}), std::move(body));
  EXPECT_EQ(rows(b.program, out), (Table{{1}}));
  RelationId last = out;
  for (int i = 0; i < 2'000; ++i) {
    const RelationId next = b.relation("chain" + std::to_string(i), "n");
    b.rule(b.atom(next, {'x'}), {b.atom(last, {'x'})});
    last = next;
  }
  EXPECT_EQ(rows(b.program, last), (Table{{1}}));
}

}  // namespace
}  // namespace assay::datalog

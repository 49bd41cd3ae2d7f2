#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "unit/datalog/eval/evaluating.hpp"

namespace assay::datalog {
namespace {

using testing::Building;
using testing::count;
using testing::problem;
using testing::rows;

using Table = std::vector<std::vector<Value>>;

RelationId equivalence(Building& b, std::string_view name, const Table& facts = {}) {
  const RelationId relation = b.relation(name, "nn", facts);
  b.program.relations[relation].representation = Representation::Eqrel;
  return relation;
}

TEST(Equivalence, ClosesFacts) {
  Building b;
  const RelationId e = equivalence(b, "e", {{1, 2}, {3, 2}, {5, 5}});
  const RelationId empty = equivalence(b, "empty");
  EXPECT_EQ(rows(b.program, e),
            (Table{{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}, {5, 5}}));
  EXPECT_EQ(rows(b.program, empty), Table{});
}

TEST(Equivalence, ClosesWhatRulesAddAndLaterRulesSeeIt) {
  Building b;
  const RelationId p = b.relation("p", "nn", {{1, 2}, {2, 3}});
  const RelationId e = equivalence(b, "e", {{7, 7}});
  const RelationId out = b.relation("out", "n");
  const RelationId size = b.relation("size", "n");
  b.rule(b.atom(e, {'x', 'y'}), {b.atom(p, {'x', 'y'})});
  b.rule(b.atom(out, {'x'}), {b.atom(e, {3, 'x'})});
  b.rule(b.atom(size, {'n'}), {count('n', {b.atom(e, {'x', 'y'})})});
  EXPECT_EQ(rows(b.program, out), (Table{{1}, {2}, {3}}));
  EXPECT_EQ(rows(b.program, size), (Table{{10}}));
}

TEST(Equivalence, InsideOfARecursion) {
  // Congruence: x ~ y implies f(x) ~ f(y), with f over a chain of six and 0 ~ 2.
  Building b;
  const RelationId f = b.relation("f", "nn", {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
  const RelationId e = equivalence(b, "e", {{0, 2}});
  b.rule(b.atom(e, {'u', 'v'}), {b.atom(e, {'x', 'y'}), b.atom(f, {'x', 'u'}), b.atom(f, {'y', 'v'})});
  // The even ones and the odd ones.
  EXPECT_EQ(rows(b.program, e).size(), 18U);
}

TEST(Equivalence, InAComponentWithOthers) {
  Building b;
  const RelationId e = equivalence(b, "e", {{1, 2}});
  const RelationId p = b.relation("p", "n", {{2}});
  const RelationId link = b.relation("link", "nn", {{1, 9}});
  b.rule(b.atom(p, {'y'}), {b.atom(p, {'x'}), b.atom(e, {'x', 'y'})});
  b.rule(b.atom(e, {'x', 'y'}), {b.atom(p, {'x'}), b.atom(link, {'x', 'y'})});
  EXPECT_EQ(rows(b.program, p), (Table{{1}, {2}, {9}}));
  EXPECT_EQ(rows(b.program, e).size(), 9U);
}

TEST(Equivalence, IsSeenByNegation) {
  Building b;
  const RelationId e = equivalence(b, "e", {{1, 2}});
  const RelationId q = b.relation("q", "nn", {{2, 1}, {2, 3}});
  const RelationId out = b.relation("out", "nn");
  b.rule(b.atom(out, {'x', 'y'}), {b.atom(q, {'x', 'y'}), b.no(e, {'x', 'y'})});
  EXPECT_EQ(rows(b.program, out), (Table{{2, 3}}));
}

TEST(Equivalence, IsLimited) {
  Building b;
  Table chain;
  for (Value i = 0; i < 200; ++i) chain.push_back({i, i + 1});
  const RelationId e = equivalence(b, "e", chain);
  EXPECT_EQ(problem(b.program, {.tuples = 40'000}), EvaluationProblem::TooLarge);
  EXPECT_EQ(problem(b.program, {.tuples = 50'000, .steps = 30'000}), EvaluationProblem::TooLarge);
  EXPECT_EQ(rows(b.program, e, {.tuples = 50'000}).size(), 201U * 201U);
}

}  // namespace
}  // namespace assay::datalog

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "unit/datalog/eval/evaluating.hpp"

namespace assay::datalog {
namespace {

using testing::aggregate;
using testing::Building;
using testing::compare;
using testing::compute;
using testing::count;
using testing::problem;
using testing::rows;

using Table = std::vector<std::vector<Value>>;

/// p = {1, 2, 3}; q = {(1, 10), (1, 20), (2, 20), (2, -5)}; nothing in `empty`; out(n) and pairs(n, n) for the results.
class Aggregates : public ::testing::Test {
 protected:
  Building b;
  RelationId p = b.relation("p", "n", {{1}, {2}, {3}});
  RelationId q = b.relation("q", "nn", {{1, 10}, {1, 20}, {2, 20}, {2, -5}});
  RelationId empty = b.relation("empty", "n");
  RelationId out = b.relation("out", "n");
  RelationId pairs = b.relation("pairs", "nn");

  Table result(Literal literal) {
    b.program.rules.clear();
    b.rule(b.atom(out, {'n'}), {std::move(literal)});
    return rows(b.program, out);
  }
};

TEST_F(Aggregates, OverAllTuples) {
  const std::vector<Atom> all = {b.atom(q, {'x', 'y'})};
  EXPECT_EQ(result(count('n', all)), (Table{{4}}));
  // Over the distinct values of all variables: 20 counts twice.
  EXPECT_EQ(result(aggregate('n', Aggregator::Sum, 'y', all)), (Table{{45}}));
  EXPECT_EQ(result(aggregate('n', Aggregator::Sum, 'x', all)), (Table{{6}}));
  EXPECT_EQ(result(aggregate('n', Aggregator::Minimum, 'y', all)), (Table{{-5}}));
  EXPECT_EQ(result(aggregate('n', Aggregator::Maximum, 'y', all)), (Table{{20}}));
}

TEST_F(Aggregates, OverNothing) {
  const std::vector<Atom> none = {b.atom(empty, {'x'})};
  EXPECT_EQ(result(count('n', none)), (Table{{0}}));
  EXPECT_EQ(result(aggregate('n', Aggregator::Sum, 'x', none)), (Table{{0}}));
  EXPECT_EQ(result(aggregate('n', Aggregator::Minimum, 'x', none)), Table{});
  EXPECT_EQ(result(aggregate('n', Aggregator::Maximum, 'x', none)), Table{});
}

TEST_F(Aggregates, Grouped) {
  const auto grouped = [&](const Aggregate& aggregate) {
    b.program.rules.clear();
    b.rule(b.atom(pairs, {'x', 'n'}), {aggregate, b.atom(p, {'x'})});
    return rows(b.program, pairs);
  };
  const std::vector<Atom> group = {b.atom(q, {'x', 'y'})};
  EXPECT_EQ(grouped(count('n', group)), (Table{{1, 2}, {2, 2}, {3, 0}}));
  EXPECT_EQ(grouped(aggregate('n', Aggregator::Sum, 'y', group)), (Table{{1, 30}, {2, 15}, {3, 0}}));
  EXPECT_EQ(grouped(aggregate('n', Aggregator::Minimum, 'y', group)), (Table{{1, 10}, {2, -5}}));
  EXPECT_EQ(grouped(aggregate('n', Aggregator::Maximum, 'y', group)), (Table{{1, 20}, {2, 20}}));
  // No local variables: the body holds in one way, or in none.
  EXPECT_EQ(grouped(count('n', {b.atom(q, {'x', 20})})), (Table{{1, 1}, {2, 1}, {3, 0}}));
}

TEST_F(Aggregates, OfJoinsConstantsNegationsAndComparisons) {
  EXPECT_EQ(result(count('n', {b.atom(p, {'x'}), b.atom(p, {'y'})})), (Table{{9}}));
  EXPECT_EQ(result(count('n', {b.atom(p, {'x'}), b.atom(p, {'x'})})), (Table{{3}}));
  EXPECT_EQ(result(count('n', {b.atom(q, {1, 'y'})})), (Table{{2}}));
  EXPECT_EQ(result(count('n', {b.atom(q, {'x', 'x'})})), (Table{{0}}));
  EXPECT_EQ(result(count('n', {b.atom(p, {'x'}), b.no(q, {'x', 10})})), (Table{{2}}));
  EXPECT_EQ(result(count('n', {b.atom(q, {'x', 'y'})}, {compare('y', Comparator::Greater, 'x')})), (Table{{3}}));
  EXPECT_EQ(result(aggregate('n', Aggregator::Sum, 'x', {b.atom(p, {'x'})}, {compare('x', Comparator::Equal, 2)})),
            (Table{{2}}));
}

TEST_F(Aggregates, BindAndTest) {
  b.rule(b.atom(out, {'n'}), {b.atom(p, {'n'}), count('n', {b.atom(p, {'x'})})});
  EXPECT_EQ(rows(b.program, out), (Table{{3}}));
  b.program.rules.clear();
  b.rule(b.atom(out, {1}), {count(4, {b.atom(q, {'x', 'y'})})});
  b.rule(b.atom(out, {2}), {count(5, {b.atom(q, {'x', 'y'})})});
  EXPECT_EQ(rows(b.program, out), (Table{{1}}));
  b.program.rules.clear();
  // The result of one aggregate groups another one, and is an operand of a computation.
  b.rule(b.atom(pairs, {'n', 'k'}),
         {count('n', {b.atom(q, {1, 'y'})}), aggregate('m', Aggregator::Sum, 'y', {b.atom(q, {'n', 'y'})}),
          compute('k', 'm', Operator::Add, 100)});
  EXPECT_EQ(rows(b.program, pairs), (Table{{2, 115}}));
}

TEST_F(Aggregates, LocalVariablesOfTwoAreNotTheSame) {
  b.rule(b.atom(pairs, {'n', 'm'}),
         {count('n', {b.atom(p, {'x'})}), aggregate('m', Aggregator::Maximum, 'x', {b.atom(q, {'x', 'y'})})});
  EXPECT_EQ(rows(b.program, pairs), (Table{{3, 2}}));
}

TEST_F(Aggregates, OverStrata) {
  b.rule(b.atom(pairs, {'x', 'n'}), {b.atom(p, {'x'}), count('n', {b.atom(q, {'x', 'y'})})});
  b.rule(b.atom(out, {'n'}), {aggregate('n', Aggregator::Sum, 'y', {b.atom(pairs, {'x', 'y'})})});
  b.rule(b.atom(out, {'n'}), {count('n', {b.atom(empty, {'x'})})});
  EXPECT_EQ(rows(b.program, out), (Table{{0}, {4}}));
}

TEST_F(Aggregates, OverRelationsWithoutAttributes) {
  const RelationId yes = b.relation("yes", "", {{}});
  const RelationId no = b.relation("no", "");
  EXPECT_EQ(result(count('n', {b.atom(yes)})), (Table{{1}}));
  EXPECT_EQ(result(count('n', {b.atom(no)})), (Table{{0}}));
  EXPECT_EQ(result(count('n', {b.atom(yes), b.atom(p, {'x'})})), (Table{{3}}));
}

TEST_F(Aggregates, Unsigned) {
  const RelationId u = b.relation("u", "u", {{4'294'967'295}, {7}});
  const RelationId best = b.relation("best", "u");
  b.rule(b.atom(best, {'n'}), {aggregate('n', Aggregator::Maximum, 'x', {b.atom(u, {'x'})}, {}, Type::Unsigned)});
  EXPECT_EQ(rows(b.program, best), (Table{{4'294'967'295}}));
  b.rule(b.atom(best, {'n'}), {aggregate('n', Aggregator::Sum, 'x', {b.atom(u, {'x'})}, {}, Type::Unsigned)});
  EXPECT_EQ(problem(b.program), EvaluationProblem::Overflow);
}

TEST_F(Aggregates, SumsOverflowInWhateverOrder) {
  const auto sum = [&](const Table& values) {
    Building c;
    const RelationId numbers = c.relation("numbers", "n", values);
    const RelationId total = c.relation("total", "n");
    c.rule(c.atom(total, {'n'}), {aggregate('n', Aggregator::Sum, 'x', {c.atom(numbers, {'x'})})});
    return problem(c.program) ? std::nullopt : std::optional(rows(c.program, total).at(0).at(0));
  };
  const Value largest = 2'147'483'647;
  EXPECT_EQ(sum({{largest - 1}, {1}}), largest);
  EXPECT_EQ(sum({{largest - 1}, {2}}), std::nullopt);
  EXPECT_EQ(sum({{-largest}, {-1}}), -largest - 1);
  EXPECT_EQ(sum({{-largest}, {-2}}), std::nullopt);
  EXPECT_EQ(sum({{-largest}, {largest}}), 0);
  // The sum fits, but a partial sum may not.
  EXPECT_EQ(sum({{largest}, {1}, {-1}}), std::nullopt);
}

TEST_F(Aggregates, CountsOverflow) {
  Table many;
  for (Value i = 0; i < 128; ++i) many.push_back({i});
  b.program.relations[empty].facts = testing::tuples(1, many);
  b.program.relations[empty].facts.remove(0);
  b.program.relations[q].facts = testing::tuples(2, {});
  b.rule(b.atom(out, {'n'}), {count('n', {b.atom(empty, {'x'})})});
  EXPECT_EQ(rows(b.program, out, {.integer_bits = 8}), (Table{{127}}));
  b.program.relations[empty].facts = testing::tuples(1, many);
  EXPECT_EQ(problem(b.program, {.integer_bits = 8}), EvaluationProblem::Overflow);
}

}  // namespace
}  // namespace assay::datalog

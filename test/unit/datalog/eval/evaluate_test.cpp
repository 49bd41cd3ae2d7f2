#include "assay/datalog/evaluate.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <vector>

#include "unit/datalog/eval/evaluating.hpp"

namespace assay::datalog {
namespace {

using testing::Building;
using testing::compare;
using testing::problem;
using testing::rows;
using testing::tuples;

using Table = std::vector<std::vector<Value>>;

TEST(Evaluate, FactsAreSortedSets) {
  Building b;
  const RelationId p = b.relation("p", "nn", {{2, 1}, {1, 1}, {2, 1}});
  const RelationId empty = b.relation("empty", "nnn");
  EXPECT_EQ(rows(b.program, p), (Table{{1, 1}, {2, 1}}));
  EXPECT_EQ(rows(b.program, empty), Table{});
  EXPECT_TRUE(evaluate(Program{}, {}).relations.empty());
}

TEST(Evaluate, FactsMayLackAnArityWhenThereAreNone) {
  Building b;
  const RelationId p = b.relation("p", "nn");
  b.program.relations[p].facts = Tuples{};
  EXPECT_EQ(evaluate(b.program, {}).relations[p], tuples(2, {}));
}

TEST(Evaluate, Joins) {
  Building b;
  const RelationId q = b.relation("q", "nn", {{1, 2}, {2, 3}, {3, 3}, {2, 2}});
  const RelationId out = b.relation("out", "nn");
  b.rule(b.atom(out, {'x', 'z'}), {b.atom(q, {'x', 'y'}), b.atom(q, {'y', 'z'})});
  EXPECT_EQ(rows(b.program, out), (Table{{1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}));
}

TEST(Evaluate, MatchesConstantsRepeatedVariablesAndWildcards) {
  Building b;
  const RelationId q = b.relation("q", "nnn", {{1, 1, 5}, {1, 2, 5}, {2, 2, 6}, {3, 3, 3}});
  const RelationId constants = b.relation("constants", "n");
  const RelationId repeated = b.relation("repeated", "nn");
  const RelationId wild = b.relation("wild", "n");
  const RelationId all = b.relation("all", "n");
  const RelationId any = b.relation("any", "");
  b.rule(b.atom(constants, {'x'}), {b.atom(q, {1, 'x', 5})});
  b.rule(b.atom(repeated, {'x', 'y'}), {b.atom(q, {'x', 'x', 'y'})});
  b.rule(b.atom(wild, {'x'}), {b.atom(q, {'_', 'x', '_'})});
  b.rule(b.atom(all, {'x'}), {b.atom(q, {'x', 'x', 'x'})});
  b.rule(b.atom(any), {b.atom(q, {'_', '_', '_'})});
  EXPECT_EQ(rows(b.program, constants), (Table{{1}, {2}}));
  EXPECT_EQ(rows(b.program, repeated), (Table{{1, 5}, {2, 6}, {3, 3}}));
  EXPECT_EQ(rows(b.program, wild), (Table{{1}, {2}, {3}}));
  EXPECT_EQ(rows(b.program, all), (Table{{3}}));
  EXPECT_EQ(rows(b.program, any), (Table{{}}));
}

TEST(Evaluate, HeadsTakeConstantsAndRepeatedVariables) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}, {2}});
  const RelationId out = b.relation("out", "nnnn");
  b.rule(b.atom(out, {'x', 7, 'x', -1}), {b.atom(p, {'x'})});
  EXPECT_EQ(rows(b.program, out), (Table{{1, 7, 1, -1}, {2, 7, 2, -1}}));
}

TEST(Evaluate, OneRelationSeveralTimes) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}, {2}});
  const RelationId out = b.relation("out", "nnn");
  const RelationId same = b.relation("same", "n");
  b.rule(b.atom(out, {'x', 'y', 'z'}), {b.atom(p, {'x'}), b.atom(p, {'y'}), b.atom(p, {'z'})});
  b.rule(b.atom(same, {'x'}), {b.atom(p, {'x'}), b.atom(p, {'x'}), b.atom(p, {'x'})});
  EXPECT_EQ(rows(b.program, out).size(), 8U);
  EXPECT_EQ(rows(b.program, same), (Table{{1}, {2}}));
}

TEST(Evaluate, VariablesUsedOnceAreLikeWildcards) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}, {2}});
  const RelationId q = b.relation("q", "nn", {{4, 1}, {5, 1}});
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(out, {'x'}), {b.atom(p, {'x'}), b.atom(q, {'y', 'x'}), b.atom(q, {'z', 'w'})});
  EXPECT_EQ(rows(b.program, out), (Table{{1}}));
}

TEST(Evaluate, RelationsWithoutAttributes) {
  Building b;
  const RelationId yes = b.relation("yes", "", {{}});
  const RelationId no = b.relation("no", "");
  const RelationId p = b.relation("p", "n", {{1}});
  const RelationId out = b.relation("out", "n");
  const RelationId from_yes = b.relation("from_yes", "");
  const RelationId not_no = b.relation("not_no", "");
  const RelationId never = b.relation("never", "");
  b.rule(b.atom(out, {'x'}), {b.atom(p, {'x'}), b.atom(yes), b.no(no)});
  b.rule(b.atom(from_yes), {b.atom(yes)});
  b.rule(b.atom(not_no), {b.no(no)});
  b.rule(b.atom(never), {b.atom(no)});
  b.rule(b.atom(never), {b.no(yes)});
  b.rule(b.atom(never), {b.atom(yes), b.no(not_no)});
  EXPECT_EQ(rows(b.program, out), (Table{{1}}));
  EXPECT_EQ(rows(b.program, from_yes), (Table{{}}));
  EXPECT_EQ(rows(b.program, not_no), (Table{{}}));
  EXPECT_EQ(rows(b.program, never), Table{});
}

TEST(Evaluate, EmptyRelations) {
  Building b;
  const RelationId empty = b.relation("empty", "n");
  const RelationId p = b.relation("p", "n", {{1}});
  const RelationId out = b.relation("out", "n");
  const RelationId rest = b.relation("rest", "n");
  b.rule(b.atom(out, {'x'}), {b.atom(p, {'x'}), b.atom(empty, {'y'})});
  b.rule(b.atom(out, {'x'}), {b.atom(empty, {'x'})});
  b.rule(b.atom(rest, {'x'}), {b.atom(p, {'x'}), b.no(empty, {'x'}), b.no(empty, {'_'})});
  EXPECT_EQ(rows(b.program, out), Table{});
  EXPECT_EQ(rows(b.program, rest), (Table{{1}}));
}

TEST(Evaluate, NegationWithWildcardsIsThatThereIsNone) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}, {2}, {3}});
  const RelationId q = b.relation("q", "nn", {{1, 5}, {2, 2}});
  const RelationId no_first = b.relation("no_first", "n");
  const RelationId no_pair = b.relation("no_pair", "n");
  const RelationId no_any = b.relation("no_any", "n");
  b.rule(b.atom(no_first, {'x'}), {b.atom(p, {'x'}), b.no(q, {'x', '_'})});
  b.rule(b.atom(no_pair, {'x'}), {b.no(q, {'x', 'x'}), b.atom(p, {'x'})});
  b.rule(b.atom(no_any, {'x'}), {b.atom(p, {'x'}), b.no(q, {'_', '_'})});
  EXPECT_EQ(rows(b.program, no_first), (Table{{3}}));
  EXPECT_EQ(rows(b.program, no_pair), (Table{{1}, {3}}));
  EXPECT_EQ(rows(b.program, no_any), Table{});
}

TEST(Evaluate, NegationOverStrata) {
  Building b;
  const RelationId node = b.relation("node", "n", {{1}, {2}, {3}, {4}});
  const RelationId edge = b.relation("edge", "nn", {{1, 2}, {2, 1}, {3, 4}});
  // The later strata first: the order in the program does not count.
  const RelationId third = b.relation("third", "n");
  const RelationId second = b.relation("second", "n");
  const RelationId reached = b.relation("reached", "n");
  b.rule(b.atom(third, {'x'}), {b.atom(node, {'x'}), b.no(second, {'x'})});
  b.rule(b.atom(second, {'x'}), {b.atom(node, {'x'}), b.no(reached, {'x'})});
  b.rule(b.atom(reached, {'y'}), {b.atom(reached, {'x'}), b.atom(edge, {'x', 'y'})});
  b.rule(b.atom(reached, {1}), {b.atom(node, {1})});
  EXPECT_EQ(rows(b.program, reached), (Table{{1}, {2}}));
  EXPECT_EQ(rows(b.program, second), (Table{{3}, {4}}));
  EXPECT_EQ(rows(b.program, third), (Table{{1}, {2}}));
}

TEST(Evaluate, EqualityTestsAndBinds) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}, {2}});
  const RelationId alone = b.relation("alone", "n");
  const RelationId copies = b.relation("copies", "nn");
  const RelationId tests = b.relation("tests", "nn");
  b.rule(b.atom(alone, {'x'}), {compare('x', Comparator::Equal, 3)});
  b.rule(b.atom(copies, {'x', 'y'}), {compare('y', Comparator::Equal, 'x'), b.atom(p, {'x'})});
  b.rule(b.atom(tests, {'x', 'y'}), {b.atom(p, {'x'}), b.atom(p, {'y'}), compare('y', Comparator::Equal, 'x')});
  b.rule(b.atom(tests, {9, 9}), {compare(1, Comparator::Equal, 2)});
  b.rule(b.atom(tests, {8, 8}), {compare(1, Comparator::Equal, 1)});
  EXPECT_EQ(rows(b.program, alone), (Table{{3}}));
  EXPECT_EQ(rows(b.program, copies), (Table{{1, 1}, {2, 2}}));
  EXPECT_EQ(rows(b.program, tests), (Table{{1, 1}, {2, 2}, {8, 8}}));
}

TEST(Evaluate, ComparesByOrder) {
  const struct {
    Comparator comparator;
    std::size_t pairs;
  } cases[] = {{Comparator::Equal, 3},     {Comparator::NotEqual, 6}, {Comparator::Less, 3},
               {Comparator::LessEqual, 6}, {Comparator::Greater, 3},  {Comparator::GreaterEqual, 6}};
  for (const auto& it : cases) {
    Building b;
    const RelationId p = b.relation("p", "n", {{-5}, {0}, {7}});
    const RelationId out = b.relation("out", "nn");
    b.rule(b.atom(out, {'x', 'y'}), {b.atom(p, {'x'}), b.atom(p, {'y'}), compare('x', it.comparator, 'y')});
    EXPECT_EQ(rows(b.program, out).size(), it.pairs);
  }
  Building b;
  const RelationId p = b.relation("p", "n", {{-5}, {0}, {7}});
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(out, {'x'}), {b.atom(p, {'x'}), compare('x', Comparator::Less, 0)});
  EXPECT_EQ(rows(b.program, out), (Table{{-5}}));
}

TEST(Evaluate, SymbolsAndBooleans) {
  Building b;
  const Value a = b.program.intern("a");
  const Value c = b.program.intern("c");
  const RelationId p = b.relation("p", "sb", {{a, 1}, {c, 0}, {c, 1}});
  const RelationId out = b.relation("out", "s");
  b.rule(b.atom(out, {'x'}),
         {b.atom(p, {'x', 0}), b.atom(p, {'x', 1}), compare('x', Comparator::NotEqual, a, Type::Symbol)});
  EXPECT_EQ(rows(b.program, out), (Table{{c}}));
}

TEST(Evaluate, TransitiveClosureOfACycle) {
  for (const bool left : {true, false}) {
    Building b;
    const RelationId edge = b.relation("edge", "nn", {{1, 2}, {2, 3}, {3, 1}, {4, 1}});
    const RelationId path = b.relation("path", "nn");
    b.rule(b.atom(path, {'x', 'y'}), {b.atom(edge, {'x', 'y'})});
    if (left) {
      b.rule(b.atom(path, {'x', 'z'}), {b.atom(path, {'x', 'y'}), b.atom(edge, {'y', 'z'})});
    } else {
      b.rule(b.atom(path, {'x', 'z'}), {b.atom(edge, {'x', 'y'}), b.atom(path, {'y', 'z'})});
    }
    EXPECT_EQ(rows(b.program, path),
              (Table{{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}, {4, 3}}));
  }
}

TEST(Evaluate, NonLinearRecursionOverALongChain) {
  Building b;
  Table chain;
  for (Value i = 0; i < 100; ++i) chain.push_back({i, i + 1});
  const RelationId path = b.relation("path", "nn", chain);
  b.rule(b.atom(path, {'x', 'z'}), {b.atom(path, {'x', 'y'}), b.atom(path, {'y', 'z'})});
  EXPECT_EQ(rows(b.program, path).size(), 5050U);
}

TEST(Evaluate, ThreeRecursiveAtomsInOneRule) {
  Building b;
  const RelationId p = b.relation("p", "nn", {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
  b.rule(b.atom(p, {'x', 'w'}), {b.atom(p, {'x', 'y'}), b.atom(p, {'y', 'z'}), b.atom(p, {'z', 'w'})});
  // Odd distances.
  EXPECT_EQ(rows(b.program, p), (Table{{0, 1}, {0, 3}, {0, 5}, {1, 2}, {1, 4}, {2, 3}, {2, 5}, {3, 4}, {4, 5}}));
}

TEST(Evaluate, MutualRecursion) {
  Building b;
  const RelationId next = b.relation("next", "nn", {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const RelationId even = b.relation("even", "n", {{0}});
  const RelationId odd = b.relation("odd", "n");
  b.rule(b.atom(odd, {'y'}), {b.atom(even, {'x'}), b.atom(next, {'x', 'y'})});
  b.rule(b.atom(even, {'y'}), {b.atom(odd, {'x'}), b.atom(next, {'x', 'y'})});
  EXPECT_EQ(rows(b.program, even), (Table{{0}, {2}, {4}}));
  EXPECT_EQ(rows(b.program, odd), (Table{{1}, {3}}));
}

TEST(Evaluate, RecursionThroughRelationsWithoutAttributes) {
  Building b;
  const RelationId p = b.relation("p", "n", {{1}});
  const RelationId flag = b.relation("flag", "");
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(flag), {b.atom(out, {1})});
  b.rule(b.atom(out, {'x'}), {b.atom(p, {'x'})});
  b.rule(b.atom(out, {2}), {b.atom(flag)});
  EXPECT_EQ(rows(b.program, out), (Table{{1}, {2}}));
}

TEST(Evaluate, RulesThatDeriveThemselves) {
  Building b;
  const RelationId p = b.relation("p", "nn", {{1, 2}});
  const RelationId none = b.relation("none", "n");
  b.rule(b.atom(p, {'x', 'y'}), {b.atom(p, {'x', 'y'})});
  b.rule(b.atom(p, {'y', 'x'}), {b.atom(p, {'x', 'y'})});
  b.rule(b.atom(none, {'x'}), {b.atom(none, {'x'})});
  EXPECT_EQ(rows(b.program, p), (Table{{1, 2}, {2, 1}}));
  EXPECT_EQ(rows(b.program, none), Table{});
}

TEST(Evaluate, SeveralHeads) {
  Building b;
  const RelationId p = b.relation("p", "nn", {{1, 2}, {2, 3}});
  const RelationId first = b.relation("first", "n");
  const RelationId second = b.relation("second", "nn");
  const RelationId later = b.relation("later", "n");
  b.rule({b.atom(first, {'x'}), b.atom(second, {'y', 'x'})}, {b.atom(p, {'x', 'y'})});
  // A rule with several heads in different components; one head is recursive.
  b.rule({b.atom(later, {'y'}), b.atom(first, {'y'}), b.atom(first, {9})},
         {b.atom(first, {'x'}), b.atom(p, {'x', 'y'})});
  EXPECT_EQ(rows(b.program, first), (Table{{1}, {2}, {3}, {9}}));
  EXPECT_EQ(rows(b.program, second), (Table{{2, 1}, {3, 2}}));
  EXPECT_EQ(rows(b.program, later), (Table{{2}, {3}}));
}

/// Relations large enough for indexes, on each column and on two.
TEST(Evaluate, LargeJoins) {
  Building b;
  Table numbers;
  Table pairs;
  for (Value i = 0; i < 200; ++i) {
    numbers.push_back({i});
    pairs.push_back({i, (i * 7) % 200, i % 3});
  }
  const RelationId p = b.relation("p", "n", numbers);
  const RelationId q = b.relation("q", "nnn", pairs);
  const RelationId back = b.relation("back", "nn");
  const RelationId both = b.relation("both", "n");
  const RelationId missing = b.relation("missing", "n");
  b.rule(b.atom(back, {'x', 'y'}), {b.atom(p, {'x'}), b.atom(q, {'y', 'x', '_'})});
  b.rule(b.atom(both, {'x'}), {b.atom(back, {'x', 'y'}), b.atom(q, {'y', '_', 0}), b.no(q, {'x', '_', 0})});
  b.rule(b.atom(missing, {'x'}), {b.atom(p, {'x'}), b.no(q, {'_', 'x', 1})});
  Table expected_back;
  Table expected_both;
  Table expected_missing;
  for (Value x = 0; x < 200; ++x) {
    const Value y = (x * 143) % 200;  // 7 * 143 = 1001 is 1 modulo 200
    expected_back.push_back({x, y});
    if (y % 3 == 0 && x % 3 != 0) expected_both.push_back({x});
    if (y % 3 != 1) expected_missing.push_back({x});
  }
  EXPECT_EQ(rows(b.program, back), expected_back);
  EXPECT_EQ(rows(b.program, both), expected_both);
  EXPECT_EQ(rows(b.program, missing), expected_missing);
}

TEST(Evaluate, FloatsAreComparedByOrderOnly) {
  const auto bits = [](double value) { return std::bit_cast<Value>(value); };
  Building b;
  const RelationId p = b.relation("p", "fn", {{bits(-1.5), 1}, {bits(2.0), 2}, {bits(0.25), 3}});
  const RelationId out = b.relation("out", "f");
  b.rule(b.atom(out, {'x'}),
         {b.atom(p, {'x', '_'}), b.atom(p, {'y', 1}), compare('y', Comparator::Less, 'x', Type::Float)});
  const Evaluation evaluation = evaluate(b.program, {});
  EXPECT_EQ(evaluation.relations[out], tuples(1, {{bits(2.0)}, {bits(0.25)}}));
  EXPECT_FALSE(evaluation.join_on_floats);
}

TEST(Evaluate, NoticesFloatsThatAreMatched) {
  const auto bits = [](double value) { return std::bit_cast<Value>(value); };
  const auto joins = [&](auto change) {
    Building b;
    const RelationId p = b.relation("p", "ff", {{bits(1.0), bits(2.0)}});
    const RelationId out = b.relation("out", "f");
    change(b, p, out);
    return evaluate(b.program, {}).join_on_floats;
  };
  EXPECT_FALSE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', 'y'}), b.atom(p, {'_', '_'})});
  }));
  EXPECT_TRUE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', 'x'})});
  }));
  EXPECT_TRUE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', 'y'}), b.atom(p, {'y', '_'})});
  }));
  EXPECT_TRUE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', 0})});
  }));
  EXPECT_TRUE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', '_'}), b.no(p, {'_', 'x'})});
  }));
  EXPECT_FALSE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', '_'}), b.no(p, {'_', '_'})});
  }));
  EXPECT_TRUE(joins([](Building& b, RelationId p, RelationId out) {
    b.rule(b.atom(out, {'x'}), {b.atom(p, {'x', 'y'}), compare('x', Comparator::NotEqual, 'y', Type::Float)});
  }));
  EXPECT_TRUE(joins(
      [](Building& b, RelationId p, RelationId) { b.program.relations[p].representation = Representation::Eqrel; }));
}

TEST(Evaluate, NoticesFloatsThatOthersHoldForEqual) {
  const auto joins = [](double one, double other) {
    Building b;
    b.relation("p", "fn", {{std::bit_cast<Value>(one), 1}, {std::bit_cast<Value>(other), 1}});
    return evaluate(b.program, {}).join_on_floats;
  };
  EXPECT_FALSE(joins(1.0, 2.0));
  EXPECT_FALSE(joins(1.0, 1.0));
  EXPECT_TRUE(joins(0.0, -0.0));
  EXPECT_TRUE(joins(0.1, 0.1 + 1e-12));
  EXPECT_TRUE(joins(1.0, std::numeric_limits<double>::quiet_NaN()));
}

TEST(Evaluate, KeepsWhatNothingDominates) {
  Building b;
  const RelationId in = b.relation("in", "nn", {{1, 5}, {1, 7}, {2, -3}});
  const RelationId best = b.relation("best", "nn", {{2, -4}, {3, 0}});
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(best, {'a', 'b'}), {b.atom(in, {'a', 'b'})});
  b.rule(b.atom(out, {'b'}), {b.atom(best, {'a', 'b'})});
  b.program.relations[best].dominance = Dominance{1, true};
  EXPECT_EQ(rows(b.program, best), (Table{{1, 7}, {2, -3}, {3, 0}}));
  EXPECT_EQ(rows(b.program, out), (Table{{-3}, {0}, {7}}));
  b.program.relations[best].dominance = Dominance{1, false};
  EXPECT_EQ(rows(b.program, best), (Table{{1, 5}, {2, -4}, {3, 0}}));
  b.program.relations[best].dominance = Dominance{0, true};
  EXPECT_EQ(rows(b.program, best), (Table{{1, 5}, {1, 7}, {2, -4}, {2, -3}, {3, 0}}));
  // A relation with dominance must not depend on itself.
  b.rule(b.atom(best, {'b', 'a'}), {b.atom(best, {'a', 'b'})});
  EXPECT_FALSE(check(b.program).ok());
  EXPECT_EQ(problem(b.program), EvaluationProblem::NotStratified);
}

}  // namespace
}  // namespace assay::datalog

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "unit/datalog/eval/evaluating.hpp"

namespace assay::datalog {
namespace {

using testing::Building;
using testing::compare;
using testing::compute;
using testing::problem;
using testing::rows;

using Table = std::vector<std::vector<Value>>;

/// The value of `left op right` as a program computes it; nullopt: an overflow.
std::optional<Value> computed(Operator op, Value left, Value right, unsigned bits = 32, Type type = Type::Number) {
  Building b;
  const char* const letter = type == Type::Number ? "n" : "u";
  const RelationId p = b.relation("p", std::string(letter) + letter, {{left, right}});
  const RelationId out = b.relation("out", letter);
  b.rule(b.atom(out, {'z'}), {b.atom(p, {'x', 'y'}), compute('z', 'x', op, 'y', type)});
  const EvaluationLimits limits{.integer_bits = bits};
  if (const auto problem = testing::problem(b.program, limits)) {
    EXPECT_EQ(*problem, EvaluationProblem::Overflow);
    return std::nullopt;
  }
  const Table result = rows(b.program, out, limits);
  EXPECT_EQ(result.size(), 1U);
  return result.at(0).at(0);
}

constexpr Value kLargest = 2'147'483'647;
constexpr Value kSmallest = -2'147'483'648;

TEST(Arithmetic, EveryOperator) {
  EXPECT_EQ(computed(Operator::Add, 3, -5), -2);
  EXPECT_EQ(computed(Operator::Subtract, 3, -5), 8);
  EXPECT_EQ(computed(Operator::Multiply, 3, -5), -15);
  EXPECT_EQ(computed(Operator::Divide, 17, 5), 3);
  EXPECT_EQ(computed(Operator::Modulo, 17, 5), 2);
  EXPECT_EQ(computed(Operator::Minimum, 3, -5), -5);
  EXPECT_EQ(computed(Operator::Maximum, 3, -5), 3);
  EXPECT_EQ(computed(Operator::Divide, 0, 5), 0);
  EXPECT_EQ(computed(Operator::Modulo, 4, 5), 4);
}

TEST(Arithmetic, OverflowsExactlyBeyondTheWidth) {
  EXPECT_EQ(computed(Operator::Add, kLargest - 1, 1), kLargest);
  EXPECT_EQ(computed(Operator::Add, kLargest, 1), std::nullopt);
  EXPECT_EQ(computed(Operator::Subtract, kSmallest + 1, 1), kSmallest);
  EXPECT_EQ(computed(Operator::Subtract, kSmallest, 1), std::nullopt);
  EXPECT_EQ(computed(Operator::Subtract, 0, kSmallest), std::nullopt);
  EXPECT_EQ(computed(Operator::Multiply, 65'536, 32'767), 65'536 * Value{32'767});
  EXPECT_EQ(computed(Operator::Multiply, 65'536, 32'768), std::nullopt);
  EXPECT_EQ(computed(Operator::Multiply, 65'536, -32'768), kSmallest);
  EXPECT_EQ(computed(Operator::Multiply, kSmallest, -1), std::nullopt);
  EXPECT_EQ(computed(Operator::Add, 127, 0, 8), 127);
  EXPECT_EQ(computed(Operator::Add, 127, 1, 8), std::nullopt);
}

TEST(Arithmetic, Unsigned) {
  const Value largest = 4'294'967'295;
  EXPECT_EQ(computed(Operator::Add, largest - 1, 1, 32, Type::Unsigned), largest);
  EXPECT_EQ(computed(Operator::Add, largest, 1, 32, Type::Unsigned), std::nullopt);
  EXPECT_EQ(computed(Operator::Subtract, 1, 1, 32, Type::Unsigned), 0);
  EXPECT_EQ(computed(Operator::Subtract, 1, 2, 32, Type::Unsigned), std::nullopt);
  EXPECT_EQ(computed(Operator::Multiply, 65'536, 65'536, 32, Type::Unsigned), std::nullopt);
  EXPECT_EQ(computed(Operator::Divide, largest, 2, 32, Type::Unsigned), kLargest);
}

TEST(Arithmetic, WidthOf64Bits) {
  const Value largest = std::numeric_limits<Value>::max();
  EXPECT_EQ(computed(Operator::Add, largest - 1, 1, 64), largest);
  EXPECT_EQ(computed(Operator::Add, largest, 1, 64), std::nullopt);
  EXPECT_EQ(computed(Operator::Multiply, Value{1} << 32, Value{1} << 31, 64), std::nullopt);
  // -1 has the bits of the largest unsigned number.
  EXPECT_EQ(computed(Operator::Add, -2, 1, 64, Type::Unsigned), -1);
  EXPECT_EQ(computed(Operator::Add, -1, 1, 64, Type::Unsigned), std::nullopt);
  EXPECT_EQ(computed(Operator::Maximum, -1, 1, 64, Type::Unsigned), -1);
  EXPECT_EQ(computed(Operator::Divide, -1, 2, 64, Type::Unsigned), largest);
}

TEST(Arithmetic, DivisionByZeroAndOfNegativesHasNoValue) {
  for (const Operator op : {Operator::Divide, Operator::Modulo}) {
    EXPECT_EQ(computed(op, 1, 0), std::nullopt);
    EXPECT_EQ(computed(op, 0, 0), std::nullopt);
    EXPECT_EQ(computed(op, -1, 2), std::nullopt);
    EXPECT_EQ(computed(op, 1, -2), std::nullopt);
    EXPECT_EQ(computed(op, -4, -2), std::nullopt);
    EXPECT_EQ(computed(op, 1, 0, 32, Type::Unsigned), std::nullopt);
  }
}

TEST(Arithmetic, BindsAndTests) {
  Building b;
  const RelationId p = b.relation("p", "n", {{0}, {1}, {2}, {3}, {4}});
  const RelationId doubled = b.relation("doubled", "nn");
  const RelationId squares = b.relation("squares", "n");
  const RelationId chain = b.relation("chain", "n");
  b.rule(b.atom(doubled, {'x', 'y'}), {b.atom(p, {'x'}), compute('y', 'x', Operator::Add, 'x'), b.atom(p, {'y'})});
  b.rule(b.atom(squares, {'x'}), {b.atom(p, {'x'}), compute('x', 'x', Operator::Multiply, 'x')});
  b.rule(b.atom(chain, {'z'}), {compute('z', 'y', Operator::Multiply, 10), compute('y', 'x', Operator::Add, 1),
                                b.atom(p, {'x'}), compare('x', Comparator::GreaterEqual, 3)});
  b.rule(b.atom(chain, {'z'}), {compute('z', 20, Operator::Subtract, 13)});
  b.rule(b.atom(chain, {1}), {compute(5, 2, Operator::Add, 2)});
  b.rule(b.atom(chain, {2}), {compute(4, 2, Operator::Add, 2)});
  EXPECT_EQ(rows(b.program, doubled), (Table{{0, 0}, {1, 2}, {2, 4}}));
  EXPECT_EQ(rows(b.program, squares), (Table{{0}, {1}}));
  EXPECT_EQ(rows(b.program, chain), (Table{{2}, {7}, {40}, {50}}));
}

TEST(Arithmetic, AGuardComesBeforeTheDivisionThatItGuards) {
  Building b;
  const RelationId p = b.relation("p", "n", {{0}, {5}});
  const RelationId out = b.relation("out", "n");
  b.rule(b.atom(out, {'y'}),
         {compute('y', 10, Operator::Divide, 'x'), b.atom(p, {'x'}), compare('x', Comparator::NotEqual, 0)});
  EXPECT_EQ(rows(b.program, out), (Table{{2}}));
}

TEST(Arithmetic, CountsUpUntilAGuardEndsIt) {
  Building b;
  const RelationId p = b.relation("p", "n", {{0}});
  b.rule(b.atom(p, {'y'}), {b.atom(p, {'x'}), compare('x', Comparator::Less, 50), compute('y', 'x', Operator::Add, 1)});
  EXPECT_EQ(rows(b.program, p).size(), 51U);
  b.program.rules.clear();
  b.rule(b.atom(p, {'y'}), {b.atom(p, {'x'}), compute('y', 'x', Operator::Add, 1)});
  EXPECT_EQ(problem(b.program, {.integer_bits = 8}), EvaluationProblem::Overflow);
  EXPECT_EQ(problem(b.program, {.tuples = 1000}), EvaluationProblem::TooLarge);
}

TEST(Arithmetic, ConstantsAndFactsMustFit) {
  const auto with = [](Value fact, Value constant, Type type) {
    Building b;
    const RelationId p = b.relation("p", type == Type::Number ? "n" : "u", {{fact}});
    const RelationId out = b.relation("out", "");
    b.rule(b.atom(out), {b.atom(p, {'x'}), compare('x', Comparator::NotEqual, constant, type)});
    return problem(b.program);
  };
  EXPECT_EQ(with(kLargest, kSmallest, Type::Number), std::nullopt);
  EXPECT_EQ(with(kLargest + 1, 0, Type::Number), EvaluationProblem::Overflow);
  EXPECT_EQ(with(kSmallest - 1, 0, Type::Number), EvaluationProblem::Overflow);
  EXPECT_EQ(with(0, kLargest + 1, Type::Number), EvaluationProblem::Overflow);
  EXPECT_EQ(with(0, kSmallest - 1, Type::Number), EvaluationProblem::Overflow);
  EXPECT_EQ(with(2 * kLargest + 1, 0, Type::Unsigned), std::nullopt);
  EXPECT_EQ(with(2 * kLargest + 2, 0, Type::Unsigned), EvaluationProblem::Overflow);
  EXPECT_EQ(with(-1, 0, Type::Unsigned), EvaluationProblem::Overflow);
}

}  // namespace
}  // namespace assay::datalog

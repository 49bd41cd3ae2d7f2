#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/datalog/program/building.hpp"

namespace assay::datalog {
namespace {

using testing::aggregate;
using testing::Arg;
using testing::Building;
using testing::compare;
using testing::compute;
using testing::count;

/// Rules over p(n), q(n, n) and the nullary z.
class Safety : public ::testing::Test {
 protected:
  Atom p(Arg x) { return b_.atom(p_, {x}); }
  Atom q(Arg x, Arg y) { return b_.atom(q_, {x, y}); }
  Atom no_p(Arg x) { return b_.no(p_, {x}); }
  Atom no_q(Arg x, Arg y) { return b_.no(q_, {x, y}); }
  Atom z() { return b_.atom(z_); }

  bool safe(Atom head, std::vector<Literal> body) { return is_safe(b_.rule(std::move(head), std::move(body))); }
  /// The letters of the bound variables.
  std::string bound(Atom head, std::vector<Literal> body) {
    const std::vector<bool> variables = bound_variables(b_.rule(std::move(head), std::move(body)));
    std::string letters;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i]) letters += static_cast<char>('a' + static_cast<char>(i));
    }
    return letters;
  }

 private:
  Building b_;
  RelationId p_ = b_.relation("p", "n");
  RelationId q_ = b_.relation("q", "nn");
  RelationId z_ = b_.relation("z", "");
};

TEST_F(Safety, PositiveAtomsBind) {
  EXPECT_EQ(bound(p('x'), {q('x', 'y')}), "xy");
  EXPECT_TRUE(safe(p('x'), {q('x', 'y')}));
  EXPECT_TRUE(safe(p('x'), {q('x', '_')}));
  EXPECT_TRUE(safe(q('x', 'x'), {q('x', 'x')}));
  EXPECT_TRUE(safe(z(), {q('_', '_')}));
  EXPECT_TRUE(safe(z(), {z()}));
  EXPECT_TRUE(safe(p(1), {z()}));
  EXPECT_FALSE(safe(p('y'), {p('x')}));
  EXPECT_FALSE(safe(p('_'), {p('x')}));
}

TEST_F(Safety, NegationBindsNothing) {
  EXPECT_EQ(bound(p('x'), {p('x'), no_p('y')}), "x");
  EXPECT_FALSE(safe(p('x'), {no_p('x')}));
  EXPECT_FALSE(safe(p('x'), {p('x'), no_q('x', 'y')}));
  EXPECT_TRUE(safe(p('x'), {p('x'), no_q('x', '_')}));
  EXPECT_TRUE(safe(p('x'), {no_q('x', 'x'), p('x')}));
  EXPECT_TRUE(safe(z(), {no_q('_', '_')}));
}

TEST_F(Safety, EqualityBindsFromEitherSideInAnyOrder) {
  EXPECT_TRUE(safe(p('x'), {compare('x', Comparator::Equal, 3)}));
  EXPECT_TRUE(safe(p('x'), {compare(3, Comparator::Equal, 'x')}));
  EXPECT_TRUE(safe(p('x'), {compare('x', Comparator::Equal, 'y'), compare('y', Comparator::Equal, 'w'), p('w')}));
  EXPECT_FALSE(safe(p('x'), {compare('x', Comparator::Equal, 'y'), compare('y', Comparator::Equal, 'x')}));
  EXPECT_FALSE(safe(p('x'), {compare('x', Comparator::Equal, 'x')}));
  EXPECT_FALSE(safe(p('x'), {compare('x', Comparator::LessEqual, 3)}));
  EXPECT_FALSE(safe(p('x'), {p('y'), compare('x', Comparator::NotEqual, 'y')}));
  EXPECT_FALSE(safe(p('x'), {p('x'), compare('x', Comparator::NotEqual, '_')}));
  EXPECT_FALSE(safe(p('x'), {p('x'), compare('_', Comparator::Equal, 'x')}));
}

TEST_F(Safety, ComputationsBindTheirResultOnly) {
  EXPECT_TRUE(safe(p('x'), {compute('x', 'y', Operator::Add, 1), p('y')}));
  EXPECT_TRUE(safe(p('x'), {compute('x', 1, Operator::Add, 2)}));
  EXPECT_TRUE(safe(p('x'), {p('x'), compute('x', 'x', Operator::Multiply, 'x')}));
  EXPECT_TRUE(safe(p('x'), {p('y'), compute('x', 'w', Operator::Add, 1), compute('w', 'y', Operator::Add, 1)}));
  EXPECT_FALSE(safe(p('y'), {compute('x', 'y', Operator::Add, 1), p('x')}));
  EXPECT_FALSE(safe(p('x'), {compute('x', 'x', Operator::Add, 1)}));
  EXPECT_FALSE(safe(p('x'), {p('x'), compute('_', 'x', Operator::Add, 1)}));
  EXPECT_FALSE(safe(p('x'), {p('x'), compute('x', '_', Operator::Add, 1)}));
}

TEST_F(Safety, AggregatesBindTheirResultWhenTheyAreGrouped) {
  EXPECT_TRUE(safe(p('n'), {count('n', {p('x')})}));
  EXPECT_TRUE(safe(q('x', 'n'), {p('x'), count('n', {q('x', 'y')})}));
  EXPECT_TRUE(safe(p('n'), {p('n'), count('n', {p('x')})}));
  EXPECT_TRUE(safe(z(), {count(3, {p('x')})}));
  // x occurs in the head, so that it groups, and nothing binds it.
  EXPECT_FALSE(safe(q('x', 'n'), {count('n', {q('x', 'y')})}));
  // Its own result inside groups, too.
  EXPECT_FALSE(safe(p('n'), {count('n', {q('n', 'y')})}));
  EXPECT_TRUE(safe(p('n'), {p('n'), count('n', {q('n', 'y')})}));
  // A result that groups another one.
  EXPECT_TRUE(safe(p('m'), {count('m', {q('n', 'y')}), count('n', {p('x')})}));
  EXPECT_FALSE(safe(p('m'), {count('m', {q('n', 'y')}), count('n', {q('m', 'x')})}));
}

TEST_F(Safety, LocalVariablesNeedAPositiveAtomOfTheirAggregate) {
  EXPECT_EQ(bound(p('n'), {count('n', {p('x'), no_p('y')})}), "nx");
  EXPECT_FALSE(safe(p('n'), {count('n', {p('x'), no_p('y')})}));
  EXPECT_TRUE(safe(p('n'), {count('n', {p('x'), no_p('x')})}));
  EXPECT_FALSE(safe(p('n'), {count('n', {p('x')}, {compare('y', Comparator::Equal, 'x')})}));
  EXPECT_TRUE(safe(p('n'), {count('n', {p('x')}, {compare(1, Comparator::Less, 'x')})}));
  // Local to both, bound in one only.
  EXPECT_FALSE(safe(q('n', 'm'), {count('n', {p('x')}), count('m', {p('y'), no_p('x')})}));
  EXPECT_TRUE(safe(q('n', 'm'), {count('n', {p('x')}), count('m', {p('x')})}));
  EXPECT_FALSE(safe(p('n'), {count('n', {q('x', '_')})}));
  EXPECT_FALSE(safe(p('n'), {count('n', {p('x')}, {compare('x', Comparator::NotEqual, '_')})}));
}

TEST_F(Safety, TargetsAreLocalVariables) {
  EXPECT_TRUE(safe(p('n'), {aggregate('n', Aggregator::Sum, 'x', {q('x', 'y')})}));
  EXPECT_FALSE(safe(p('n'), {aggregate('n', Aggregator::Sum, 'w', {q('x', 'y')})}));
  EXPECT_FALSE(safe(p('n'), {aggregate('n', Aggregator::Sum, '_', {q('x', 'y')})}));
  EXPECT_FALSE(safe(p('n'), {aggregate('n', Aggregator::Maximum, 3, {q('x', 'y')})}));
  EXPECT_FALSE(safe(p('n'), {p('x'), aggregate('n', Aggregator::Minimum, 'x', {q('x', 'y')})}));
  EXPECT_FALSE(safe(p('n'), {aggregate('n', Aggregator::Minimum, 'n', {p('n')})}));
  EXPECT_FALSE(safe(p('n'), {aggregate('n', Aggregator::Count, 'x', {p('x')})}));
}

}  // namespace
}  // namespace assay::datalog

#include "datalog/dialect/text/ordering.hpp"

#include <gtest/gtest.h>

#include <string>

#include "dialect_programs.hpp"

namespace assay::datalog {
namespace {

/// The positions of the last rule's literals in their new order, each with the variable that it binds.
std::string order_of(const Rule& rule, AtomsFirst atoms_first = AtomsFirst::No) {
  std::string text;
  for (const PlacedLiteral& placed : left_to_right(rule, atoms_first)) {
    text += (text.empty() ? "" : " ") + std::to_string(placed.literal - rule.body.data());
    if (placed.binds) text += "=" + std::to_string(*placed.binds);
  }
  return text;
}

Term x(std::uint32_t number) { return Term::variable(number, Type::Number); }
Term c(Value value) { return Term::constant(value, Type::Number); }

Rule rule_of(std::vector<Literal> body, std::size_t variables, Terms head = {}) {
  return {{Atom{9, false, std::move(head)}}, std::move(body), std::vector<Type>(variables, Type::Number)};
}

TEST(Ordering, KeepsTheOrderThatIsReady) {
  const Rule rule =
      rule_of({Atom{0, false, {x(0)}}, Atom{1, false, {x(1)}}, Comparison{Comparator::Less, x(0), x(1)}}, 2);
  EXPECT_EQ(order_of(rule), "0 1 2");
}

TEST(Ordering, MovesTestsBehindWhatBinds) {
  const Rule rule =
      rule_of({Comparison{Comparator::Less, x(0), x(1)}, Atom{0, true, {x(0), Term::wildcard(Type::Number)}},
               Atom{0, false, {x(0)}}, Atom{1, false, {x(1)}}},
              2);
  EXPECT_EQ(order_of(rule), "2 1 3 0");
}

TEST(Ordering, ChainsComputations) {
  const Rule rule = rule_of({Computation{x(2), Operator::Add, x(1), c(1)}, Comparison{Comparator::Equal, x(0), x(1)},
                             Atom{0, false, {x(0)}}, Computation{x(0), Operator::Add, x(2), x(2)}},
                            3);
  EXPECT_EQ(order_of(rule), "2 1=1 0=2 3");
}

TEST(Ordering, AnEqualityMayComeBeforeAnAtomThatHasItsVariable) {
  const Rule rule = rule_of({Comparison{Comparator::Equal, x(0), c(1)}, Atom{0, false, {x(0)}}}, 1);
  EXPECT_EQ(order_of(rule), "0=0 1");
  EXPECT_EQ(order_of(rule, AtomsFirst::Yes), "1 0");
}

TEST(Ordering, AggregatesWaitForTheirGroupsOnly) {
  Aggregate aggregate{x(2), Aggregator::Sum, x(1), {Atom{0, false, {x(0), x(1)}}}, {}};
  const Rule rule = rule_of({aggregate, Atom{1, false, {x(0)}}}, 3, {x(0), x(2)});
  EXPECT_EQ(order_of(rule), "1 0=2");
  EXPECT_EQ(local_variables(aggregate, outer_variables(rule)), (std::vector<std::uint32_t>{1}));
}

TEST(Ordering, TheTargetIsTheFirstLocalVariable) {
  const Aggregate aggregate{x(2), Aggregator::Sum, x(1), {Atom{0, false, {x(0), x(1)}}}, {}};
  const Rule rule = rule_of({aggregate}, 3, {x(2)});
  EXPECT_EQ(order_of(rule), "0=2");
  EXPECT_EQ(local_variables(aggregate, outer_variables(rule)), (std::vector<std::uint32_t>{1, 0}));
}

TEST(Ordering, UnsafeRulesArePlacedAllTheSame) {
  const Rule rule = rule_of({Comparison{Comparator::Less, x(0), x(1)}, Atom{0, true, {x(0)}}}, 2);
  EXPECT_EQ(order_of(rule), "0 1");
}

}  // namespace
}  // namespace assay::datalog

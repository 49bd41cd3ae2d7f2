#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/datalog/program/building.hpp"

namespace assay::datalog {
namespace {

using testing::aggregate;
using testing::Building;
using testing::compare;
using testing::compute;
using testing::count;

/// The error's text; "" for a program in order.
std::string verdict(const Program& program) {
  const Status status = check(program);
  return status.ok() ? std::string() : status.error().text();
}

/// Relations of every type, each with one attribute, and a rule to add.
class Check : public ::testing::Test {
 protected:
  std::string with(std::vector<Atom> heads, std::vector<Literal> body) {
    Building copy = b;
    copy.rule(std::move(heads), std::move(body));
    return verdict(copy.program);
  }
  std::string with(Atom head, std::vector<Literal> body) {
    return with(std::vector<Atom>{std::move(head)}, std::move(body));
  }

  Building b;
  RelationId n = b.relation("num", "n", {{1}, {-1}});
  RelationId u = b.relation("uns", "u");
  RelationId f = b.relation("flo", "f");
  RelationId s = b.relation("sym", "s");
  RelationId t = b.relation("boo", "b");
  RelationId o = b.relation("opa", "o");
  RelationId out = b.relation("out", "n");
};

TEST_F(Check, AcceptsWhatIsInOrder) {
  EXPECT_EQ(verdict(Program{}), "");
  EXPECT_EQ(verdict(b.program), "");
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(n, {'x'}), b.no(n, {'x'})}), "");
  EXPECT_EQ(with(b.atom(o, {'x'}), {b.atom(o, {'x'})}), "");
  EXPECT_EQ(with({b.atom(out, {'x'}), b.atom(n, {'x'})}, {b.atom(n, {'x'})}), "");
  EXPECT_EQ(
      with(b.atom(f, {'x'}), {b.atom(f, {'x'}), compare('x', Comparator::Less, 'y', Type::Float), b.atom(f, {'y'})}),
      "");
}

TEST_F(Check, NamesRelationAndRule) {
  b.rule(b.atom(out, {'x'}), {b.atom(n, {'x'})});
  EXPECT_EQ(with(b.atom(out, {'y'}), {b.atom(n, {'x'})}),
            "rule 2, of \"out\", is unsafe: nothing binds its variable 24");
  b.program.relations[n].name = "out";
  EXPECT_EQ(verdict(b.program), "two relations have the name \"out\"");
}

TEST_F(Check, RefusesWrongArities) {
  EXPECT_EQ(with(b.atom(out, {}), {b.atom(n, {'x'})}), "rule 1, of \"out\", gives \"out\" 0 arguments instead of 1");
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(n, {'x', 'x'})}),
            "rule 1, of \"out\", gives \"num\" 2 arguments instead of 1");
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(n, {'x'}), count(1, {b.atom(n, {'y', 'y'})})}),
            "rule 1, of \"out\", gives \"num\" 2 arguments instead of 1");
  b.program.relations[n].facts.arity = 2;
  EXPECT_EQ(verdict(b.program), "relation \"num\" has facts of another arity");
  b.program.relations[n].facts = Tuples{};
  EXPECT_EQ(verdict(b.program), "");
}

TEST_F(Check, RefusesWrongTypes) {
  const std::string two_types = "rule 1, of \"out\", uses a variable with two types";
  for (const RelationId other : {u, f, s, t, o}) EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(other, {'x'})}), two_types);
  Atom wrong = b.atom(n, {1});
  wrong.arguments[0].type = Type::Unsigned;
  EXPECT_EQ(with(b.atom(out, {1}), {wrong}),
            "rule 1, of \"out\", gives \"num\" an argument of the wrong type at position 1");
  wrong.arguments[0] = Term::wildcard(Type::Symbol);
  EXPECT_NE(with(b.atom(out, {1}), {wrong}), "");
}

TEST_F(Check, TellsOpaqueTypesApartByName) {
  b.program.relations[o].attributes[0].declared = "Pair";
  const RelationId other = b.relation("other", "o");
  b.program.relations[other].attributes[0].declared = "List";
  EXPECT_NE(with(b.atom(other, {'x'}), {b.atom(o, {'x'})}), "");
  b.program.relations[other].attributes[0].declared = "Pair";
  EXPECT_EQ(with(b.atom(other, {'x'}), {b.atom(o, {'x'})}), "");
}

TEST_F(Check, RefusesConstantsThatThereAreNot) {
  EXPECT_NE(with(b.atom(out, {1}), {b.atom(s, {0})}), "");
  b.program.intern("a");
  EXPECT_EQ(with(b.atom(out, {1}), {b.atom(s, {0})}), "");
  EXPECT_NE(with(b.atom(out, {1}), {b.atom(s, {-1})}), "");
  EXPECT_NE(with(b.atom(out, {1}), {b.atom(t, {2})}), "");
  EXPECT_EQ(with(b.atom(out, {1}), {b.atom(t, {1})}), "");
  EXPECT_NE(with(b.atom(out, {1}), {b.atom(o, {0})}), "");
  b.program.relations[s].facts = testing::tuples(1, {{0}, {1}});
  EXPECT_EQ(verdict(b.program), "relation \"sym\" has a symbol that does not exist in fact 2");
}

TEST_F(Check, RefusesComparisonsThatATypeHasNot) {
  const auto comparing = [&](RelationId relation, Comparator comparator) {
    return with(b.atom(out, {1}), {b.atom(relation, {'x'}), b.atom(relation, {'y'}),
                                   compare('x', comparator, 'y', b.program.relations[relation].attributes[0].type)});
  };
  for (const RelationId relation : {n, u, s, t, o}) EXPECT_EQ(comparing(relation, Comparator::NotEqual), "");
  for (const RelationId relation : {n, u, f}) EXPECT_EQ(comparing(relation, Comparator::GreaterEqual), "");
  for (const RelationId relation : {s, t, o}) EXPECT_NE(comparing(relation, Comparator::Less), "");
  EXPECT_EQ(comparing(f, Comparator::Equal), "rule 1, of \"out\", compares floats for equality");
}

TEST_F(Check, RefusesComputationsOfOtherTypes) {
  const auto computing = [&](RelationId relation) {
    const Type type = b.program.relations[relation].attributes[0].type;
    return with(b.atom(relation, {'y'}), {b.atom(relation, {'x'}), compute('y', 'x', Operator::Add, 'x', type)});
  };
  for (const RelationId relation : {n, u}) EXPECT_EQ(computing(relation), "");
  for (const RelationId relation : {f, s, t, o}) EXPECT_NE(computing(relation), "");
}

TEST_F(Check, RefusesAggregatesOfOtherTypes) {
  EXPECT_EQ(with(b.atom(out, {'x'}), {count('x', {b.atom(s, {'y'})})}), "");
  EXPECT_NE(with(b.atom(u, {'x'}), {aggregate('x', Aggregator::Count, '_', {b.atom(s, {'y'})}, {}, Type::Unsigned)}),
            "");
  const RelationId given = b.relation("given", "u");
  EXPECT_EQ(with(b.atom(u, {'x'}), {aggregate('x', Aggregator::Sum, 'y', {b.atom(given, {'y'})}, {}, Type::Unsigned)}),
            "");
  EXPECT_NE(with(b.atom(f, {'x'}), {aggregate('x', Aggregator::Sum, 'y', {b.atom(f, {'y'})}, {}, Type::Float)}), "");
  EXPECT_NE(with(b.atom(out, {1}), {b.atom(n, {'x'}), count(1, {b.no(n, {'x'})})}), "");
}

TEST_F(Check, RefusesRulesThatAreNone) {
  EXPECT_EQ(with(std::vector<Atom>{}, {b.atom(n, {'x'})}), "rule 1 has no head");
  EXPECT_EQ(with(b.atom(out, {1}), {}), "rule 1, of \"out\", has no body: it is a fact");
  EXPECT_EQ(with(b.no(out, {1}), {b.atom(n, {'x'})}), "rule 1, of \"out\", has a negated head");
  b.program.relations[out].from_seed = true;
  EXPECT_EQ(with(b.atom(out, {1}), {b.atom(n, {'x'})}), "rule 1, of \"out\", adds to \"out\", which is the seed's");
  b.rule(b.atom(n, {'x'}), {b.atom(n, {'x'})});
  b.program.rules[0].variables.clear();
  EXPECT_EQ(verdict(b.program), "rule 1, of \"num\", has a variable that it does not declare");
  b.program.rules[0].heads[0].relation = 99;
  EXPECT_EQ(verdict(b.program), "rule 1 uses a relation that does not exist");
}

TEST_F(Check, RefusesWhatIsNotStratified) {
  const std::string cycle =
      " negates or aggregates a relation that depends on its own head (the program is not stratified)";
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(n, {'x'}), b.no(out, {'x'})}), "rule 1, of \"out\"," + cycle);
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(n, {'x'}), count('x', {b.atom(out, {'y'})})}),
            "rule 1, of \"out\"," + cycle);
  const RelationId middle = b.relation("middle", "n");
  b.rule(b.atom(middle, {'x'}), {b.atom(out, {'x'})});
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(n, {'x'}), b.no(middle, {'x'})}), "rule 2, of \"out\"," + cycle);
  EXPECT_EQ(with(b.atom(out, {'x'}), {b.atom(middle, {'x'}), b.no(n, {'x'})}), "");
  // A cycle through a single head is enough.
  EXPECT_EQ(with({b.atom(u, {1}), b.atom(out, {'x'})}, {b.atom(n, {'x'}), b.no(middle, {'x'})}),
            "rule 2, of \"uns\"," + cycle);
}

TEST_F(Check, RefusesOptionsThatARelationCannotHave) {
  Relation& relation = b.program.relations[n];
  relation.representation = Representation::Eqrel;
  EXPECT_EQ(verdict(b.program), "relation \"num\" is an equivalence but does not have two attributes of the same type");
  const RelationId pairs = b.relation("pairs", "nn");
  b.program.relations[n].representation = Representation::Default;
  b.program.relations[pairs].representation = Representation::Eqrel;
  EXPECT_EQ(verdict(b.program), "");
  b.program.relations[pairs].attributes[1].type = Type::Symbol;
  EXPECT_NE(verdict(b.program), "");
  b.program.relations[pairs].representation = Representation::Brie;
  EXPECT_EQ(verdict(b.program), "");
  b.program.relations[pairs].choice_domains = {{0}, {2}};
  EXPECT_NE(verdict(b.program), "");
  b.program.relations[pairs].choice_domains = {{0}, {1}};
  EXPECT_EQ(verdict(b.program), "");
}

}  // namespace
}  // namespace assay::datalog

// Valid combinations of qualifiers: each row of the table refuses some, and all other combinations are accepted.

#include "assay/datalog/qualifiers.hpp"

#include <gtest/gtest.h>

#include <string>

#include "building.hpp"

namespace assay::datalog::testing {
namespace {

/// in(x, y) is an input; the tests are about r, the last relation, which is hidden and has one rule from `in`.
struct QualifiedProgram : Building {
  RelationId in = relation("in", "nn", {{1, 2}});
  RelationId out = relation("out", "n");
  RelationId r = relation("r", "nn");

  QualifiedProgram() {
    program.relations[r].is_output = false;
    rule(atom(r, {'a', 'b'}), {atom(in, {'a', 'b'})});
    rule(atom(out, {'a'}), {atom(r, {'a', 'b'})});
  }
  template <typename Change>
  [[nodiscard]] std::string refusal(Change change) const {
    Relation wanted = program.relations[r];
    change(wanted);
    return std::string(QualifierCheck(program).refusal(r, wanted));
  }
  [[nodiscard]] std::string inlined() const {
    return refusal([](Relation& it) { it.inlining = Inlining::Inline; });
  }
};

TEST(DatalogQualifiers, AnythingGoesWithAnythingElse) {
  const QualifiedProgram it;
  using enum Representation;
  for (const Representation storage : {Default, Btree, Brie, Eqrel, BtreeDelete})
    for (const Inlining inlining : {Inlining::Default, Inlining::Inline, Inlining::NoInline})
      for (const MagicSets magic : {MagicSets::Default, MagicSets::Magic, MagicSets::NoMagic})
        EXPECT_EQ(it.refusal([&](Relation& wanted) {
          wanted.representation = storage;
          wanted.inlining = inlining;
          wanted.magic = magic;
        }),
                  "");
}

TEST(DatalogQualifiers, WhatIsInlined) {
  EXPECT_EQ(QualifiedProgram().inlined(), "");
  QualifiedProgram printed;
  printed.program.relations[printed.r].is_output = true;
  EXPECT_EQ(printed.inlined(), "input and output relations are not inlined");
  QualifiedProgram negated;
  negated.rule(negated.atom(negated.out, {'a'}),
               {negated.atom(negated.in, {'a', 'b'}), negated.no(negated.r, {'b', 'a'})});
  EXPECT_EQ(negated.inlined(), "");
  QualifiedProgram introduces = negated;
  introduces.rule(introduces.atom(introduces.r, {'a', 'a'}), {introduces.atom(introduces.in, {'a', 'b'})});
  EXPECT_EQ(introduces.inlined(), "a negated relation that is inlined has no variables of its own");
  // Variables of inlined relations in its rules count, too.
  QualifiedProgram through = negated;
  const RelationId inner = through.relation("inner", "n");
  through.program.relations[inner].is_output = false;
  through.rule(through.atom(inner, {'a'}), {through.atom(through.in, {'a', '_'})});
  through.rule(through.atom(through.r, {'a', 'a'}), {through.atom(inner, {'a'})});
  EXPECT_EQ(through.inlined(), "");
  through.program.relations[inner].inlining = Inlining::Inline;
  EXPECT_EQ(through.inlined(), "a negated relation that is inlined has no variables of its own");
  QualifiedProgram wild;
  wild.rule(wild.atom(wild.out, {'a'}), {wild.atom(wild.in, {'a', 'b'}), wild.no(wild.r, {'b', '_'})});
  EXPECT_EQ(wild.inlined(), "a relation that is negated with a wildcard is not inlined");
  QualifiedProgram counted;
  counted.rule(counted.atom(counted.out, {'c'}), {count('c', {counted.atom(counted.r, {'a', 'b'})})});
  EXPECT_EQ(counted.inlined(), "aggregated relations are not inlined");
}

TEST(DatalogQualifiers, ACycleOfInlinedRelationsIsNotInlined) {
  QualifiedProgram it;
  const RelationId other = it.relation("other", "nn");
  it.program.relations[other].is_output = false;
  it.rule(it.atom(other, {'a', 'b'}), {it.atom(it.r, {'a', 'b'})});
  it.rule(it.atom(it.r, {'a', 'b'}), {it.atom(other, {'b', 'a'})});
  EXPECT_EQ(it.inlined(), "");
  it.program.relations[other].inlining = Inlining::Inline;
  EXPECT_EQ(it.inlined(), "inlined relations call each other in a cycle");
  // It is enough that one relation is not inlined.
  it.program.relations[it.r].inlining = Inlining::Inline;
  drop_refused_inlining(it.program);
  EXPECT_NE(it.program.relations[it.r].inlining, it.program.relations[other].inlining);
}

TEST(DatalogQualifiers, StorageChoicesAndSubsumption) {
  const QualifiedProgram it;
  const auto choice = [](Relation& wanted) { wanted.choice_domains = {{0}}; };
  const auto subsumed = [](Relation& wanted) { wanted.dominance = Dominance{1, true}; };
  EXPECT_EQ(it.refusal(choice), "");
  EXPECT_EQ(it.refusal(subsumed), "");
  const auto both = [&](auto first, auto second) {
    return it.refusal([&](Relation& wanted) {
      first(wanted);
      second(wanted);
    });
  };
  EXPECT_NE(both(choice, subsumed), "");
  EXPECT_NE(both(choice, [](Relation& wanted) { wanted.representation = Representation::Eqrel; }), "");
  EXPECT_NE(both(choice, [](Relation& wanted) { wanted.representation = Representation::BtreeDelete; }), "");
  EXPECT_NE(both(subsumed, [](Relation& wanted) { wanted.representation = Representation::Brie; }), "");
  EXPECT_EQ(both(subsumed, [](Relation& wanted) { wanted.representation = Representation::BtreeDelete; }), "");
  EXPECT_NE(both(subsumed, [](Relation& wanted) { wanted.inlining = Inlining::Inline; }), "");
  EXPECT_NE(both(subsumed, [](Relation& wanted) { wanted.attributes[1].type = Type::Symbol; }), "");
  EXPECT_NE(both([](Relation& wanted) { wanted.representation = Representation::Eqrel; },
                 [](Relation& wanted) { wanted.attributes[1].type = Type::Symbol; }),
            "");
  EXPECT_NE(both([](Relation& wanted) { wanted.representation = Representation::Brie; },
                 [](Relation& wanted) { wanted.attributes.clear(); }),
            "");
}

TEST(DatalogQualifiers, EachHasARow) {
  QualifierSet set = QualifierSet::all();
  for (const QualifierRow& row : qualifier_rows()) {
    EXPECT_TRUE(set.has(row.qualifier)) << row.name;
    set.remove(row.qualifier);
    EXPECT_FALSE(row.used(Relation())) << row.name;
  }
  EXPECT_TRUE(set.empty());
}

}  // namespace
}  // namespace assay::datalog::testing

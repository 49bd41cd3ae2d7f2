// queryFuzz's transformations on small programs: thesis sections 3.5 to 3.8.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"

namespace assay::datalog::atoms_test {
namespace {

using Lines = std::vector<std::string>;

/// Relations a, b (two columns), c (one), s (number and symbol), and outputs p (one column), q (two).
struct Basis {
  Program program;
  RelationId a = add_relation(program, "a", "nn", {{1, 2}, {2, 3}, {2, 2}});
  RelationId b = add_relation(program, "b", "nn", {{2, 3}, {3, 4}});
  RelationId c = add_relation(program, "c", "n", {{3}, {4}});
  RelationId s = add_relation(program, "s", "ns", {{1, 0}});
  RelationId p = add_relation(program, "p", "n");
  RelationId q = add_relation(program, "q", "nn");

  Basis() { program.symbols = {"u", "v"}; }
  void rule(Atom head, std::vector<Literal> body) { add_rule(program, {std::move(head)}, std::move(body)); }
  [[nodiscard]] Lines rules(std::string_view row, RelationId output, const Capabilities& can = every_capability()) {
    return rule_outcomes(program, output, row, can);
  }
  [[nodiscard]] Lines rules(std::string_view row) { return rules(row, p); }
};

Literal count_of(Term result, Atom counted) {
  return Aggregate{result, Aggregator::Count, any(), {std::move(counted)}, {}};
}

TEST(AddEq, loosens_a_copy) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)})});
  EXPECT_EQ(it.rules("AddEq"),
            (Lines{"p(X0) :- a(X0, X1), a(X0, X2).", "p(X0) :- a(X0, X1), a(X2, X1).", "p(X0) :- a(X0, X1), a(X2, X3).",
                   "p(X0) :- a(X0, X1), a(X3, X2).", "p(X0) :- a(X0, X2), a(X0, X1).", "p(X0) :- a(X2, X1), a(X0, X1).",
                   "p(X0) :- a(X2, X3), a(X0, X1).", "p(X0) :- a(X3, X2), a(X0, X1)."}));
}

TEST(AddEq, keeps_floats_apart) {
  Basis it;
  const RelationId f = add_relation(it.program, "f", "nf", {{1, 0}});
  it.rule(atom(it.p, {x(0)}), {atom(f, {x(0), Term::variable(1, Type::Float)})});
  for (const std::string& rules : it.rules("AddEq")) EXPECT_EQ(rules.find("X1), f(X2, X1"), std::string::npos) << rules;
}

TEST(AddEq, needs_a_positive_atom) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {compare(x(0), Comparator::Equal, n(3)), no(it.c, {x(0)})});
  EXPECT_TRUE(it.rules("AddEq").empty());
}

TEST(AddCon, joins_or_restricts) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)})});
  const Lines found = it.rules("AddCon");
  EXPECT_GT(found.size(), 5U);
  EXPECT_EQ(std::count(found.begin(), found.end(), "p(X0) :- a(X0, X1), a(X0, X1)."), 0);
}

TEST(AddCon, keeps_to_the_side_of_the_negation) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)})});
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.b, {x(0), x(1)}), no(it.p, {x(0)})});
  const auto contains = [](const std::string& rules, const char* rule) {
    return rules.find(rule) != std::string::npos;
  };
  for (const std::string& rules : it.rules("AddCon", it.q))
    EXPECT_TRUE(contains(rules, "p(X0) :- a(X0, X1).\n") || rules.find("p(X0) :- a(X0, X1).") == 0) << rules;
  for (const std::string& rules : it.rules("EXP-AddCon", it.q))
    EXPECT_TRUE(contains(rules, "q(X0, X1) :- b(X0, X1), !p(X0).")) << rules;
  EXPECT_TRUE(it.rules("EXP-AddCon", it.p).empty());
}

TEST(AddCon, does_not_name_what_is_local_to_an_aggregate) {
  Basis it;
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.c, {x(0)}), count_of(x(1), atom(it.a, {x(2), x(3)}))});
  for (const std::string& rules : it.rules("AddCon", it.q)) {
    const std::string without = rules.substr(0, rules.find("count")) + rules.substr(rules.find('}'));
    EXPECT_EQ(without.find("X2"), std::string::npos) << rules;
    EXPECT_EQ(without.find("X3"), std::string::npos) << rules;
  }
}

TEST(ModExp, breaks_a_join) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), atom(it.c, {x(1)})});
  EXPECT_EQ(it.rules("ModExp"), (Lines{"p(X0) :- a(X0, X1), c(X2).", "p(X0) :- a(X0, X2), c(X1)."}));
}

TEST(ModExp, leaves_what_binds_negations) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), no(it.c, {x(1)})});
  EXPECT_TRUE(it.rules("ModExp").empty());
}

TEST(ModExp, breaks_a_repetition_in_one_atom) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(0)})});
  EXPECT_EQ(it.rules("ModExp"), (Lines{"p(X0) :- a(X0, X1).", "p(X0) :- a(X1, X0)."}));
  EXPECT_TRUE(it.rules("CON-ModExp").empty());
}

TEST(ModEq, renames) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)})});
  EXPECT_EQ(it.rules("ModEq"), (Lines{"p(X0) :- a(X0, X2).", "p(X2) :- a(X2, X1)."}));
}

TEST(ModEq, needs_a_variable) {
  Basis it;
  it.rule(atom(it.p, {n(1)}), {atom(it.c, {any()})});
  EXPECT_TRUE(it.rules("ModEq").empty());
}

TEST(ModCon, merges) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)})});
  EXPECT_EQ(it.rules("ModCon"), (Lines{"p(X0) :- a(X0, X0).", "p(X1) :- a(X1, X1)."}));
}

TEST(ModCon, only_the_same_type) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.s, {x(0), Term::variable(1, Type::Symbol)})});
  EXPECT_TRUE(it.rules("ModCon").empty());
}

TEST(ModCon, not_beside_aggregates) {
  Basis it;
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.c, {x(0)}), count_of(x(1), atom(it.a, {x(0), x(2)}))});
  EXPECT_TRUE(it.rules("ModCon", it.q).empty());
}

TEST(RemEq, removes_what_another_atom_contains) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), atom(it.a, {x(0), x(2)})});
  EXPECT_EQ(it.rules("RemEq"), (Lines{"p(X0) :- a(X0, X1).", "p(X0) :- a(X0, X2)."}));
}

TEST(RemEq, looks_at_the_rest_of_the_rule) {
  Basis it;
  it.rule(atom(it.p, {x(0)}),
          {atom(it.a, {x(0), x(1)}), atom(it.a, {x(0), x(2)}), compare(x(2), Comparator::Less, n(3))});
  EXPECT_EQ(it.rules("RemEq"), (Lines{"p(X0) :- a(X0, X2), X2 < 3."}));
}

TEST(RemEq, looks_at_aggregates) {
  Basis it;
  it.rule(atom(it.q, {x(0), x(3)}),
          {atom(it.a, {x(0), x(1)}), atom(it.a, {x(0), x(2)}), count_of(x(3), atom(it.b, {x(2), x(4)}))});
  EXPECT_EQ(it.rules("RemEq", it.q), (Lines{"q(X0, X3) :- a(X0, X2), X3 = count _ : { b(X2, X4) }."}));
}

TEST(RemEq, needs_a_mapping) {
  Basis chain;
  chain.rule(atom(chain.p, {x(0)}), {atom(chain.a, {x(0), x(1)}), atom(chain.a, {x(1), x(2)})});
  EXPECT_TRUE(chain.rules("RemEq").empty());
  Basis repeated;  // X2 would have to be both
  repeated.rule(atom(repeated.p, {x(0)}), {atom(repeated.a, {x(0), x(1)}), atom(repeated.a, {x(2), x(2)})});
  EXPECT_TRUE(repeated.rules("RemEq").empty());
  Basis wild;  // two wildcards are not the same
  wild.rule(atom(wild.p, {x(0)}), {atom(wild.c, {x(0)}), atom(wild.a, {any(), any()}), atom(wild.a, {x(2), x(2)})});
  EXPECT_EQ(wild.rules("RemEq"), (Lines{"p(X0) :- c(X0), a(X2, X2)."}));
}

TEST(RemExp, removes_what_no_atom_contains) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), atom(it.c, {x(1)})});
  EXPECT_EQ(it.rules("RemExp"), (Lines{"p(X0) :- a(X0, X1)."}));
}

TEST(RemExp, keeps_one_atom_and_what_binds) {
  Basis single;
  single.rule(atom(single.p, {x(0)}), {atom(single.a, {x(0), x(1)}), compare(x(1), Comparator::Less, n(3))});
  EXPECT_TRUE(single.rules("RemExp").empty());
  Basis group;  // X1 would no longer group, but be counted
  group.rule(atom(group.q, {x(0), x(2)}),
             {atom(group.c, {x(0)}), atom(group.a, {x(0), x(1)}), count_of(x(2), atom(group.b, {x(1), x(3)}))});
  EXPECT_EQ(group.rules("RemExp", group.q), (Lines{"q(X0, X2) :- a(X0, X1), X2 = count _ : { b(X1, X3) }."}));
}

TEST(RemExp, keeps_what_may_guard_a_division) {
  Basis it;
  it.rule(atom(it.p, {x(2)}),
          {atom(it.a, {x(0), x(1)}), atom(it.c, {x(1)}), Computation{x(2), Operator::Divide, x(0), x(1)}});
  EXPECT_TRUE(it.rules("RemExp").empty());
}

TEST(RemExp, keeps_to_the_side_of_the_negation) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), atom(it.c, {x(1)})});
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.b, {x(0), x(1)}), no(it.p, {x(0)})});
  EXPECT_TRUE(it.rules("RemExp", it.q).empty());
  EXPECT_EQ(it.rules("CON-RemExp", it.q), (Lines{"p(X0) :- a(X0, X1).\nq(X0, X1) :- b(X0, X1), !p(X0)."}));
}

// The example of section 3.8.1.
TEST(NegEq, negates_twice) {
  Basis it;
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.a, {x(0), x(1)}), atom(it.b, {x(1), x(2)}), atom(it.c, {x(2)})});
  const Lines found = it.rules("NegEq", it.q);
  EXPECT_EQ(std::count(found.begin(), found.end(),
                       "q(X0, X1) :- a(X0, X1), b(X1, X2), !neg_1(X2).\n"
                       "neg_1(X2) :- a(X0, X1), b(X1, X2), !c(X2)."),
            1);
  for (const std::string& rules : found) EXPECT_EQ(rules.find("!a("), std::string::npos) << rules;
}

TEST(NegEq, not_in_a_cycle) {
  Basis it;
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.a, {x(0), x(1)}), atom(it.q, {x(1), x(0)})});
  EXPECT_TRUE(it.rules("NegEq", it.q).empty());
}

TEST(NegEq, needs_what_the_dialect_has) {
  Basis it;
  it.rule(atom(it.q, {x(0), x(1)}), {atom(it.a, {x(0), x(1)}), atom(it.b, {x(1), x(2)})});
  EXPECT_FALSE(it.rules("NegEq", it.q).empty());
  Capabilities no_wildcards = every_capability();
  no_wildcards.negated_wildcards = false;
  EXPECT_TRUE(it.rules("NegEq", it.q, no_wildcards).empty());
  Capabilities positive = every_capability();
  positive.negation = false;
  EXPECT_TRUE(it.rules("NegEq", it.q, positive).empty());
}

TEST(NegEq, not_of_floats) {
  Basis it;
  const RelationId f = add_relation(it.program, "f", "nf", {{1, 0}});
  const RelationId g = add_relation(it.program, "g", "f");
  const Term real = Term::variable(1, Type::Float);
  it.rule(atom(g, {real}), {atom(it.c, {x(0)}), atom(f, {x(0), real})});
  for (const std::string& rules : it.rules("NegEq", g)) EXPECT_EQ(rules.find("!f"), std::string::npos) << rules;
}

}  // namespace
}  // namespace assay::datalog::atoms_test

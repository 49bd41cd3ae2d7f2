// DLSmith's transformations on small programs: thesis section 4.5.3 and table 4.1.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"

namespace assay::datalog::edits_test {
namespace {

using Lines = std::vector<std::string>;

bool has_part(const std::string& whole, std::string_view part) { return whole.find(part) != std::string::npos; }

/// e flows to the output p positively, n negatively; beside is fed by e and flows nowhere.
struct Basis {
  Program program;
  RelationId e = add_relation(program, "e", "nn", {{1, 2}, {2, 3}, {3, 3}});
  RelationId n = add_relation(program, "n", "n", {{3}, {3}});
  RelationId p = add_relation(program, "p", "n");
  RelationId beside = add_relation(program, "beside", "n", {{5}});

  Basis() {
    add_rule(program, {atom(p, {x(0)})}, {atom(e, {x(0), x(1)}), no(n, {x(0)})});
    add_rule(program, {atom(beside, {x(0)})}, {atom(e, {x(0), x(1)}), atom(p, {x(0)})});
  }
};

const char* const kRules =
    "p(X0) :- e(X0, X1), !n(X0).\n"
    "beside(X0) :- e(X0, X1), p(X0).";

TEST(AddRelNode, adds_a_relation_that_nothing_uses) {
  const Basis it;
  for (const std::string& program : outcomes(it.program, it.p, "EQU-AddRelNode")) {
    EXPECT_TRUE(has_part(program, "node_1/")) << program;
    for (const char* head : {"p(X0) :- ", "beside(X0) :- "}) {
      const std::string rule = program.substr(program.find(head));
      EXPECT_FALSE(has_part(rule.substr(0, rule.find('\n')), "node_1")) << program;
    }
  }
}

TEST(AddRelEdges, adds_an_atom_and_its_negation) {
  const Basis it;
  const Lines found = rule_outcomes(it.program, it.p, "EQU-AddRelEdges");
  EXPECT_GT(found.size(), 10U);
  for (const std::string& rules : found) {
    const auto negations = std::count(rules.begin(), rules.end(), '!');
    EXPECT_TRUE(negations == 2 || negations == 3) << rules;  // another one may stand beside
    EXPECT_FALSE(has_part(rules, "!beside(X0, ")) << rules;
  }
  Capabilities positive = every_capability();
  positive.negation = false;
  EXPECT_TRUE(never_applies(it.program, it.p, "EQU-AddRelEdges", positive));
}

TEST(AddRelEdge, only_beside_the_output) {
  const Basis it;
  for (const std::string& rules : rule_outcomes(it.program, it.p, "EQU-AddRelEdge"))
    EXPECT_TRUE(has_part(rules, "p(X0) :- e(X0, X1), !n(X0).")) << rules;
  EXPECT_TRUE(never_applies(it.program, it.beside, "EQU-AddRelEdge"));
}

TEST(AddSelfEdge, derives_what_it_starts_from) {
  const Basis it;
  const Lines found = rule_outcomes(it.program, it.p, "EQU-AddSelfEdge");
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const std::string& rules) { return has_part(rules, "p(X0) :- p(X0)."); }));
}

TEST(AddSelfEdge, not_where_something_is_computed) {
  Program program;
  const RelationId e = add_relation(program, "e", "n", {{1}});
  const RelationId p = add_relation(program, "p", "n");
  program.relations[e].is_input = true;
  add_rule(program, {atom(p, {x(1)})}, {atom(e, {x(0)}), Computation{x(1), Operator::Add, x(0), n(1)}});
  EXPECT_TRUE(never_applies(program, p, "EQU-AddSelfEdge"));
  // No transformation feeds the result back.
  for (const char* row : {"EXP-AddRelEdge", "CON-AddRelEdge", "AddCon", "AddSubsumedRule"}) {
    for (const std::string& rules : rule_outcomes(program, p, row))
      EXPECT_FALSE(has_part(rules, " p(") || has_part(rules, "- p(")) << row << ": " << rules;
  }
}

TEST(FactInline, replaces_rules_by_their_values) {
  Basis it;
  add_rule(it.program, {atom(it.n, {x(1)})}, {atom(it.e, {x(0), x(1)}), compare(x(0), Comparator::Less, n(2))});
  for (const std::string& program : outcomes(it.program, it.p, "EQU-FactInline")) {
    const bool n = has_part(program, "n/1: (2) (3)\np/1:\nbeside/1: (5)\np(X0)") && !has_part(program, "\nn(X1) :-");
    const bool p = has_part(program, "p/1: (1)\n") && !has_part(program, "\np(X0) :-");
    const bool beside = has_part(program, "beside/1: (1) (5)\n") && !has_part(program, "\nbeside(X0) :-");
    EXPECT_EQ(int{n} + int{p} + int{beside}, 1) << program;
  }
}

TEST(FactInline, not_of_floats_nor_what_cannot_be_written) {
  Program program;
  const RelationId f = add_relation(program, "f", "f", {{0}});
  const RelationId g = add_relation(program, "g", "f");
  const Term real = Term::variable(0, Type::Float);
  add_rule(program, {atom(g, {real})}, {atom(f, {real})});
  EXPECT_TRUE(never_applies(program, g, "EQU-FactInline"));
  Program negative;
  const RelationId e = add_relation(negative, "e", "n", {{1}});
  const RelationId m = add_relation(negative, "m", "n");
  add_rule(negative, {atom(m, {x(1)})}, {atom(e, {x(0)}), Computation{x(1), Operator::Subtract, x(0), n(2)}});
  EXPECT_FALSE(never_applies(negative, m, "EQU-FactInline"));
  Capabilities can = every_capability();
  can.negative_numbers = false;
  EXPECT_TRUE(never_applies(negative, m, "EQU-FactInline", can));
}

TEST(Facts, beside_the_output) {
  const Basis it;
  for (const std::string& program : outcomes(it.program, it.p, "EQU-AddFact")) {
    EXPECT_TRUE(has_part(program, "e/2: (1,2) (2,3) (3,3)\nn/1: (3) (3)\np/1:\n")) << program;
    EXPECT_TRUE(has_part(program, "beside/1: (5) (")) << program;
  }
  const Lines deleted = outcomes(it.program, it.p, "EQU-DelFact");
  ASSERT_EQ(deleted.size(), 1U);
  EXPECT_TRUE(has_part(deleted[0], "beside/1:\n"));
}

TEST(Facts, in_positive_ancestry) {
  const Basis it;
  for (const std::string& program : outcomes(it.program, it.p, "EXP-AddFact"))
    EXPECT_TRUE(has_part(program, "n/1: (3) (3)\n") && has_part(program, "beside/1: (5)\n")) << program;
  const Lines deleted = outcomes(it.program, it.p, "CON-DelFact");
  EXPECT_EQ(deleted.size(), 3U);
  for (const std::string& program : deleted) EXPECT_TRUE(has_part(program, "n/1: (3) (3)\n")) << program;
}

TEST(Facts, in_negative_ancestry) {
  const Basis it;
  for (const std::string& program : outcomes(it.program, it.p, "CON-AddFact"))
    EXPECT_TRUE(has_part(program, "n/1: (3) (3) (")) << program;
  const Lines deleted = outcomes(it.program, it.p, "EXP-DelFact");
  ASSERT_EQ(deleted.size(), 1U);  // all repetitions go
  EXPECT_TRUE(has_part(deleted[0], "n/1:\n"));
}

TEST(Facts, not_of_what_is_on_both_sides) {
  Basis it;
  add_rule(it.program, {atom(it.p, {x(0)})}, {atom(it.n, {x(0)})});
  for (const char* row : {"EXP-DelFact", "CON-AddFact"}) EXPECT_TRUE(never_applies(it.program, it.p, row)) << row;
  for (const std::string& program : outcomes(it.program, it.p, "EXP-AddFact"))
    EXPECT_TRUE(has_part(program, "n/1: (3) (3)\n")) << program;
}

TEST(DelRelNode, takes_the_relation_and_its_edges) {
  Basis it;
  const RelationId user = add_relation(it.program, "user", "n");
  add_rule(it.program, {atom(user, {x(0)})}, {atom(it.e, {x(0), x(1)}), no(it.beside, {x(1)})});
  const Lines found = rule_outcomes(it.program, it.p, "EQU-DelRelNode");
  EXPECT_EQ(found, (Lines{"p(X0) :- e(X0, X1), !n(X0).\nbeside(X0) :- e(X0, X1), p(X0).",
                          "p(X0) :- e(X0, X1), !n(X0).\nuser(X0) :- e(X0, X1)."}));
  EXPECT_TRUE(never_applies(Basis().program, Basis().beside, "EQU-DelRelNode"));
}

TEST(DelRelEdge, beside_the_output) {
  const Basis it;
  EXPECT_EQ(rule_outcomes(it.program, it.p, "EQU-DelRelEdge"),
            (Lines{"p(X0) :- e(X0, X1), !n(X0).\nbeside(X0) :- e(X0, X1).",
                   "p(X0) :- e(X0, X1), !n(X0).\nbeside(X0) :- p(X0)."}));
}

TEST(DelRelEdge, negated_atoms_may_go) {
  const Basis it;
  EXPECT_EQ(rule_outcomes(it.program, it.p, "EXP-DelRelEdge"),
            (Lines{"p(X0) :- e(X0, X1).\nbeside(X0) :- e(X0, X1), p(X0)."}));
}

TEST(DelRelEdges, all_rules_of_a_relation) {
  const Basis it;
  EXPECT_EQ(rule_outcomes(it.program, it.p, "CON-DelRelEdges"), (Lines{"beside(X0) :- e(X0, X1), p(X0)."}));
}

TEST(DelRelEdges, of_a_rule_with_several_heads_only_the_one) {
  Program program;
  const RelationId e = add_relation(program, "e", "n", {{1}});
  const RelationId p = add_relation(program, "p", "n");
  const RelationId q = add_relation(program, "q", "n");
  add_rule(program, {atom(p, {x(0)}), atom(q, {x(0)})}, {atom(e, {x(0)})});
  EXPECT_EQ(rule_outcomes(program, p, "CON-DelRelEdges"), (Lines{"q(X0) :- e(X0)."}));
}

TEST(AddRelEdge, contracts_and_expands) {
  const Basis it;
  for (const std::string& rules : rule_outcomes(it.program, it.p, "CON-AddRelEdge")) {
    EXPECT_TRUE(has_part(rules, "beside(X0) :- e(X0, X1), p(X0).")) << rules;
    EXPECT_FALSE(has_part(rules, kRules)) << rules;
  }
  for (const std::string& rules : rule_outcomes(it.program, it.p, "EXP-AddRelEdge")) {
    EXPECT_EQ(std::count(rules.begin(), rules.end(), '\n'), 2) << rules;
    EXPECT_FALSE(has_part(rules, "n(X0) :-")) << rules;
  }
}

// outcomes() checks the results: n may not depend on p, which negates it.
TEST(Rows, keep_the_program_stratified) {
  const Basis it;
  for (const Transformation& row : transformations()) {
    for (const std::string& outcome : outcomes(it.program, it.p, row.name))
      EXPECT_TRUE(row.family != Family::DlSmith || !has_part(outcome, "\nn(X0) :- p(X0)")) << row.name << "\n"
                                                                                           << outcome;
  }
}

// A division by zero may come from any relation that reaches it.
TEST(Changes, not_where_a_division_depends_on_it) {
  Program program;
  const RelationId e = add_relation(program, "e", "nn", {{4, 2}});
  const RelationId p = add_relation(program, "p", "n");
  const RelationId q = add_relation(program, "q", "n");
  add_rule(program, {atom(q, {x(0)})}, {atom(e, {x(0), any()})});
  add_rule(program, {atom(p, {x(2)})}, {atom(e, {x(0), x(1)}), Computation{x(2), Operator::Divide, x(0), x(1)}});
  for (const char* row : {"EXP-AddFact", "AddCon", "ModExp", "EXP-DelRelEdge"}) {
    for (const std::string& outcome : outcomes(program, p, row)) {
      EXPECT_TRUE(has_part(outcome, "e/2: (4,2)\n")) << outcome;
      EXPECT_TRUE(has_part(outcome, "p(X2) :- e(X0, X1), X2 = X0 / X1.")) << outcome;
    }
  }
}

TEST(Seed, its_relations_are_only_read) {
  Program program;
  add_relation(program, "seed", "nn", {});
  program.relations[0].from_seed = true;
  const RelationId p = add_relation(program, "p", "n", {{1}});
  add_rule(program, {atom(p, {x(0)})}, {atom(0, {x(0), x(1)}), atom(0, {x(1), x(2)})});
  for (const Transformation& row : transformations()) {
    for (const std::string& outcome : outcomes(program, p, row.name, 15)) {
      EXPECT_TRUE(has_part(outcome, "seed/2:\n")) << row.name;
      EXPECT_FALSE(has_part(outcome, "\nseed(")) << row.name << "\n" << outcome;
    }
  }
}

}  // namespace
}  // namespace assay::datalog::edits_test

// Equivalent rewriting on small programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support.hpp"

namespace assay::datalog::rewrites_test {
namespace {

using Lines = std::vector<std::string>;

bool has_part(const std::string& whole, std::string_view part) { return whole.find(part) != std::string::npos; }

struct Basis {
  Program program;
  RelationId a = add_relation(program, "a", "nn", {{1, 2}, {2, 3}, {2, 2}});
  RelationId b = add_relation(program, "b", "n", {{2}, {3}});
  RelationId p = add_relation(program, "p", "n");
  RelationId q = add_relation(program, "q", "n");

  void rule(Atom head, std::vector<Literal> body) { add_rule(program, {std::move(head)}, std::move(body)); }
  [[nodiscard]] Lines rules(std::string_view row, const Capabilities& can = every_capability()) const {
    return rule_outcomes(program, p, row, can);
  }
};

TEST(ReorderRules, in_another_order) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.b, {x(0)})});
  EXPECT_TRUE(it.rules("ReorderRules").empty());
  it.rule(atom(it.q, {x(0)}), {atom(it.p, {x(0)})});
  const Lines found = it.rules("ReorderRules");
  EXPECT_EQ(std::count(found.begin(), found.end(), "q(X0) :- p(X0).\np(X0) :- b(X0)."), 1);
}

TEST(ReorderAtoms, keeps_literals_behind_what_binds_them) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), no(it.b, {x(0)}), atom(it.b, {x(1)})});
  EXPECT_EQ(it.rules("ReorderAtoms"), (Lines{"p(X0) :- a(X0, X1), !b(X0), b(X1).", "p(X0) :- a(X0, X1), b(X1), !b(X0).",
                                             "p(X0) :- b(X1), a(X0, X1), !b(X0)."}));
}

TEST(ReorderAtoms, not_around_a_division) {
  Basis it;
  it.rule(atom(it.p, {x(2)}), {atom(it.a, {x(0), x(1)}), compare(x(1), Comparator::NotEqual, n(0)),
                               Computation{x(2), Operator::Modulo, x(0), x(1)}});
  EXPECT_TRUE(it.rules("ReorderAtoms").empty());
}

TEST(SplitGuard, by_a_comparison_and_its_complement) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.b, {x(0)})});
  const Lines found = it.rules("SplitGuard");
  EXPECT_EQ(found.size(), 12U);  // six comparators, two values
  EXPECT_EQ(std::count(found.begin(), found.end(), "p(X0) :- b(X0), X0 < 2.\np(X0) :- b(X0), X0 >= 2."), 1);
  Capabilities unordered = every_capability();
  unordered.order = false;
  for (const std::string& rules : it.rules("SplitGuard", unordered)) EXPECT_FALSE(has_part(rules, "<")) << rules;
  unordered.comparisons = false;
  EXPECT_TRUE(it.rules("SplitGuard", unordered).empty());
}

TEST(SplitGuard, symbols_by_equality_floats_not) {
  Program program;
  program.symbols = {"u"};
  const RelationId s = add_relation(program, "s", "s", {{0}});
  const RelationId t = add_relation(program, "t", "s");
  const Term symbol = Term::variable(0, Type::Symbol);
  add_rule(program, {atom(t, {symbol})}, {atom(s, {symbol})});
  for (const std::string& rules : rule_outcomes(program, t, "SplitGuard")) EXPECT_FALSE(has_part(rules, "<")) << rules;
  Program floats;
  const RelationId f = add_relation(floats, "f", "f", {{0}});
  const RelationId g = add_relation(floats, "g", "f");
  const Term real = Term::variable(0, Type::Float);
  add_rule(floats, {atom(g, {real})}, {atom(f, {real})});
  for (const char* row : {"SplitGuard", "IntroduceEquality", "ConstantToVariable", "AddSubsumedRule"})
    for (const std::string& rules : rule_outcomes(floats, g, row)) EXPECT_FALSE(has_part(rules, "=")) << row << rules;
}

TEST(Fold, makes_a_part_a_relation) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), atom(it.b, {x(1)})});
  const Lines found = it.rules("Fold");
  EXPECT_EQ(std::count(found.begin(), found.end(), "p(X0) :- fold_1(X0).\nfold_1(X0) :- a(X0, X1), b(X1)."), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), "p(X0) :- a(X0, X1), fold_1(X1).\nfold_1(X1) :- b(X1)."), 1);
}

TEST(Fold, what_is_negated_goes_with_what_binds_it) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), x(1)}), no(it.b, {x(0)})});
  for (const std::string& rules : it.rules("Fold")) EXPECT_FALSE(has_part(rules, ":- !b")) << rules;
}

TEST(Fold, shares_what_aggregates_group_by) {
  Basis it;
  it.rule(atom(it.p, {x(2)}), {atom(it.a, {x(0), x(1)}), atom(it.b, {x(0)}),
                               Aggregate{x(2), Aggregator::Sum, x(3), {atom(it.a, {x(1), x(3)})}, {}}});
  for (const std::string& rules : it.rules("Fold"))
    EXPECT_TRUE(has_part(rules, "fold_1(X1)") || has_part(rules, "fold_1(X0, X1)") ||
                has_part(rules, "fold_1(X0) :- b"))
        << rules;
}

TEST(Fold, without_shared_variables_needs_nullary_relations) {
  Basis it;
  it.rule(atom(it.p, {n(1)}), {atom(it.b, {x(0)}), compare(x(0), Comparator::Less, n(5))});
  const Lines found = it.rules("Fold");
  EXPECT_TRUE(
      std::any_of(found.begin(), found.end(), [](const std::string& rules) { return has_part(rules, "fold_1()"); }));
  Capabilities can = every_capability();
  can.nullary = false;
  for (const std::string& rules : it.rules("Fold", can)) EXPECT_FALSE(has_part(rules, "fold_1()")) << rules;
}

TEST(Unfold, puts_the_only_rule_in_its_place) {
  Basis it;
  it.rule(atom(it.q, {x(0)}), {atom(it.a, {x(0), x(1)}), no(it.b, {x(1)})});
  it.rule(atom(it.p, {x(0)}), {atom(it.b, {x(0)}), atom(it.q, {x(0)})});
  EXPECT_EQ(it.rules("Unfold"), (Lines{"q(X0) :- a(X0, X1), !b(X1).\np(X0) :- b(X0), a(X0, X2), !b(X2)."}));
}

TEST(Unfold, repetitions_and_constants_become_equalities) {
  Basis it;
  const RelationId r = add_relation(it.program, "r", "nnn");
  it.rule(atom(r, {x(0), x(0), n(7)}), {atom(it.b, {x(0)})});
  it.rule(atom(it.p, {x(1)}), {atom(r, {n(2), x(1), x(0)})});
  const Lines found = it.rules("Unfold");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(has_part(found[0], "p(X1) :- b(X1), 2 = X1, X0 = 7.")) << found[0];
}

TEST(Unfold, not_what_has_more_than_one_rule) {
  Basis twice;
  twice.rule(atom(twice.q, {x(0)}), {atom(twice.b, {x(0)})});
  twice.rule(atom(twice.q, {x(0)}), {atom(twice.a, {x(0), any()})});
  twice.rule(atom(twice.p, {x(0)}), {atom(twice.q, {x(0)})});
  EXPECT_TRUE(twice.rules("Unfold").empty());
  Basis facts;
  facts.rule(atom(facts.q, {x(0)}), {atom(facts.b, {x(0)})});
  facts.rule(atom(facts.p, {x(0)}), {atom(facts.q, {x(0)})});
  EXPECT_FALSE(facts.rules("Unfold").empty());
  facts.program.relations[facts.q].facts.add({9});
  EXPECT_TRUE(facts.rules("Unfold").empty());
  Basis cycle;
  cycle.rule(atom(cycle.q, {x(0)}), {atom(cycle.b, {x(0)}), atom(cycle.q, {x(0)})});
  cycle.rule(atom(cycle.p, {x(0)}), {atom(cycle.q, {x(0)})});
  EXPECT_TRUE(cycle.rules("Unfold").empty());
  Basis input;
  input.rule(atom(input.q, {x(0)}), {atom(input.b, {x(0)})});
  input.rule(atom(input.p, {x(0)}), {atom(input.q, {x(0)})});
  input.program.relations[input.q].is_input = true;
  EXPECT_TRUE(input.rules("Unfold").empty());
}

TEST(Unfold, not_what_computes_into_a_cycle) {
  Basis it;
  it.rule(atom(it.q, {x(1)}), {atom(it.b, {x(0)}), Computation{x(1), Operator::Add, x(0), n(1)}});
  it.rule(atom(it.p, {x(0)}), {atom(it.q, {x(0)}), atom(it.p, {x(0)})});
  EXPECT_TRUE(it.rules("Unfold").empty());
}

TEST(SplitFacts, moves_some) {
  Program program;
  const RelationId e = add_relation(program, "e", "n", {{1}});
  EXPECT_EQ(outcomes(program, e, "SplitFacts"), (Lines{"e/1:\npart_1/1: (1)\ne(X0) :- part_1(X0).\n"}));
  program.relations[e].is_input = true;
  EXPECT_TRUE(never_applies(program, e, "SplitFacts"));
}

TEST(Terms, wildcards_and_variables) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.a, {x(0), any()}), no(it.a, {any(), x(0)})});
  EXPECT_EQ(it.rules("WildcardToVariable"), (Lines{"p(X0) :- a(X0, X1), !a(_, X0)."}));
  EXPECT_TRUE(it.rules("VariableToWildcard").empty());
  Basis back;
  back.rule(atom(back.p, {x(0)}), {atom(back.a, {x(0), x(1)}), atom(back.b, {x(0)})});
  EXPECT_EQ(back.rules("VariableToWildcard"), (Lines{"p(X0) :- a(X0, _), b(X0)."}));
  Capabilities can = every_capability();
  can.wildcards = false;
  EXPECT_TRUE(back.rules("VariableToWildcard", can).empty());
}

TEST(Terms, equalities) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.b, {x(0)})});
  EXPECT_EQ(it.rules("IntroduceEquality"), (Lines{"p(X0) :- b(X1), X0 = X1.", "p(X0) :- b(X1), X1 = X0.",
                                                  "p(X1) :- b(X0), X0 = X1.", "p(X1) :- b(X0), X1 = X0."}));
  EXPECT_TRUE(it.rules("RemoveEquality").empty());
  Basis back;
  back.rule(atom(back.p, {x(0)}), {atom(back.b, {x(1)}), compare(x(0), Comparator::Equal, x(1))});
  EXPECT_EQ(back.rules("RemoveEquality"), (Lines{"p(X0) :- b(X0).", "p(X1) :- b(X1)."}));
  Basis constant;
  constant.rule(atom(constant.p, {x(0)}), {atom(constant.b, {x(0)}), compare(n(3), Comparator::Equal, x(0))});
  EXPECT_EQ(constant.rules("RemoveEquality"), (Lines{"p(3) :- b(3)."}));
  EXPECT_EQ(Basis(constant).rules("ConstantToVariable"), Lines{});
}

TEST(Terms, constants) {
  Basis it;
  it.rule(atom(it.p, {n(4)}), {atom(it.b, {n(3)})});
  EXPECT_EQ(it.rules("ConstantToVariable"),
            (Lines{"p(4) :- X0 = 3, b(X0).", "p(4) :- b(X0), X0 = 3.", "p(X0) :- b(3), X0 = 4."}));
}

TEST(Repetition, of_rules_and_facts) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.b, {x(0)})});
  EXPECT_EQ(it.rules("DuplicateRule"), (Lines{"p(X0) :- b(X0).\np(X0) :- b(X0)."}));
  for (const std::string& rules : it.rules("AddSubsumedRule")) {
    EXPECT_TRUE(has_part(rules, "p(X0) :- b(X0).")) << rules;
    EXPECT_EQ(std::count(rules.begin(), rules.end(), '\n'), 1) << rules;
  }
  Program program;
  const RelationId e = add_relation(program, "e", "n", {{1}});
  EXPECT_EQ(outcomes(program, e, "DuplicateFact"), (Lines{"e/1: (1) (1)\n"}));
}

TEST(CopyRelation, in_one_rule_everywhere) {
  Basis it;
  it.rule(atom(it.p, {x(0)}),
          {atom(it.b, {x(0)}), no(it.b, {n(1)}), Aggregate{x(0), Aggregator::Count, any(), {atom(it.b, {x(2)})}, {}}});
  const Lines found = it.rules("CopyRelation");
  EXPECT_EQ(found, (Lines{"copy_1(X0) :- b(X0).\np(X0) :- copy_1(X0), !copy_1(1), X0 = count _ : { copy_1(X2) }.",
                          "p(X0) :- copy_1(X0), !copy_1(1), X0 = count _ : { copy_1(X2) }.\ncopy_1(X0) :- b(X0)."}));
}

TEST(Storage, equivalences_are_closed_by_rules) {
  Program program;
  const RelationId e = add_relation(program, "e", "nn", {{1, 2}, {2, 3}});
  EXPECT_TRUE(never_applies(program, e, "EqrelToClosure"));
  program.relations[e].representation = Representation::Eqrel;
  for (const std::string& outcome : outcomes(program, e, "EqrelToClosure")) {
    EXPECT_TRUE(has_part(outcome, "e/2: (1,2) (2,3)\n")) << outcome;
    EXPECT_TRUE(has_part(outcome, "e(X1, X0) :- e(X0, X1).\n")) << outcome;
    EXPECT_TRUE(has_part(outcome, "e(X0, X2) :- e(X0, X1), e(X1, X2).\n")) << outcome;
  }
}

TEST(Storage, needs_a_dialect_with_representations) {
  Basis it;
  it.rule(atom(it.p, {x(0)}), {atom(it.b, {x(0)})});
  EXPECT_FALSE(never_applies(it.program, it.p, "ChangeRepresentation"));
  EXPECT_FALSE(never_applies(it.program, it.p, "MagicAndInlining"));
  Capabilities can = every_capability();
  can.qualifiers = {};
  EXPECT_TRUE(never_applies(it.program, it.p, "ChangeRepresentation", can));
  EXPECT_TRUE(never_applies(it.program, it.p, "MagicAndInlining", can));
}

TEST(Storage, inlines_only_what_engines_inline) {
  Basis it;
  it.rule(atom(it.q, {x(0)}), {atom(it.b, {x(0)})});
  it.rule(atom(it.p, {x(0)}), {atom(it.q, {x(0)})});
  const auto inlined = [](const Program& program, RelationId output) {
    const Lines found = outcomes(program, output, "MagicAndInlining");
    return std::any_of(found.begin(), found.end(), [](const std::string& rules) { return has_part(rules, " inline"); });
  };
  EXPECT_FALSE(inlined(it.program, it.p));  // q is printed
  it.program.relations[it.q].is_output = false;
  EXPECT_TRUE(inlined(it.program, it.p));
  Basis negated = it;
  negated.rule(atom(negated.p, {x(0)}), {atom(negated.b, {x(0)}), no(negated.q, {x(0)})});
  EXPECT_TRUE(inlined(negated.program, negated.p));
  Basis introduces = negated;
  introduces.rule(atom(introduces.q, {x(0)}), {atom(introduces.a, {x(0), x(1)})});
  EXPECT_FALSE(inlined(introduces.program, introduces.p));
  Basis cycle = it;
  cycle.rule(atom(cycle.q, {x(0)}), {atom(cycle.q, {x(0)}), atom(cycle.b, {x(0)})});
  EXPECT_FALSE(inlined(cycle.program, cycle.p));
}

/// All different results of a transformation (`row`) for a seed's own text.
std::vector<std::string> seed_outcomes(const std::string& text, std::string_view row) {
  std::set<std::string> found;
  const auto seed = parse_souffle(text + ".once\n", "s");
  EXPECT_TRUE(seed.ok());
  for (std::uint64_t i = 0; seed.ok() && i < 60; ++i) {
    Workspace workspace(*seed, 0, every_capability(), small_limits());
    core::Rng rng(i);
    if (transformation(row)->apply(workspace, rng))
      found.insert(workspace.program().seed.text.substr(0, workspace.program().seed.text.find(".once")));
  }
  return {found.begin(), found.end()};
}

TEST(Seeds, are_asked_for_something) {
  EXPECT_EQ(
      seed_outcomes(".decl r(a:number)\nr(1).\n", "SeedQualifier"),
      (Lines{".decl r(a:number) brie\nr(1).\n", ".decl r(a:number) btree\nr(1).\n", ".decl r(a:number) magic\nr(1).\n",
             ".decl r(a:number) no_inline\nr(1).\n", ".decl r(a:number) no_magic\nr(1).\n"}));
  EXPECT_EQ(seed_outcomes(".decl r() inline magic\nr().\n", "SeedQualifier"), Lines{});
  EXPECT_EQ(seed_outcomes(".decl r(a:number) choice-domain a\nr(1).\n", "SeedQualifier"), Lines{});
  EXPECT_EQ(seed_outcomes(".decl r(a:number)\nr(autoinc()).\n", "SeedQualifier"), Lines{});
}

TEST(Seeds, are_written_in_another_order) {
  const std::string head = ".decl r(a:number)\n";
  EXPECT_EQ(seed_outcomes(head + "r(1).\nr(x) :- r(x), x > 0.\n", "SeedClauses"),
            Lines{head + "r(x) :- r(x), x > 0.\nr(1).\n"});
  EXPECT_EQ(seed_outcomes(head + "r(x) :- r(x), !r(1), x > 0.\n", "SeedLiterals"),
            (Lines{head + "r(x) :- !r(1), r(x), x > 0.\n", head + "r(x) :- r(x), x > 0, !r(1).\n",
                   head + "r(x) :- x > 0, !r(1), r(x).\n"}));
  EXPECT_EQ(seed_outcomes(head + "r(x) :- r(y), y > 0, x = 1 / y.\n", "SeedLiterals"), Lines{});
  EXPECT_EQ(seed_outcomes(head + "r(x) <= r(y) :- x < y, y > 0.\n", "SeedLiterals"), Lines{});
}

TEST(Heads, are_split_and_joined) {
  Basis it;
  add_rule(it.program, {atom(it.p, {x(0)}), atom(it.q, {x(1)})}, {atom(it.a, {x(0), x(1)})});
  EXPECT_EQ(it.rules("SplitHeads"),
            (Lines{"p(X0) :- a(X0, X1).\nq(X1) :- a(X0, X1).", "q(X1) :- a(X0, X1).\np(X0) :- a(X0, X1)."}));
  Basis back;
  back.rule(atom(back.p, {x(0)}), {atom(back.a, {x(0), x(1)})});
  back.rule(atom(back.q, {x(0)}), {atom(back.a, {x(1), x(0)})});
  EXPECT_EQ(back.rules("JoinHeads"), (Lines{"p(X0), q(X1) :- a(X0, X1)."}));
  Capabilities can = every_capability();
  can.multiple_heads = false;
  EXPECT_TRUE(back.rules("JoinHeads", can).empty());
  back.rule(atom(back.q, {x(0)}), {atom(back.a, {x(0), x(0)})});
  EXPECT_EQ(back.rules("JoinHeads"), (Lines{"p(X0), q(X1) :- a(X0, X1).\nq(X0) :- a(X0, X0)."}));
}

}  // namespace
}  // namespace assay::datalog::rewrites_test

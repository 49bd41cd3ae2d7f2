// The reducer reaches a known small core of failures, and runs only valid programs.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "assay/datalog/dialect.hpp"
#include "datalog/generate/generate.hpp"
#include "datalog/program/wording.hpp"
#include "datalog/reduce/datalog_reduce.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {
namespace {

std::string text_of(const Program& program) { return dialect("souffle")->print(program); }

/// Reduces, and checks that every tried program is valid and that the last one fails.
Program reduced(const Program& program, const std::function<bool(const Program&)>& fails, int* asked = nullptr) {
  EXPECT_TRUE(fails(program));
  int questions = 0;
  Program smaller = reduce_program(program, [&](const Program& candidate) {
    ++questions;
    const Status valid = check(candidate);
    EXPECT_TRUE(valid.ok()) << valid.error().text() << "\n" << text_of(candidate);
    for (const Rule& rule : candidate.rules) EXPECT_FALSE(rule.body.empty());
    return fails(candidate);
  });
  EXPECT_TRUE(check(smaller).ok());
  EXPECT_TRUE(fails(smaller)) << text_of(smaller);
  if (asked != nullptr) *asked = questions;
  return smaller;
}

std::size_t literals_of(const Program& program) {
  std::size_t count = 0;
  for (const Rule& rule : program.rules) count += rule.body.size();
  return count;
}

bool any_rule(const Program& program, const std::function<bool(const Rule&)>& wanted) {
  return std::any_of(program.rules.begin(), program.rules.end(), wanted);
}

/// Many relations, rules and facts; one rule with a negated atom.
Building large() {
  Building built;
  const Value symbol = built.program.intern("x");
  built.program.intern("never used");
  const RelationId in = built.relation("in", "nns", {{1, 2, symbol}, {3, 40, symbol}, {5, 6, symbol}, {7, 8, symbol}});
  const RelationId a = built.relation("a", "nn");
  const RelationId b = built.relation("b", "nn");
  const RelationId c = built.relation("c", "n");
  const RelationId d = built.relation("d", "nn");
  built.program.relations[b].representation = Representation::Brie;
  built.program.relations[c].magic = MagicSets::Magic;
  built.rule(built.atom(a, {'a', 'b'}), {built.atom(in, {'a', 'b', '_'})});
  built.rule(built.atom(a, {'a', 'c'}), {built.atom(a, {'a', 'b'}), built.atom(in, {'b', 'c', '_'})});
  built.rule(built.atom(b, {'a', 'b'}), {built.atom(in, {'a', 'b', '_'}), built.atom(a, {'a', 'c'}),
                                         built.no(a, {'b', 'a'}), compare('a', Comparator::Less, 'b')});
  built.rule(built.atom(c, {'a'}), {count('a', {built.atom(in, {'b', 'c', 'd'})})});  // d is a symbol
  built.rule({built.atom(d, {'a', 17}), built.atom(d, {'b', 'a'})}, {built.atom(b, {'a', 'b'})});
  return built;
}

TEST(DatalogReduce, ANegatedAtomIsLeft) {
  const auto fails = [](const Program& program) {
    return any_rule(program, [](const Rule& rule) {
      bool found = false;
      for_each_body_atom(rule, [&](const Atom& atom) { found = found || atom.negated; });
      return found;
    });
  };
  int asked = 0;
  const Program core = reduced(large().program, fails, &asked);
  EXPECT_EQ(core.rules.size(), 1U) << text_of(core);
  EXPECT_EQ(literals_of(core), 1U) << text_of(core);
  EXPECT_LE(core.relations.size(), 2U) << text_of(core);
  for (const Relation& relation : core.relations) {
    EXPECT_TRUE(relation.attributes.empty());
    EXPECT_TRUE(relation.facts.empty());
    EXPECT_EQ(relation.representation, Representation::Default);
    EXPECT_EQ(relation.magic, MagicSets::Default);
    EXPECT_FALSE(relation.is_output);
  }
  EXPECT_LT(asked, 400);
}

TEST(DatalogReduce, AFactIsLeft) {
  const auto fails = [](const Program& program) {
    return std::any_of(program.relations.begin(), program.relations.end(), [](const Relation& relation) {
      return std::find(relation.facts.values.begin(), relation.facts.values.end(), 40) != relation.facts.values.end();
    });
  };
  const Program core = reduced(large().program, fails);
  EXPECT_TRUE(core.rules.empty());
  ASSERT_EQ(core.relations.size(), 1U) << text_of(core);
  EXPECT_EQ(core.relations[0].arity(), 1U);
  EXPECT_EQ(core.relations[0].facts.count, 1U);
}

TEST(DatalogReduce, SeveralHeadsAndConstantsGoAway) {
  const auto fails = [](const Program& program) {
    return any_rule(program, [](const Rule& rule) {
      return std::any_of(rule.heads.begin(), rule.heads.end(), [](const Atom& head) {
        return std::any_of(head.arguments.begin(), head.arguments.end(),
                           [](const Term& term) { return term.is_constant() && term.value > 3; });
      });
    });
  };
  const Program core = reduced(large().program, fails);
  ASSERT_EQ(core.rules.size(), 1U);
  EXPECT_EQ(core.rules[0].heads.size(), 1U);
  ASSERT_EQ(core.rules[0].heads[0].arguments.size(), 1U) << text_of(core);
  EXPECT_EQ(core.rules[0].heads[0].arguments[0].value, 4);
}

TEST(DatalogReduce, VariablesAreMerged) {
  Building built;
  const RelationId in = built.relation("in", "nnn", {{1, 1, 1}});
  const RelationId out = built.relation("out", "nn");
  built.rule(built.atom(out, {'a', 'b'}), {built.atom(in, {'a', 'b', 'c'})});
  const auto fails = [](const Program& program) {
    return any_rule(program, [](const Rule& rule) { return rule.heads[0].arguments.size() == 2; });
  };
  const Program core = reduced(built.program, fails);
  EXPECT_EQ(core.rules[0].variables.size(), 1U) << text_of(core);
}

// The failure depends on a tuple: the reduction keeps the facts and rules of its derivation.
TEST(DatalogReduce, WordingsThatDoNotMatterBecomePlain) {
  Program program = large().program;
  for (Relation& relation : program.relations)
    for (const WordingRow& row : wording_rows()) relation.wordings = with_way(relation.wordings, row.wording, 1);
  const auto fails = [](const Program& candidate) {
    return std::any_of(candidate.relations.begin(), candidate.relations.end(), [](const Relation& relation) {
      return relation.name == "b" && way_of(relation.wordings, Wording::Storage) == 1 &&
             way_of(relation.wordings, Wording::History) == 1;
    });
  };
  for (const Relation& relation : reduced(program, fails).relations)
    EXPECT_EQ(names_of(relation.wordings).size(), relation.name == "b" ? 2U : 0U) << relation.name;
}

TEST(DatalogReduce, ADerivationIsLeft) {
  Building built;
  const RelationId edge = built.relation("edge", "nn");
  for (Value i = 0; i < 12; ++i) built.program.relations[edge].facts.add({i, i + 1});
  const RelationId path = built.relation("path", "nn");
  built.rule(built.atom(path, {'a', 'b'}), {built.atom(edge, {'a', 'b'})});
  built.rule(built.atom(path, {'a', 'c'}), {built.atom(path, {'a', 'b'}), built.atom(edge, {'b', 'c'})});
  // Without facts of its own, which would be a smaller way to the tuple.
  const auto fails = [](const Program& program) {
    const Evaluation evaluation = evaluate(program, {});
    for (RelationId id = 0; !evaluation.problem && id < program.relations.size(); ++id) {
      const Tuples& tuples = evaluation.relations[id];
      if (program.relations[id].name == "path" && !program.relations[id].facts.empty()) return false;
      for (std::size_t i = 0; program.relations[id].name == "path" && tuples.arity == 2 && i < tuples.count; ++i)
        if (tuples.row(i)[0] == 4 && tuples.row(i)[1] == 7) return true;
    }
    return false;
  };
  const Program core = reduced(built.program, fails);
  ASSERT_EQ(core.relations.size(), 2U) << text_of(core);
  EXPECT_EQ(core.relations[0].facts.count, 3U) << text_of(core);
  EXPECT_EQ(core.rules.size(), 2U);
}

// r3(a, a) :- r1(a, a) is wrong; all other rules lead to r1, or from r3 to the printed relation.
TEST(DatalogReduce, WhatLeadsToAnAtomBecomesItsTuples) {
  Building built;
  const RelationId in = built.relation("in", "n", {{1}, {2}});
  const RelationId first = built.relation("r1", "nn");
  const RelationId wrong = built.relation("r3", "nn");
  const RelationId last = built.relation("r4", "n");
  for (const RelationId id : {in, first, wrong}) built.program.relations[id].is_output = false;
  built.rule(built.atom(first, {'a', 'b'}), {built.atom(in, {'a'}), built.atom(in, {'b'})});
  built.rule(built.atom(wrong, {'a', 'b'}), {built.atom(first, {'a', 'b'})});
  built.rule(built.atom(wrong, {'a', 'a'}), {built.atom(wrong, {'a', 'a'})});
  built.rule(built.atom(last, {'a'}), {built.atom(wrong, {'a', 'b'})});
  const auto repeats = [](const Program& program, const Literal& literal) {
    const auto* atom = std::get_if<Atom>(&literal);
    return atom != nullptr && program.relations[atom->relation].name == "r3" && atom->arguments.size() == 2 &&
           atom->arguments[0].is_variable() && atom->arguments[0] == atom->arguments[1];
  };
  const Program core = reduced(built.program, [&](const Program& program) {
    const Evaluation evaluation = evaluate(program, {});
    if (evaluation.problem) return false;
    for (const Rule& rule : program.rules)
      for (const Literal& literal : rule.body)
        if (repeats(program, literal) && !evaluation.relations[std::get<Atom>(literal).relation].empty()) return true;
    return false;
  });
  EXPECT_EQ(core.relations.size(), 1U) << text_of(core);
  EXPECT_EQ(core.rules.size(), 1U) << text_of(core);
  EXPECT_EQ(core.relations[0].facts.count, 1U) << text_of(core);
}

TEST(DatalogReduce, NothingHelps) {
  const Program program = large().program;
  const Program same = reduce_program(program, [](const Program&) { return false; });
  EXPECT_EQ(text_of(same), text_of(program));
}

TEST(DatalogReduce, ASeedsTextLosesStatementsAndTheRelationsThatItDeclared) {
  const std::string text = R"(.type Pair = [a:number, b:number]
.decl first(x:number)
first(1).
// about second
.decl second(x:number) btree_delete
second(1).

second(x) <= second(y) :-
    first(x),
    x <= y.
    .plan 0:(1,3,2)
.decl third(p:Pair)
third([1, 2]) :-
    first(1).
)";
  Result<Program> program = parse_souffle(text, "seed.dl");
  ASSERT_TRUE(program);
  ASSERT_EQ(program->relations.size(), 3U);
  ASSERT_TRUE(program->relations[2].from_seed);
  const Program core = reduced(*program, [](const Program& candidate) {
    const std::string& left = candidate.seed.text;
    return left.find("second(x) <= second(y) :-\n    first(x),\n    x <= y.\n") != std::string::npos &&
           left.find(".decl second") != std::string::npos && left.find(".decl first") != std::string::npos;
  });
  EXPECT_EQ(core.seed.text,
            ".decl first(x:number)\n.decl second(x:number) btree_delete\nsecond(x) <= second(y) :-\n"
            "    first(x),\n    x <= y.\n");
  EXPECT_EQ(core.relations.size(), 2U);
}

TEST(DatalogReduce, ASeedsTextAndRelationsStay) {
  Building built = large();
  built.program.seed = {"souffle", ".decl in(a:number, b:number, c:symbol)\n", {}};
  built.program.relations[0].from_seed = true;
  const Program core = reduced(built.program, [](const Program& program) { return !program.relations.empty(); });
  EXPECT_EQ(core.seed.text, built.program.seed.text);
  ASSERT_FALSE(core.relations.empty());
  EXPECT_EQ(core.relations[0].name, "in");
  EXPECT_EQ(core.relations[0].arity(), 3U);
}

TEST(DatalogReduce, GeneratedProgramsStayValid) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto made = generate_program({}, dialect("souffle")->capabilities, {}, core::Rng(5).split(i));
    if (!made || has_choices(made->program)) continue;
    // Fails as long as the output has anything that its rules derive.
    const std::string output = made->program.relations[made->output].name;
    const auto fails = [&](const Program& program) {
      const Evaluation evaluation = evaluate(program, {.tuples = 5000, .steps = 100'000, .integer_bits = 32});
      for (RelationId id = 0; !evaluation.problem && id < program.relations.size(); ++id)
        if (program.relations[id].name == output) return evaluation.relations[id].count > 0;
      return false;
    };
    const Program core = reduced(made->program, fails);
    EXPECT_LE(core.rules.size(), made->program.rules.size());
    EXPECT_LE(literals_of(core), 6U) << text_of(core);
  }
}

std::vector<Step> steps(std::uint64_t count) {
  std::vector<Step> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back({"AddEq", i});
  return all;
}

TEST(DatalogReduceSteps, TheNeededOnesAreLeftInOrder) {
  const auto has = [](const std::vector<Step>& some, std::uint64_t key) {
    return std::any_of(some.begin(), some.end(), [&](const Step& step) { return step.key == key; });
  };
  int asked = 0;
  const std::vector<Step> left = reduce_steps(steps(100), [&](const std::vector<Step>& some) {
    ++asked;
    EXPECT_FALSE(some.empty());
    return has(some, 17) && has(some, 71);
  });
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].key, 17U);
  EXPECT_EQ(left[1].key, 71U);
  EXPECT_LT(asked, 300);
}

TEST(DatalogReduceSteps, OneStepOrNoneStays) {
  EXPECT_EQ(reduce_steps(steps(1), [](const std::vector<Step>&) { return true; }).size(), 1U);
  EXPECT_TRUE(reduce_steps({}, [](const std::vector<Step>&) { return true; }).empty());
  EXPECT_EQ(reduce_steps(steps(5), [](const std::vector<Step>&) { return false; }).size(), 5U);
}

}  // namespace
}  // namespace assay::datalog::testing

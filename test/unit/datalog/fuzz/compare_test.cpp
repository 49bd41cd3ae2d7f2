// Verdicts on pairs of results: each oracle, and results that are not compared.

#include "datalog/fuzz/result/compare.hpp"

#include <gtest/gtest.h>

#include "assay/datalog/evaluate.hpp"
#include "datalog/fuzz/case/labels.hpp"
#include "datalog/fuzz/result/structure_text.hpp"
#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

/// A program with a relation r and an engine's output for it.
struct Side {
  Building built;
  Output output;
  Side(std::string_view types, const std::vector<std::vector<Value>>& rows) {
    built.relation("r", types);
    output.relations = {tuples(types.size(), rows)};
    output.present = {true};
  }
  [[nodiscard]] Results results() const { return {&built.program, &output}; }
};

std::string reason(const Side& left, const Side& right, Oracle expected) {
  const auto verdict = compare_results(left.results(), right.results(), {{"r", expected}});
  if (!verdict) return "";
  EXPECT_TRUE(verdict->is_bug());
  EXPECT_EQ(verdict->kind, core::BugKind::WrongResult);
  return verdict->reason;
}

TEST(DatalogCompare, EachOracle) {
  const Side few("n", {{1}, {2}});
  const Side more("n", {{1}, {2}, {3}});
  const Side other("n", {{1}, {4}});
  EXPECT_EQ(reason(few, few, Oracle::Equal), "");
  EXPECT_EQ(reason(few, more, Oracle::Equal), "extra tuples");
  EXPECT_EQ(reason(more, few, Oracle::Equal), "missing tuples");
  EXPECT_EQ(reason(few, other, Oracle::Equal), "other tuples");
  EXPECT_EQ(reason(few, few, Oracle::Superset), "");
  EXPECT_EQ(reason(few, more, Oracle::Superset), "");
  EXPECT_EQ(reason(more, few, Oracle::Superset), "missing tuples");
  EXPECT_EQ(reason(few, other, Oracle::Superset), "missing tuples");
  EXPECT_EQ(reason(few, few, Oracle::Subset), "");
  EXPECT_EQ(reason(more, few, Oracle::Subset), "");
  EXPECT_EQ(reason(few, more, Oracle::Subset), "extra tuples");
  EXPECT_EQ(reason(few, other, Oracle::Subset), "extra tuples");
  EXPECT_EQ(reason(few, other, Oracle::Unknown), "");
}

TEST(DatalogCompare, EmptyAndNullaryResults) {
  const Side none("n", {});
  const Side some("n", {{0}});
  EXPECT_EQ(reason(none, none, Oracle::Equal), "");
  EXPECT_EQ(reason(none, some, Oracle::Equal), "extra tuples");
  const Side no("", {});
  Side yes("", {});
  yes.output.relations[0].add(std::vector<Value>{});
  EXPECT_EQ(reason(yes, yes, Oracle::Equal), "");
  EXPECT_EQ(reason(yes, no, Oracle::Equal), "missing tuples");
  EXPECT_EQ(reason(no, yes, Oracle::Superset), "");
}

TEST(DatalogCompare, SymbolsAreComparedAsText) {
  Side left("ns", {{1, 0}, {2, 1}});
  left.output.symbols = {"a", "b"};
  Side right("ns", {{1, 1}, {2, 0}});
  right.output.symbols = {"b", "a"};
  EXPECT_EQ(reason(left, right, Oracle::Equal), "");
  right.output.symbols = {"b", "c"};
  const auto verdict = compare_results(left.results(), right.results(), {{"r", Oracle::Equal}});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, "other tuples");
  EXPECT_NE(verdict->detail.find("r(1, \"a\")"), std::string::npos) << verdict->detail;
  EXPECT_NE(verdict->detail.find("r(1, \"c\")"), std::string::npos) << verdict->detail;
}

TEST(DatalogCompare, WhatCannotBeComparedIsNot) {
  const Side few("nf", {{1, 0}});
  const Side more("nf", {{1, 0}, {2, 0}});
  EXPECT_EQ(reason(few, more, Oracle::Equal), "");
  const Side opaque("o", {{1}});
  const Side other("o", {{2}});
  EXPECT_EQ(reason(opaque, other, Oracle::Equal), "");
  const Side left("n", {{1}});
  Side right("n", {});
  right.output.present = {false};
  EXPECT_EQ(reason(left, right, Oracle::Equal), "");
  EXPECT_EQ(reason(right, left, Oracle::Equal), "");
  EXPECT_FALSE(compare_results(left.results(), left.results(), {{"gone", Oracle::Equal}}));
}

TEST(DatalogCompare, DetailsAreBounded) {
  std::vector<std::vector<Value>> rows;
  for (Value i = 0; i < 1000; ++i) rows.push_back({i});
  const Side none("n", {});
  const Side many("n", rows);
  const auto verdict = compare_results(none.results(), many.results(), {{"r", Oracle::Equal}});
  ASSERT_TRUE(verdict);
  EXPECT_NE(verdict->detail.find("too many 1000:"), std::string::npos);
  EXPECT_NE(verdict->detail.find("and 990 more"), std::string::npos);
  EXPECT_LT(verdict->detail.size(), 1000U);
}

TEST(DatalogCompare, WithTheReference) {
  const Side said("n", {{1}, {2}});
  Evaluation truth;
  truth.relations = {tuples(1, {{1}, {2}})};
  EXPECT_FALSE(compare_with_reference(said.built.program, said.output, truth));
  truth.relations = {tuples(1, {{1}})};
  auto verdict = compare_with_reference(said.built.program, said.output, truth);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, "extra tuples");
  truth.relations = {tuples(1, {{1}, {2}, {3}})};
  verdict = compare_with_reference(said.built.program, said.output, truth);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, "missing tuples");
}

/// Compares the values of `other`, as an engine would print them, with the reference's values of `program`.
std::optional<core::Verdict> judged(const Program& program, const Program& other) {
  const Evaluation expected = evaluate(program, {});
  const std::optional<Output> said = as_output(other, evaluate(other, {}));
  return compare_with_reference(program, *said, expected);
}

Program parsed(const std::string& text) {
  Result<Program> program = parse_souffle(text, "p.dl");
  EXPECT_TRUE(program.ok());
  EXPECT_EQ(program->seed.reason, "");
  return *std::move(program);
}

TEST(DatalogCompare, RecordsAndBranchesAreComparedAsText) {
  const std::string types =
      ".type list = [head:number, tail:list]\n.type tree = Leaf {} | Node {name:symbol, with:list}\n"
      ".decl r(x:list, y:tree)\n.output r\n";
  const Program program = parsed(types + "r(nil, $Leaf()). r([1, [-2, nil]], $Node(\"a b\", [3, nil])).");
  const std::optional<Output> output = as_output(program, evaluate(program, {}));
  ASSERT_TRUE(output);
  const Tuples& tuples = output->relations[0];
  std::vector<std::string> texts;
  for (const Value value : tuples.values) texts.push_back(output->symbols.at(static_cast<std::size_t>(value)));
  EXPECT_EQ(texts, (std::vector<std::string>{"nil", "$Leaf", "[1, [-2, nil]]", "$Node(a b, [3, nil])"}));
  EXPECT_FALSE(judged(program, program));
  const auto verdict = judged(program, parsed(types + "r(nil, $Leaf()). r([1, [-2, nil]], $Node(\"a b\", [4, nil]))."));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->reason, "other tuples");
  EXPECT_NE(verdict->detail.find("r([1, [-2, nil]], $Node(a b, [3, nil]))"), std::string::npos) << verdict->detail;
}

TEST(DatalogCompare, RecordsWithFloatsAreNotCompared) {
  const std::string types =
      ".type point = [x:float]\n.type line = [from:point]\n.type list = [head:number, tail:list]\n";
  const Program program = parsed(types + ".decl r(x:line)\n.decl s(x:list, y:symbol)\n");
  EXPECT_FALSE(is_comparable(program, program.relations[0].attributes[0]));
  EXPECT_TRUE(is_comparable(program, program.relations[1].attributes[0]));
  Program seed = program;
  seed.seed.dialect = "souffle";
  EXPECT_FALSE(is_comparable(seed, seed.relations[1].attributes[0]));
  EXPECT_TRUE(is_comparable(seed, seed.relations[1].attributes[1]));
}

TEST(DatalogCompare, AContradictionTellsTheCauseAlone) {
  const auto telling = [](const std::string& rules) {
    return telling_features(parsed(".decl e(x:number, y:number)\n.decl r(x:number)\n.decl s()\n" + rules));
  };
  const std::vector<std::string> contradiction = {"an atom and its negation"};
  EXPECT_EQ(telling("r(x) :- e(x, x), !e(x, x)."), contradiction);
  EXPECT_EQ(telling("s() :- e(1, y), !e(1, y)."), contradiction);
  EXPECT_NE(telling("r(x) :- e(x, y), !e(y, x)."), contradiction);
  EXPECT_NE(telling("r(x) :- e(x, x). s() :- r(x), !e(x, x)."), contradiction);
}

TEST(DatalogCompare, AllEqualLeavesChoicesOut) {
  Building built;
  built.relation("a", "nn");
  built.relation("b", "nn");
  built.program.relations[1].choice_domains = {{0}};
  const auto all = all_equal(built.program);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].first, "a");
}

TEST(RepeatedTuples, AreAWrongResultAlthoughTheSetIsRight) {
  Program program;
  Relation relation;
  relation.name = "p";
  relation.attributes = {{"a", Type::Number, ""}};
  relation.facts.arity = 1;
  program.relations.push_back(relation);
  Output output;
  EXPECT_FALSE(repeated_tuples(program, output));
  output.repeated.push_back(Tuples{1, 0, {}});
  EXPECT_FALSE(repeated_tuples(program, output));
  output.repeated[0].add({7});
  const auto verdict = repeated_tuples(program, output);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_EQ(verdict->reason, "repeated tuples");
  EXPECT_EQ(relation_in(verdict->detail), "p");
}

}  // namespace
}  // namespace assay::datalog::testing

#include <gtest/gtest.h>

#include <string>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

/// The value of a term over the declarations ("true" and so on), or the reason for no value in brackets.
std::string value_of(const std::string& term, const std::string& model_text = "()") {
  TermStore store;
  const std::string declarations =
      "(declare-fun s () (Set Int))(declare-fun r () (Relation Int Bool))(declare-fun t () (Tuple Int Bool))";
  const Result<Script> script = parse_script(store, declarations + "(assert " + term + ")", "test");
  if (!script) return script.error().text();
  const Result<Model> model = parse_model(store, *script, model_text);
  if (!model) return model.error().text();
  Evaluator evaluator(store, *model);
  const Outcome& outcome = evaluator.evaluate(script->commands.back().terms.at(0));
  return outcome.known() ? (outcome.value.as_bool() ? "true" : "false") : "[" + std::string(name(outcome.lack)) + "]";
}

TEST(Sets, ModelsOfCvc5AreRead) {
  const std::string model =
      "((define-fun s () (Set Int) (set.union (set.union (set.singleton 2) (set.singleton 0)) (set.singleton (- 1))))"
      "(define-fun r () (Set (Tuple Int Bool)) (set.singleton (tuple 1 true)))"
      "(define-fun t () (Tuple Int Bool) (tuple 1 true)))";
  EXPECT_EQ(value_of("(= (set.card s) 3)", model), "true");
  EXPECT_EQ(value_of("(set.member (- 1) s)", model), "true");
  EXPECT_EQ(value_of("(set.member t r)", model), "true");
  EXPECT_EQ(value_of("(= (rel.transpose r) (set.singleton (tuple false 1)))", model), "false");
  EXPECT_EQ(value_of("(= s (as set.empty (Set Int)))", "((define-fun s () (Set Int) (as set.empty (Set Int))))"),
            "true");
}

TEST(Sets, MembersOfOtherSortsAreNotCompared) {
  EXPECT_EQ(value_of("(set.member 1 (set.singleton 1.0))"), "[opaque]");
  EXPECT_EQ(value_of("(set.subset (set.singleton 1) (set.singleton 1.0))"), "[opaque]");
  EXPECT_EQ(value_of("(set.member (str.to_re \"a\") (set.singleton (re.union (str.to_re \"a\") re.none)))"),
            "[opaque]");
}

TEST(Sets, TuplesHaveOnlyTheirComponents) {
  EXPECT_EQ(value_of("(= 1 ((_ tuple.select 2) (tuple 1 true)))"), "[opaque]");
  EXPECT_EQ(value_of("(= (tuple 1 true) ((_ tuple.update 0) (tuple 1 true) 1.0))"), "[opaque]");
}

TEST(Sets, JoinsNeedASharedColumn) {
  EXPECT_EQ(value_of("(= (rel.join (set.singleton (tuple 1)) (set.singleton (tuple 1))) 0)"), "[opaque]");
  EXPECT_EQ(value_of("(set.is_empty (rel.join (set.singleton (tuple 1 2)) (set.singleton (tuple true 1))))"),
            "[opaque]");
  EXPECT_EQ(value_of("(set.is_empty (rel.tclosure (set.singleton (tuple 1 true))))"), "[opaque]");
}

TEST(Sets, QuantifiersOverFiniteOnesAreEnumerated) {
  EXPECT_EQ(value_of("(forall ((x (Set Bool))) (<= (set.card x) 2))"), "true");
  EXPECT_EQ(value_of("(exists ((x (Set Bool))) (= (set.card x) 3))"), "false");
  EXPECT_EQ(value_of("(exists ((x (Tuple Bool (_ BitVec 1)))) (= x (tuple true #b1)))"), "true");
}

TEST(Sets, SizesOfSorts) {
  TermStore store;
  const SortId booleans = store.compound_sort(SortKind::Set, std::vector{store.bool_sort()});
  EXPECT_EQ(store.cardinality(booleans), 4U);
  EXPECT_EQ(store.cardinality(store.compound_sort(SortKind::Tuple, {})), 1U);
  EXPECT_EQ(store.cardinality(store.compound_sort(SortKind::Tuple, std::vector{booleans, store.bool_sort()})), 8U);
  EXPECT_EQ(store.cardinality(store.compound_sort(SortKind::Set, std::vector{store.int_sort()})), 0U);
  const auto all = enumerate(store, booleans, 10);
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(all->size(), 4U);
}

/// Two arrays over sets are equal exactly if they agree at each of the four sets.
TEST(Sets, ArraysOverThemAreCanonical) {
  const std::string sort = "(Array (Set Bool) Bool)";
  std::string array = "((as const " + sort + ") false)";
  for (const char* set : {"(as set.empty (Set Bool))", "(set.singleton true)", "(set.singleton false)",
                          "(set.insert true (set.singleton false))"})
    array = "(store " + array + " " + set + " true)";
  EXPECT_EQ(value_of("(= " + array + " ((as const " + sort + ") true))"), "true");
}

}  // namespace
}  // namespace assay::smt

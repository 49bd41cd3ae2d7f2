#include <gtest/gtest.h>

#include <string>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

/// The value of a term over the declarations ("true" and so on), or the reason for no value in brackets.
std::string truth(const std::string& term, const std::string& model_text = "()") {
  TermStore store;
  const std::string declarations =
      "(declare-fun b () (Bag Int))(declare-fun n () (Nullable Int))(declare-fun f () (_ FiniteField 7))";
  const Result<Script> script = parse_script(store, declarations + "(assert " + term + ")", "test");
  if (!script) return script.error().text();
  const Result<Model> model = parse_model(store, *script, model_text);
  if (!model) return model.error().text();
  Evaluator evaluator(store, *model);
  const Outcome& outcome = evaluator.evaluate(script->commands.back().terms.at(0));
  return outcome.known() ? (outcome.value.as_bool() ? "true" : "false") : "[" + std::string(name(outcome.lack)) + "]";
}

TEST(Extensions, ModelsAreRead) {
  const std::string model =
      "((define-fun b () (Bag Int) (bag.union_disjoint (bag 3 2) (bag (- 1) 1)))"
      "(define-fun n () (Nullable Int) (nullable.some 4))(define-fun f () (_ FiniteField 7) #f5m7))";
  EXPECT_EQ(truth("(= (bag.card b) 3)", model), "true");
  EXPECT_EQ(truth("(= (bag.count 3 b) 1)", model), "false");
  EXPECT_EQ(truth("(= (nullable.val n) 4)", model), "true");
  EXPECT_EQ(truth("(= (ff.add f #f3m7) #f1m7)", model), "true");
  EXPECT_EQ(truth("(= f #f1m7)", "((define-fun f () (_ FiniteField 7) (as ff-6 (_ FiniteField 7))))"), "true");
}

TEST(Extensions, FieldsThatAreNoneAreOpaque) {
  EXPECT_EQ(truth("(= (ff.neg #f1m6) #f5m6)"), "[opaque]") << "six is no prime";
  EXPECT_EQ(truth("(= #f0m18446744073709551629 #f1m18446744073709551629)"), "[opaque]") << "more than 64 bits";
  EXPECT_EQ(truth("(= (ff.add #f1m7 #f1m5) #f2m7)"), "[opaque]");
}

/// In a field of the largest order that is read, sums and products are beyond 64 bits.
TEST(Extensions, LargeFields) {
  EXPECT_EQ(truth("(= (ff.mul #f9223372036854775782m9223372036854775783 #f9223372036854775782m9223372036854775783) "
                  "#f1m9223372036854775783)"),
            "true");
}

TEST(Extensions, FiniteOnesAreEnumerated) {
  EXPECT_EQ(truth("(forall ((x (_ FiniteField 7))) (=> (distinct x #f0m7) (= (ff.mul x x x x x x) #f1m7)))"), "true");
  EXPECT_EQ(truth("(exists ((x (_ FiniteField 7))) (= (ff.mul x x) #f3m7))"), "false");
  EXPECT_EQ(truth("(forall ((x (Nullable Bool))) (= (nullable.is_null x) (not (nullable.is_some x))))"), "true");
}

TEST(Extensions, TermsPrintAsTheyAreRead) {
  TermStore store;
  for (const std::string text : {"(declare-const f (_ FiniteField 7))\n(assert (= (ff.neg f) #f3m7))\n",
                                 "(declare-const b (Bag Int))\n(assert (= b (as bag.empty (Bag Int))))\n",
                                 "(declare-const r (Set (Tuple Int Bool)))\n(assert (set.member (tuple 1 true) r))\n",
                                 "(declare-const n (Nullable Int))\n(assert (= n (as nullable.null (Nullable Int))))\n",
                                 "(declare-const u UnitTuple)\n(assert (= u tuple.unit))\n"}) {
    const Result<Script> script = parse_script(store, text, "test");
    ASSERT_TRUE(script.ok()) << script.error().text();
    EXPECT_EQ(print_script(store, *script), text);
  }
}

}  // namespace
}  // namespace assay::smt

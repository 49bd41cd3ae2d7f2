#include <gtest/gtest.h>

#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

std::size_t active(const std::string& text) { return active_assertions(Scene(text).script).size(); }

TEST(ActiveAssertions, ThoseOfTheLastCheck) {
  EXPECT_EQ(active("(assert true) (check-sat) (assert false)"), 1U);
  EXPECT_EQ(active("(assert true) (check-sat) (assert false) (check-sat)"), 2U);
  EXPECT_EQ(active("(assert true) (assert false)"), 2U);
  EXPECT_EQ(active("(check-sat)"), 0U);
}

TEST(ActiveAssertions, LevelsAreRespected) {
  EXPECT_EQ(active("(assert true) (push 1) (assert false) (pop 1) (check-sat)"), 1U);
  EXPECT_EQ(active("(push 2) (assert true) (push 1) (assert false) (pop 2) (check-sat)"), 0U);
  EXPECT_EQ(active("(push 2) (assert true) (pop 1) (check-sat)"), 0U);
  EXPECT_EQ(active("(push 0) (assert true) (pop 0) (check-sat)"), 1U);
  // An error, which changes nothing.
  EXPECT_EQ(active("(assert true) (push 1) (assert false) (pop 2) (assert true) (check-sat)"), 3U);
  EXPECT_EQ(active("(assert true) (reset-assertions) (assert false) (assert true) (check-sat)"), 2U);
  EXPECT_EQ(active("(assert true) (check-sat) (exit) (assert true) (check-sat)"), 1U);
}

TEST(ActiveAssertions, AssumptionsCount) {
  EXPECT_EQ(active("(declare-fun p () Bool) (assert true) (check-sat-assuming (p (not p)))"), 3U);
  EXPECT_EQ(active("(declare-fun p () Bool) (check-sat-assuming (p)) (check-sat)"), 0U);
}

std::string circular(const std::string& text, const std::string& model) {
  const Scene scene(text);
  return circular_definition(scene.store, scene.script, model).value_or("");
}

TEST(CircularDefinition, IsNoModel) {
  const std::string lists =
      "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const x L)(declare-const y L)";
  EXPECT_EQ(circular(lists, "((define-fun x () L (cons 1 x)))"), "x");
  EXPECT_EQ(circular(lists, "((define-fun x () L (tail y)) (define-fun y () L (cons 0 (tail y))))"), "y");
  EXPECT_EQ(circular(lists, "((define-fun x () L (cons 1 y)) (define-fun y () L (cons 2 x)))"), "x");
  EXPECT_EQ(circular(lists, "((define-fun x () L (cons 1 y)) (define-fun y () L nil))"), "");
  EXPECT_EQ(circular(lists, "((define-fun z () L (cons 1 z)) (define-fun x () L nil))"), "") << "not of the script";
  EXPECT_EQ(circular(lists, "((define-fun x () L (let ((x nil)) (cons 1 x))))"), "") << "another x";
  EXPECT_EQ(circular("(declare-sort S 0)(declare-const S (Array S Int))",
                     "((define-fun S () (Array S Int) ((as const (Array S Int)) 0)))"),
            "")
      << "a sort of that name";
  EXPECT_EQ(circular("(declare-const f (-> Int Int))", "((define-fun f () (-> Int Int) (lambda ((f Int)) f)))"), "");
  EXPECT_EQ(circular("(declare-fun f (Int) Int)", "((define-fun f ((f Int)) Int f))"), "") << "a parameter";
  EXPECT_EQ(
      circular("(declare-codatatypes ((S 0)) (((s (next S)))))(declare-const x S)", "((define-fun x () S (s x)))"), "")
      << "an infinite value";
}

TEST(JudgeModel, SaysWhichAssertionsHoldFailOrAreOpen) {
  Scene scene("(declare-fun x () Int) (assert (= x 1)) (assert (= (div x 0) 2)) (assert (= x 2)) (check-sat)",
              "((define-fun x () Int 1))");
  const ModelJudgement judgement = judge_model(scene.store, scene.script, scene.model);
  ASSERT_EQ(judgement.assertions.size(), 3U);
  EXPECT_TRUE(judgement.assertions[0].holds);
  EXPECT_FALSE(judgement.holds());
  EXPECT_EQ(judgement.open(), &judgement.assertions[1]);
  EXPECT_EQ(judgement.assertions[1].lack, Lack::Unspecified);
  EXPECT_EQ(judgement.failed(), &judgement.assertions[2]);
}

TEST(JudgeModel, HoldsWhenEveryAssertionIsTrue) {
  Scene scene("(declare-fun x () Int) (assert (= x 1)) (check-sat)", "((define-fun x () Int 1))");
  const ModelJudgement judgement = judge_model(scene.store, scene.script, scene.model);
  EXPECT_TRUE(judgement.holds());
  EXPECT_EQ(judgement.failed(), nullptr);
  EXPECT_EQ(judgement.open(), nullptr);
}

}  // namespace
}  // namespace assay::smt

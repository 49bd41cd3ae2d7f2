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

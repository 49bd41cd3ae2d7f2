#include "smt/compare/better_point.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

/// The last assertions of the question about a better point, or of the one about the reported value.
class BetterPoint : public ::testing::Test {
 protected:
  std::string better(const std::string& objectives, const std::string& reported, std::size_t index = 0) {
    ask(objectives, reported);
    return constraints(script_of_better_point(store_, optimum_, index));
  }
  std::string reached(const std::string& objectives, const std::string& reported, const ObjectiveValue& bound = {}) {
    ask(objectives, reported);
    return constraints(script_of_reached_point(store_, optimum_, 0, bound));
  }

 private:
  void ask(const std::string& objectives, const std::string& reported) {
    const std::string text = "(declare-const n Int)(declare-const x Real)" + objectives + "(check-sat)(get-objectives)";
    auto script = parse_script(store_, text, "input.smt2");
    ASSERT_TRUE(script) << script.error().text();
    script_ = std::move(*script);
    optimum_ = {&script_, *reported_objectives("(objectives " + reported + ")")};
  }
  static std::string constraints(const std::optional<std::string>& script) {
    if (!script) return "none";
    const std::size_t begin = script->find("(assert");
    return begin == std::string::npos ? "" : script->substr(begin, script->rfind("\n(check-sat)\n") - begin);
  }

  TermStore store_;
  Script script_;
  ReportedOptimum optimum_;
};

TEST_F(BetterPoint, IsStrictlyBetterThanAReachedOptimum) {
  EXPECT_EQ(better("(maximize x)", "(x 6)"), "(assert (> x 6.0))");
  EXPECT_EQ(better("(minimize x)", "(x (- 2))"), "(assert (< x (- 2.0)))");
  EXPECT_EQ(better("(minimize n)", "(n 5)"), "(assert (< n 5))");
}

TEST_F(BetterPoint, ReachesABoundThatIsSaidToBeOpen) {
  EXPECT_EQ(better("(maximize x)", "(x (+ 7 (* (- 1) epsilon)))"), "(assert (>= x 7.0))");
  EXPECT_EQ(better("(minimize x)", "(x (+ 7 epsilon))"), "(assert (<= x 7.0))");
}

TEST_F(BetterPoint, RoundsFractionsForIntegers) {
  EXPECT_EQ(better("(maximize n)", "(n (/ 7 2))"), "(assert (> n 3))");
  EXPECT_EQ(better("(minimize n)", "(n (/ 7 2))"), "(assert (< n 4))");
  EXPECT_EQ(better("(maximize n)", "(n (+ (/ 7 2) (* (- 1) epsilon)))"), "(assert (>= n 4))");
  EXPECT_EQ(better("(minimize n)", "(n (+ (/ 7 2) epsilon))"), "(assert (<= n 3))");
}

TEST_F(BetterPoint, KeepsEarlierObjectivesUnlessEachIsAlone) {
  EXPECT_EQ(better("(minimize n)(maximize x)", "(n 1) (x 2)", 1), "(assert (= n 1))\n(assert (> x 2.0))");
  EXPECT_EQ(better("(set-option :opt.priority box)(minimize n)(maximize x)", "(n 1) (x 2)", 1), "(assert (> x 2.0))");
  EXPECT_EQ(better("(minimize x)(maximize n)", "(x (+ 1 epsilon)) (n 2)", 1), "none");
}

TEST_F(BetterPoint, DoesNotExistBeyondInfinity) { EXPECT_EQ(better("(maximize n)", "(n oo)"), "none"); }

TEST_F(BetterPoint, OfAReportedValueReachesIt) {
  EXPECT_EQ(reached("(minimize n)", "(n 4)"), "(assert (<= n 4))");
  EXPECT_EQ(reached("(minimize n)", "(n (* (- 1) oo))", {0, 6, 0}), "(assert (< n 6))");
  EXPECT_EQ(reached("(minimize n)", "(n (* (- 1) oo))", {1, 0, 0}), "none");
  EXPECT_EQ(reached("(minimize x)", "(x (+ 4 epsilon))"), "none");
}

TEST(ObjectiveValues, AreWrittenAsSums) {
  EXPECT_EQ((ObjectiveValue{0, 0, 0}.text()), "0");
  EXPECT_EQ((ObjectiveValue{0, mpq_class(9, 2), -1}.text()), "9/2 - epsilon");
  EXPECT_EQ((ObjectiveValue{0, -2, mpq_class(3, 2)}.text()), "-2 + 3/2 * epsilon");
  EXPECT_EQ((ObjectiveValue{0, 0, -1}.text()), "-epsilon");
  EXPECT_EQ((ObjectiveValue{-1, 0, 0}.text()), "-oo");
  EXPECT_EQ((ObjectiveValue{2, -3, 0}.text()), "2 * oo - 3");
}

TEST_F(BetterPoint, NeedsObjectivesThatAreNumbers) {
  TermStore store;
  const auto plain = [&](const std::string& text) {
    return has_plain_objectives(store, *parse_script(store, text + "(check-sat)", "input.smt2"));
  };
  EXPECT_TRUE(plain("(declare-const n Int)(minimize n)"));
  EXPECT_FALSE(plain("(declare-const b (_ BitVec 4))(minimize b)"));
  EXPECT_FALSE(plain("(declare-const p Bool)(assert-soft p :weight 2)"));
}

}  // namespace
}  // namespace assay::smt

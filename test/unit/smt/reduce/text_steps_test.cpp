#include "smt/reduce/text_steps.hpp"

#include <gtest/gtest.h>

#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The script without the commands that are not needed for all the parts, and the number of calls.
std::pair<std::string, std::size_t> shortened(const std::string& script, const std::vector<std::string>& parts) {
  core::ReductionClock clock({});
  const auto keeps = [&](const std::string& text) {
    for (const std::string& part : parts)
      if (!has(text, part)) return false;
    return true;
  };
  std::string text = reduced_text(script, keeps, clock);
  return {std::move(text), clock.runs()};
}

TEST(ReducedText, KeepsTheRestAsItIsWritten) {
  const std::string script =
      "; a comment of the user's\n(set-logic  QF_LIA)\n(declare-const  x   Int) (declare-const y Int)\n"
      "(assert\t(> x 1)) ; why\n(assert (> y 2))\n(check-sat)\n";
  EXPECT_EQ(
      shortened(script, {"(> x 1)"}).first,
      "; a comment of the user's\n(set-logic  QF_LIA)\n(declare-const  x   Int)\n(assert\t(> x 1))\n(check-sat)\n");
}

TEST(ReducedText, DropsDeclarationsThatOnlyDroppedDefinitionsNeed) {
  const std::string script =
      "(declare-const a Int)\n(define-fun f () Int (+ a 1))\n(define-fun |g h| () Int (+ f 1))\n"
      "(declare-const b Int)\n(assert (> |g h| 0))\n(assert (> b 0))\n(check-sat)\n";
  EXPECT_EQ(shortened(script, {"(> b 0)"}).first, "\n(declare-const b Int)\n(assert (> b 0))\n(check-sat)\n");
  EXPECT_TRUE(has(shortened(script, {"(> |g h| 0)"}).first, "(declare-const a Int)"));
}

TEST(ReducedText, GoesByHalves) {
  std::string script = "(declare-const x Int)\n";
  for (int i = 0; i < 1000; ++i) script += "(assert (> x " + std::to_string(i) + "))\n";
  const auto [text, runs] = shortened(script + "(check-sat)\n", {"(> x 500)"});
  EXPECT_EQ(text, "(declare-const x Int)\n(assert (> x 500))\n(check-sat)\n");
  EXPECT_LE(runs, 25U);
}

TEST(ReducedText, RemovesTheAssertionsOfTheCoreLast) {
  std::vector<std::string> tried;
  core::ReductionClock clock({});
  const auto keeps = [&](const std::string& text) {
    tried.push_back(text);
    return has(text, "(> x 2)");
  };
  const std::string text = reduced_text(
      "(declare-const x Int)(assert (> x 1))(assert (> x 2))(assert (> x 3))(check-sat)", keeps, clock, {{1}});
  EXPECT_EQ(text, "(declare-const x Int)(assert (> x 2))(check-sat)");
  ASSERT_EQ(tried.size(), 2U);
  EXPECT_EQ(tried.front(), text) << "all others at once";
  EXPECT_EQ(tried.back(), "(check-sat)");
}

// A solver's luck: an answer that depends on the order of the assertions.
TEST(ReducedText, TriesLargeStepsInOtherOrders) {
  std::string script = "(declare-const x Int)\n";
  for (int i = 10; i < 50; ++i) script += "(assert (> x " + std::to_string(i) + "))\n";
  core::ReductionClock clock({});
  bool reordered = false;
  const auto keeps = [&](const std::string& text) {
    if (!has(text, "(> x 10)") || !has(text, "(> x 49)")) return false;
    // Few assertions fail only in another order than that of the script.
    const bool is_in_order = text.find("(> x 10)") < text.find("(> x 49)");
    reordered = reordered || !is_in_order;
    return text.size() > 400 || !is_in_order;
  };
  const std::string text = reduced_text(script + "(check-sat)\n", keeps, clock, {{0, 39}, true});
  EXPECT_EQ(text, "(declare-const x Int)\n(assert (> x 49))\n(assert (> x 10))\n(check-sat)\n");
  EXPECT_TRUE(reordered);
  EXPECT_LE(clock.runs(), 30U);
}

TEST(ReducedText, FindsTheEndOfAChainByBisection) {
  std::string formula = "(p 9)";
  for (int i = 0; i < 200; ++i)
    formula = "(and (q " + std::to_string(i) + ") (=> (r " + std::to_string(i) + ") " + formula + "))";
  const auto [text, runs] = shortened("(assert " + formula + ")", {"(r 100)"});
  EXPECT_FALSE(has(text, "(q 120)"));
  EXPECT_FALSE(has(text, "(q 90)"));
  EXPECT_LE(runs, 60U);
}

TEST(ReducedText, LeavesBindingsOfTermsAlone) {
  core::ReductionClock clock({});
  const auto keeps = [](const std::string& text) {
    EXPECT_FALSE(has(text, "(t true)")) << text;
    return has(text, "(> x 1)");
  };
  const std::string script =
      "(declare-fun f (Int) Int)(declare-const x Int)(assert (let ((t (f (+ x 1))) (b (> x 1))) (and b (> t 2))))";
  EXPECT_TRUE(has(reduced_text(script, keeps, clock), "(> x 1)"));
}

TEST(ReducedText, ReplacesConjunctsDisjunctsAndHypotheses) {
  EXPECT_EQ(shortened("(assert (and (p 1) (and (p 2)  (p 3)) (p 4))) ; why\n(check-sat)", {"(p 3)"}).first,
            "(assert (p 3)) ; why\n(check-sat)");
  EXPECT_EQ(shortened("(assert (or (p 10) (not (or (p 20) (p 3)))))", {"(p 3)"}).first, "(assert (not (p 3)))");
  EXPECT_EQ(shortened("(assert (=> (and (p 1) (p 2)) (=> (p 3) (p 4))))", {"(p 2)"}).first,
            "(assert (=> (p 2) (p 4)))");
}

TEST(ReducedText, GoesIntoBindingsQuantifiersAndAnnotations) {
  EXPECT_EQ(shortened("(assert (let ((a (and (p 1) (p 2))) (b (p 3))) (forall ((x Int)) (! (and (q x) a b) :qid n))))",
                      {"(p 2)", " b)"})
                .first,
            "(assert (let ((a (p 2)) (b true)) (forall ((x Int)) (and a b))))");
}

TEST(ReducedText, LeavesOtherCommandsAndTermsAlone) {
  const std::string script =
      "(define-fun f () Int (ite (and p q) 1 2))(assert (= (g (and p q) f) 1))(assert (< (+ 1 2) 4))";
  EXPECT_EQ(shortened(script, {"(= (g", "(< (+"}).first, script);
}

TEST(ReducedText, DefinedFormulasBecomeAConstant) {
  EXPECT_EQ(shortened("(define-fun e ((x Int)) Bool (and (p x) (q x)))(define-fun f () Bool (or (e 1) (e 2)))"
                      "(define-fun g () Int (+ 1 2))(assert (and f (> g 1)))",
                      {"f () Bool false", "(> g 1)"})
                .first,
            "(define-fun f () Bool false)(define-fun g () Int (+ 1 2))(assert (and f (> g 1)))");
}

TEST(ReducedText, OperandsGoByHalves) {
  std::string script = "(assert (and";
  for (int i = 0; i < 1000; ++i) script += " (p " + std::to_string(i) + ")";
  const auto [text, runs] = shortened(script + "))", {"(p 500)"});
  EXPECT_EQ(text, "(assert (p 500))");
  EXPECT_LE(runs, 25U);
}

TEST(ReducedText, ADeepTermNeedsNoRecursion) {
  std::string script = "(assert ";
  for (int i = 0; i < 100'000; ++i) script += "(and p" + std::to_string(i) + " ";
  script += "last" + std::string(100'000, ')') + ")";
  const std::string text = shortened(script, {"last"}).first;
  EXPECT_TRUE(text.starts_with("(assert (and p0 (and p1 ")) << "`true` is no shorter than p0";
  EXPECT_NE(text.find("(and p999 last)"), std::string::npos);
}

TEST(ReducedText, StringsAndCommentsAreNoCommands) {
  const std::string script =
      "(declare-const s String)\n(assert (= s \"(assert false)\"\"\"))\n; (assert true\n(assert (= s "
      "\"b\"))\n(check-sat)\n";
  EXPECT_EQ(shortened(script, {"\"b\""}).first,
            "(declare-const s String)\n; (assert true\n(assert (= s \"b\"))\n(check-sat)\n");
}

// A failure at the edge of a limit may depend on how the script is written.
TEST(ReduceCase, AScriptThatFailsOnlyAsItIsWrittenLosesItsCommands) {
  core::Case failing;
  failing.files = {{"case.smt2",
                    "(declare-const x Int)\n(declare-const y Int)\n(assert (> y 1))\n"
                    "(assert   (> x 3))\n(assert (> y 2))\n(check-sat)\n"}};
  failing.metadata = SmtFacts{}.json();
  const StillFails fails = [](const core::Case& candidate) { return has(candidate.files[0].content, "(assert   (>"); };
  EXPECT_EQ(reduce_case(failing, fails, {}, false).files.front().content,
            "(declare-const x Int)\n(assert   (> x 3))\n(check-sat)\n");
}

}  // namespace
}  // namespace assay::smt

// Which checks of a log are examined, and which are not, with the real solver.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "trigger/check/first_answers.hpp"
#include "trigger/report.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger::examine_checks_test {
namespace {

const std::string kAxioms =
    "(declare-fun len (Int) Int)(declare-fun nxt (Int) Int)\n"
    "(assert (forall ((x Int)) (! (> (len x) 0) :pattern ((len (nxt x))))))\n";
const std::string kNeedsATerm = "(push)(assert (not (> (len 7) 0)))(check-sat)(pop)\n";
const std::string kRefuted = "(push)(assert (not (> (len (nxt 1)) 0)))(assert (not (> (len 1) 0)))(check-sat)(pop)\n";

class ExamineChecks : public WithZ3 {
 protected:
  Result<std::vector<CheckReport>> examined(const std::string& text, const CheckChoice& choice = {}) {
    options_.synthesis.seconds = kSeconds;
    options_.explain = false;
    return examine_checks(store_, read(store_, text), text, options_, choice, *prover_, {});
  }

  smt::TermStore store_;
  ReportOptions options_;
};

TEST_F(ExamineChecks, LooksAtEachThatEMatchingDoesNotRefute) {
  const auto reports = examined(kAxioms + kNeedsATerm + kRefuted + kNeedsATerm + "(check-sat)\n");
  ASSERT_TRUE(reports.ok());
  ASSERT_EQ(reports->size(), 4U);
  EXPECT_EQ((*reports)[0].state, CheckState::Examined);
  EXPECT_EQ((*reports)[0].report.verdict, Verdict::Found);
  EXPECT_EQ((*reports)[1].state, CheckState::Refuted);
  EXPECT_EQ((*reports)[2].state, CheckState::Repeats);
  EXPECT_EQ((*reports)[2].repeats, 1U);
  EXPECT_EQ((*reports)[3].state, CheckState::Examined);
  EXPECT_NE((*reports)[3].report.verdict, Verdict::Found);
}

TEST_F(ExamineChecks, ReadsConstantsOfOneNameAndSeveralSorts) {
  const auto reports = examined(
      "(declare-sort S 0)(declare-sort T 0)(declare-const empty S)(declare-const empty T)(declare-fun p (S) Bool)"
      "(declare-fun q (T) Bool)(declare-fun g (S) S)(assert (forall ((x S)) (! (p x) :pattern ((p (g x))))))"
      "(assert (q (as empty T)))(assert (not (p (as empty S))))(check-sat)");
  ASSERT_TRUE(reports.ok());
  ASSERT_EQ((*reports)[0].report.verdict, Verdict::Found);
  EXPECT_NE((*reports)[0].report.completions[0].set.assertion.find("(g (as empty S))"), std::string::npos);
}

TEST_F(ExamineChecks, TakesTheChosenOneOnly) {
  for (const CheckChoice& choice : {CheckChoice{2, std::nullopt}, CheckChoice{std::nullopt, 4}}) {
    const auto reports = examined(kAxioms + kRefuted + kNeedsATerm, choice);
    ASSERT_TRUE(reports.ok());
    ASSERT_EQ(reports->size(), 1U);
    EXPECT_EQ((*reports)[0].check.number, 2U);
    EXPECT_EQ((*reports)[0].report.verdict, Verdict::Found);
  }
  EXPECT_FALSE(examined(kAxioms + kRefuted, CheckChoice{2, std::nullopt}).ok());
  EXPECT_FALSE(examined(kAxioms, CheckChoice{1, std::nullopt}).ok());
}

TEST_F(ExamineChecks, CoversAxiomsThatAreAPartOfOthers) {
  options_.axioms_only = true;
  const std::string more = "(push)(assert (forall ((y Int)) (! (> (nxt y) y) :pattern ((nxt y)))))(check-sat)(pop)\n";
  const auto reports = examined(kAxioms + kNeedsATerm + more);
  ASSERT_TRUE(reports.ok());
  EXPECT_EQ((*reports)[0].state, CheckState::Repeats);
  EXPECT_EQ((*reports)[0].repeats, 2U);
  EXPECT_EQ((*reports)[1].state, CheckState::Examined);
}

TEST_F(ExamineChecks, AScriptWithoutAnyIsCheckedAtItsEnd) {
  const auto reports = examined(kAxioms + "(assert (not (> (len 7) 0)))");
  ASSERT_TRUE(reports.ok());
  ASSERT_EQ(reports->size(), 1U);
  EXPECT_EQ((*reports)[0].check.number, 0U);
  EXPECT_EQ((*reports)[0].report.verdict, Verdict::Found);
}

TEST_F(ExamineChecks, NothingIsExaminedAfterAStop) {
  std::stop_source stop;
  stop.request_stop();
  const auto reports = examine_checks(store_, read(store_, kAxioms + kNeedsATerm + "(check-sat)"), {}, options_, {},
                                      *prover_, stop.get_token());
  ASSERT_TRUE(reports.ok());
  EXPECT_EQ((*reports)[1].state, CheckState::NoTime);
}

TEST_F(ExamineChecks, FirstAnswersHonourLevelsAndEndWithAnError) {
  const std::string text = kAxioms + kRefuted + kNeedsATerm + "(assert false)(check-sat)\n";
  const smt::Script script = read(store_, text);
  const auto answers = [&](const smt::Script& asked) {
    return first_answers(store_, asked, checks_of(asked, {}), "", "z3", kSeconds, std::uint64_t{1} << 30, {});
  };
  using Answers = std::vector<std::optional<Answer>>;
  EXPECT_EQ(answers(script), (Answers{Answer::Unsat, Answer::Unknown, Answer::Unsat}));
  smt::Script twice = script;
  twice.commands.insert(twice.commands.begin() + 5, twice.commands[0]);  // z3 refuses a second declaration of a name
  EXPECT_EQ(answers(twice).back(), std::nullopt);
  EXPECT_EQ(first_answers(store_, script, checks_of(script, {}), "", "/nonexistent/z3", 1, 0, {}), Answers(3));
}

}  // namespace
}  // namespace assay::trigger::examine_checks_test

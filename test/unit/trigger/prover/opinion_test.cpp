// Opinions of other solvers, the trial of a solver, and answers of processes.

#include "trigger/prover/opinion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <string>

#include "trigger/prover/reply.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

Reply reply(std::string out, std::string err = {}, core::Ending ending = core::Ending::Exited, int signal = 0) {
  core::ProcessResult result;
  result.ending = ending;
  result.signal = signal;
  result.out = std::move(out);
  result.err = std::move(err);
  return reply_of(result);
}

TEST(Reply, IsTheFirstAnswer) {
  EXPECT_EQ(reply("unsat\n(proof)\n").answer, Answer::Unsat);
  EXPECT_EQ(reply("unsat\n(proof)\n").text, "(proof)\n");
  EXPECT_EQ(reply("WARNING: something\nsat\n").answer, Answer::Sat);
  EXPECT_EQ(reply("unknown\n(error \"no model\")\n").answer, Answer::Unknown);
}

TEST(Reply, WithAnErrorBeforeTheAnswerIsNone) {
  const Reply failed = reply("(error \"line 3: unknown constant q\")\nsat\n");
  EXPECT_EQ(failed.answer, Answer::Failed);
  EXPECT_NE(failed.text.find("unknown constant q"), std::string::npos);
  EXPECT_EQ(reply("(error \"out of memory\")\n").answer, Answer::OutOfMemory);
  EXPECT_EQ(reply("", "(error \"out of memory\")\n").answer, Answer::OutOfMemory);
}

TEST(Reply, OfAProcessThatSaysNothing) {
  EXPECT_EQ(reply("").answer, Answer::Failed);
  EXPECT_EQ(reply("", "no such option\nmore").text, "no such option");
  EXPECT_EQ(reply("", "", core::Ending::TimedOut).answer, Answer::Timeout);
  EXPECT_EQ(reply("unsat\n", "", core::Ending::Signalled, SIGSEGV).answer, Answer::Failed);
  EXPECT_EQ(reply("unsat\n", "", core::Ending::Signalled, SIGSEGV).text, "signal 11");
  EXPECT_EQ(reply("", "", core::Ending::Signalled, SIGKILL).text, "killed from outside");
  EXPECT_EQ(reply("", "", core::Ending::Signalled, SIGXFSZ).text, "file limit");
  EXPECT_EQ(reply("", "", core::Ending::Signalled, SIGXCPU).answer, Answer::Timeout);
  EXPECT_EQ(reply("", "", core::Ending::OutOfMemory).answer, Answer::OutOfMemory);
}

TEST(Controls, FailForSolversThatAlwaysSayTheSame) {
  for (const Answer answer : {Answer::Unsat, Answer::Sat, Answer::Unknown, Answer::Timeout, Answer::Failed}) {
    FakeProver prover([&](const std::string&) { return Reply{answer, "", 0}; });
    const std::vector<Control> controls = check_prover(prover, 1, {});
    EXPECT_TRUE(std::any_of(controls.begin(), controls.end(), [](const Control& one) { return !one.passed; }))
        << name(answer);
  }
}

TEST(Controls, TellALimitFromASolverThatIsNoGood) {
  FakeProver prover([](const std::string&) { return Reply{Answer::Timeout, "", 0}; });
  const std::vector<Control> controls = check_prover(prover, 1, {});
  ASSERT_EQ(controls.size(), 1U);  // the others would wait as long
  EXPECT_TRUE(was_cut(controls[0].answer));
}

using OpinionZ3 = WithZ3;

TEST_F(OpinionZ3, PassesItsControls) {
  for (const Control& control : check_prover(*prover_, kSeconds, {})) EXPECT_TRUE(control.passed) << control.name;
}

TEST_F(OpinionZ3, OfWaysWithAndWithoutPatterns) {
  smt::TermStore store;
  const smt::Script script = read(store,
                                  "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n"
                                  "(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((g x)))))\n"
                                  "(assert (< (f 3) 0))\n");
  const Problem problem = preprocess(store, script);
  const std::vector<Opinion> opinions = ask(store, problem.assertions, {}, Panel::All, {}, kSeconds, {});
  const auto answer = [&](std::string_view engine) {
    for (const Opinion& opinion : opinions)
      if (opinion.engine == engine) return opinion.reply.answer;
    return Answer::Failed;
  };
  EXPECT_EQ(answer("z3, E-matching"), Answer::Unknown);
  EXPECT_EQ(answer("z3, E-matching with its own patterns"), Answer::Unsat);
  EXPECT_EQ(answer("z3, MBQI"), Answer::Unsat);
}

TEST(Opinion, OfASolverThatIsNotThere) {
  smt::TermStore store;
  Solvers solvers;
  solvers.cvc5 = "/nonexistent/cvc5";
  const std::vector<Opinion> opinions = ask(store, {store.bool_constant(false)}, {}, Panel::Second, solvers, 10, {});
  ASSERT_EQ(opinions.size(), 1U);
  EXPECT_FALSE(opinions[0].asked);
  EXPECT_NE(opinions[0].reply.text.find("not installed"), std::string::npos);
}

TEST(Opinion, OfCvc5) {
  if (core::find_program("cvc5").empty()) GTEST_SKIP() << "cvc5 is not installed";
  smt::TermStore store;
  const std::vector<Opinion> opinions = ask(store, {store.bool_constant(false)}, {}, Panel::Second, {}, 60, {});
  ASSERT_EQ(opinions.size(), 1U);
  EXPECT_EQ(opinions[0].reply.answer, Answer::Unsat) << opinions[0].reply.text;
}

}  // namespace
}  // namespace assay::trigger

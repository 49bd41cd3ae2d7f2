#include <iostream>
#include <string>
#include <vector>

#include "runner_support.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

/// A small script and its right answers.
struct Example {
  const char* script;
  std::vector<Truth> truths;
};

const std::vector<Example>& examples() {
  static const std::vector<Example> all = {
      {"(set-logic QF_UF)(declare-fun p () Bool)(assert p)(check-sat)", {Truth::Sat}},
      {"(set-logic QF_UF)(declare-fun p () Bool)(assert (and p (not p)))(check-sat)", {Truth::Unsat}},
      {"(set-logic QF_UF)(declare-sort U 0)(declare-fun a () U)(declare-fun b () U)(assert (distinct a b))(check-sat)",
       {Truth::Sat}},
      {"(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-fun a () U)(assert (not (= (f a) a)))"
       "(check-sat)",
       {Truth::Sat}},
      {"(set-logic QF_LIA)(declare-fun x () Int)(assert (> (* 2 x) 7))(assert (< x 5))(check-sat)", {Truth::Sat}},
      {"(set-logic QF_LIA)(declare-fun x () Int)(assert (= (* 2 x) 7))(check-sat)", {Truth::Unsat}},
      {"(set-logic QF_LIA)(declare-fun x () Int)(assert (= (mod x 7) 3))(assert (< x (- 10)))(check-sat)",
       {Truth::Sat}},
      {"(set-logic QF_LRA)(declare-fun x () Real)(assert (= (* 2.0 x) 7.0))(check-sat)", {Truth::Sat}},
      {"(set-logic QF_LRA)(declare-fun x () Real)(assert (< x 0.5))(assert (> x 0.5))(check-sat)", {Truth::Unsat}},
      {"(set-logic QF_BV)(declare-fun x () (_ BitVec 8))(assert (= (bvmul x #x03) #x01))(check-sat)", {Truth::Sat}},
      {"(set-logic QF_BV)(declare-fun x () (_ BitVec 8))(assert (= (bvand x #x01) #x02))(check-sat)", {Truth::Unsat}},
      {"(set-logic QF_BV)(declare-fun x () (_ BitVec 4))(assert (bvslt (bvsrem x #x3) #x0))(check-sat)", {Truth::Sat}},
      {"(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 4)))"
       "(assert (= (select (store a #b01 #x3) #b10) #x7))(check-sat)",
       {Truth::Sat}},
      {"(set-logic QF_SLIA)(declare-fun s () String)(assert (= (str.++ s \"b\") \"ab\"))(check-sat)", {Truth::Sat}},
      {"(set-logic QF_SLIA)(declare-fun s () String)(assert (= (str.len s) 2))(assert (= s \"a\"))(check-sat)",
       {Truth::Unsat}},
      {"(set-logic QF_LIA)(declare-fun x () Int)(assert (> x 0))(check-sat)(push 1)(assert (< x 0))(check-sat)(pop 1)"
       "(check-sat)",
       {Truth::Sat, Truth::Unsat, Truth::Sat}},
      {"(set-logic ALL)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)"
       "(assert (= (hd (tl l)) 4))(assert ((_ is cons) l))(assert ((_ is cons) (tl l)))(check-sat)",
       {Truth::Sat}},
      {"(set-logic QF_FP)(declare-fun x () (_ FloatingPoint 5 11))(assert (fp.isNaN x))(check-sat)", {Truth::Sat}},
      {"(set-logic QF_UF)(declare-fun |a b(| () Bool)(assert (not |a b(|))(check-sat)(exit)", {Truth::Sat}},
      {"(set-logic QF_AUFLIA)(declare-fun a () (Array Int Int))(assert (= (select a 1) 2))(assert (= (select a 1) 3))"
       "(check-sat)",
       {Truth::Unsat}},
  };
  return all;
}

core::Verdict judged(const SolverDefinition& definition, const Example& example, const SolverAnswer& answer) {
  core::Case subject;
  subject.files = {{std::string(kScriptFile), example.script}};
  SmtFacts facts;
  facts.truths = example.truths;
  return judge(definition, subject, facts, answer);
}

class RealSolver : public testing::TestWithParam<std::string> {};

/// The built-in solvers. Tests skip solvers that are not installed.
std::vector<std::string> solvers() {
  std::vector<std::string> names;
  for (const SolverDefinition& one : builtin_solvers())
    if (!one.argv.empty()) names.push_back(one.name);
  return names;
}

TEST_P(RealSolver, AnswersTheSameInEveryStyle) {
  SolverDefinition definition = *resolve_solver(GetParam());
  const Result<std::string> version = solver_version(definition);
  if (!version) {
    std::cerr << "SKIPPED, LOUDLY: " << version.error().text() << "\n";
    GTEST_SKIP() << version.error().text();
  }
#ifdef Z3_WORKER
  if (!definition.library.empty()) definition.library = Z3_WORKER;
#endif
  SolverRunner runner(definition, small_limits());
  std::size_t models = 0;
  for (const Example& example : examples()) {
    TermStore store;
    const Result<Script> script = parse_script(store, example.script, "example");
    ASSERT_TRUE(script.ok()) << example.script;
    if (unsupported(definition, store, *script)) continue;
    for (const RunStyle style : {RunStyle::Process, RunStyle::Persistent, RunStyle::Library}) {
      const SolverAnswer answer = runner.run(example.script, {.model = true}, style, {});
      ASSERT_EQ(answer.kind, Kind::Answered) << example.script << "\n" << answer.output;
      const core::Verdict verdict = judged(definition, example, answer);
      EXPECT_EQ(verdict.outcome, core::Verdict::Outcome::Pass) << example.script << "\n"
                                                               << answer.output << verdict.detail;
      EXPECT_EQ(verdict.reason, "") << example.script << "\n" << answer.output << verdict.detail;
      EXPECT_EQ(answer.model.has_value(), answer.replies.back() == Reply::Sat) << example.script << answer.output;
      models += answer.model ? 1 : 0;
    }
  }
  EXPECT_GE(models, 20U);
  EXPECT_EQ(runner.restarts(), 0U);
}

TEST_P(RealSolver, ItsControlsComeOutAsTheyMust) {
  const SolverDefinition definition = *resolve_solver(GetParam());
  if (!solver_version(definition)) GTEST_SKIP();
  SolverRunner runner(definition, small_limits());
  for (const core::Control& control : solver_controls(definition, 0)) {
    const SolverAnswer answer =
        runner.run(input_text(definition, control.subject), {.model = true}, RunStyle::Process, {});
    const core::Verdict verdict =
        judge(definition, control.subject, *SmtFacts::from_json(control.subject.metadata), answer);
    EXPECT_EQ(verdict.outcome, control.expected.outcome) << control.name << answer.output;
    if (control.expected.is_bug()) {
      EXPECT_EQ(verdict.kind, control.expected.kind) << control.name;
    }
  }
}

TEST_P(RealSolver, AnErrorIsAnErrorInEveryStyleAndDoesNoHarm) {
  const SolverDefinition definition = *resolve_solver(GetParam());
  if (!solver_version(definition)) GTEST_SKIP();
  SolverRunner runner(definition, small_limits());
  for (const RunStyle style : {RunStyle::Process, RunStyle::Persistent}) {
    const SolverAnswer error =
        runner.run("(set-logic QF_LIA)(assert (> nothing 1))(check-sat)", {.model = true}, style, {});
    EXPECT_EQ(error.kind, Kind::Error) << error.output;
    const SolverAnswer open = runner.run("(set-logic QF_LIA)(assert true", {.model = true}, style, {});
    EXPECT_NE(open.kind, Kind::Answered) << open.output;
    EXPECT_EQ(runner.run(examples()[0].script, {.model = true}, style, {}).kind, Kind::Answered);
  }
}

TEST_P(RealSolver, AnAnnouncedStatusDoesNotReachTheNextScript) {
  const SolverDefinition definition = *resolve_solver(GetParam());
  if (!solver_version(definition)) GTEST_SKIP();
  SolverRunner runner(definition, small_limits());
  for (const char* status : {"sat", "unsat"}) {
    const std::string head = "(set-logic QF_UF)(set-info :status " + std::string(status) + ")(assert ";
    for (const char* body : {"true)(check-sat)", "false)(check-sat)"}) {
      // (cvc5 and CVC4 abort if the script's status differs from their answer.)
      (void)runner.run(head + body, {.model = true}, RunStyle::Persistent, {});
      EXPECT_EQ(runner.run(examples()[0].script, {.model = true}, RunStyle::Persistent, {}).kind, Kind::Answered)
          << status << body;
      EXPECT_EQ(runner.run(examples()[1].script, {.model = true}, RunStyle::Persistent, {}).kind, Kind::Answered)
          << status << body;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Installed, RealSolver, testing::ValuesIn(solvers()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace assay::smt

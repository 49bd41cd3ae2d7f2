#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "smt/judge/judge.hpp"
#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Case;
using core::Verdict;
using Kind = SolverAnswer::Kind;
using Outcome = core::Verdict::Outcome;
using Names = std::vector<std::string>;

constexpr const char* kInts = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 5))\n(check-sat)\n";

Case make_case(const std::string& script) {
  Case made;
  made.group = "QF_LIA";
  made.files = {{std::string(kScriptFile), script}};
  return made;
}

SmtFacts make_facts(std::vector<Truth> truths, bool decidable = false) {
  SmtFacts facts;
  facts.truths = std::move(truths);
  facts.decidable = decidable;
  return facts;
}

SolverAnswer make_answer(Kind kind, std::vector<Reply> replies, std::string message = "") {
  SolverAnswer answer;
  answer.kind = kind;
  answer.replies = std::move(replies);
  answer.message = std::move(message);
  return answer;
}

Verdict judged(const SmtFacts& facts, const SolverAnswer& answer, const std::string& script = kInts) {
  return judge(*resolve_solver("z3"), make_case(script), facts, answer);
}

Verdict with_model(const std::string& model, const std::string& script = kInts) {
  SolverAnswer answer = make_answer(Kind::Answered, {Reply::Sat});
  answer.model = model;
  return judged(make_facts({Truth::Sat}), answer, script);
}

TEST(Judge, WrongAnswersAreUnsoundness) {
  const Verdict refutation = judged(make_facts({Truth::Sat}), make_answer(Kind::Answered, {Reply::Unsat}));
  ASSERT_TRUE(refutation.is_bug());
  EXPECT_EQ(refutation.kind, BugKind::RefutationUnsound);
  const Verdict solution =
      judged(make_facts({Truth::Sat, Truth::Unsat}), make_answer(Kind::Answered, {Reply::Sat, Reply::Sat}));
  ASSERT_TRUE(solution.is_bug());
  EXPECT_EQ(solution.kind, BugKind::SolutionUnsound);
  EXPECT_NE(solution.detail.find("check 2 of 2"), std::string::npos);
}

TEST(Judge, RightAnswersPass) {
  EXPECT_EQ(
      judged(make_facts({Truth::Sat, Truth::Unsat}), make_answer(Kind::Answered, {Reply::Sat, Reply::Unsat})).outcome,
      Outcome::Pass);
  for (const Reply reply : {Reply::Sat, Reply::Unsat, Reply::Unknown}) {
    EXPECT_EQ(judged(make_facts({Truth::Open}, true), make_answer(Kind::Answered, {reply})).outcome, Outcome::Pass);
  }
}

TEST(Judge, TheFirstWrongAnswerCountsBeforeACrash) {
  const Verdict verdict =
      judged(make_facts({Truth::Sat, Truth::Sat}), make_answer(Kind::Crash, {Reply::Unsat}, "SIGSEGV"));
  EXPECT_EQ(verdict.kind, BugKind::RefutationUnsound);
  const Verdict after = judged(make_facts({Truth::Sat, Truth::Sat}), make_answer(Kind::Crash, {Reply::Sat}, "SIGSEGV"));
  EXPECT_EQ(after.kind, BugKind::Crash);
  EXPECT_EQ(after.reason, "SIGSEGV");
}

TEST(Judge, AnswersAfterAnErrorDoNotCount) {
  const Verdict verdict =
      judged(make_facts({Truth::Unsat}), make_answer(Kind::Error, {Reply::Sat}, "unknown constant"));
  ASSERT_TRUE(verdict.is_bug());
  EXPECT_EQ(verdict.kind, BugKind::RejectsValid);
}

TEST(Judge, UnknownIsABugOnlyWhereTheTargetDecides) {
  const SolverAnswer unknown = make_answer(Kind::Answered, {Reply::Unknown});
  const Verdict bug = judged(make_facts({Truth::Sat}, true), unknown);
  ASSERT_TRUE(bug.is_bug());
  EXPECT_EQ(bug.kind, BugKind::Incomplete);
  EXPECT_EQ(judged(make_facts({Truth::Sat}, false), unknown).outcome, Outcome::Skip);
  EXPECT_EQ(judged(make_facts({Truth::Sat}, true), unknown, "(set-logic QF_NIA)(check-sat)").outcome, Outcome::Skip);
  EXPECT_EQ(judged(make_facts({Truth::Sat}, true), unknown, "(set-logic QF_LIA)(check-sat-using smt)").outcome,
            Outcome::Skip);
}

TEST(Judge, EverythingElseIsACountedSkipOrACrash) {
  const SmtFacts facts = make_facts({Truth::Sat});
  EXPECT_EQ(judged(facts, make_answer(Kind::Timeout, {})).reason, "timeout");
  EXPECT_EQ(judged(facts, make_answer(Kind::OutOfMemory, {})).reason, "out of memory");
  EXPECT_EQ(judged(facts, make_answer(Kind::OutputLimit, {})).reason, "output limit");
  EXPECT_EQ(judged(facts, make_answer(Kind::FileLimit, {})).reason, "file limit");
  EXPECT_EQ(judged(facts, make_answer(Kind::Killed, {})).reason, "killed from outside");
  EXPECT_EQ(judged(facts, make_answer(Kind::Missing, {})).reason, "cannot start");
  EXPECT_EQ(judged(facts, make_answer(Kind::Cancelled, {})).reason, "cancelled");
  EXPECT_EQ(judged(facts, make_answer(Kind::Unsupported, {}, "not supported by the target")).outcome, Outcome::Skip);
  const Verdict garbage = judged(facts, make_answer(Kind::Garbage, {}));
  EXPECT_TRUE(garbage.is_bug());
  EXPECT_EQ(garbage.kind, BugKind::Crash);
  EXPECT_EQ(garbage.reason, "garbage output");
  SolverAnswer odd = make_answer(Kind::Answered, {Reply::Sat});
  odd.unclassified = "by the way";
  EXPECT_EQ(judged(facts, odd).reason, "unclassified output");
}

TEST(Judge, ModelsAreEvaluated) {
  EXPECT_EQ(with_model("((define-fun x () Int 6))").outcome, Outcome::Pass);
  EXPECT_EQ(with_model("((define-fun x () Int 6))").reason, "");
  const Verdict wrong = with_model("((define-fun x () Int 5))");
  ASSERT_TRUE(wrong.is_bug());
  EXPECT_EQ(wrong.kind, BugKind::InvalidModel);
  EXPECT_NE(wrong.detail.find("(> x 5)"), std::string::npos);
}

TEST(Judge, AModelMayLeaveOutOnlyWhatDoesNotMatter) {
  const Verdict missing = with_model("()");
  ASSERT_TRUE(missing.is_bug());
  EXPECT_EQ(missing.reason, "lacks a symbol");
  EXPECT_EQ(with_model("()", "(declare-fun x () Int)(assert (= x x))(check-sat)").outcome, Outcome::Pass);
}

TEST(Judge, ADefinitionThatCannotBeReadIsNotAMissingOne) {
  const Verdict unread = with_model("((define-fun x () My Sort 5))");
  EXPECT_EQ(unread.outcome, Outcome::Pass) << unread.detail;
  EXPECT_EQ(unread.reason, "model not judged: it cannot be read");
}

TEST(Judge, AModelWithMoreElementsThanCanBeEnumeratedIsASkip) {
  const Verdict huge =
      with_model("(\n; cardinality of U is 4294967295\n(define-fun u () U (as @U_0 U))\n)",
                 "(declare-sort U 0)(declare-fun u () U)"
                 "(assert (= ((as const (Array U Int)) 0) (store ((as const (Array U Int)) 1) u 0)))(check-sat)");
  EXPECT_EQ(huge.outcome, Outcome::Pass) << huge.detail;
  EXPECT_EQ(huge.reason, "model not judged: it cannot be read");
}

TEST(Judge, WhatTheModelLeavesOpenIsNoBug) {
  const Verdict open =
      with_model("((define-fun x () Int 0))", "(declare-fun x () Int)(assert (> (div 1 x) 5))(check-sat)");
  EXPECT_EQ(open.outcome, Outcome::Pass);
  EXPECT_EQ(open.reason, "model not judged: it depends on unspecified results");
  EXPECT_EQ(with_model("((define-fun").outcome, Outcome::Pass);
  EXPECT_EQ(with_model("((define-fun").reason, "model not judged: it cannot be read");
}

TEST(Judge, NoModelAfterSatIsABugWhereOneIsPromised) {
  const std::string script = "(declare-fun x () Int)(assert (> x 5))(check-sat)";
  SolverAnswer refused = make_answer(Kind::Answered, {Reply::Sat}, "cannot get model");
  refused.model_asked = true;
  const Verdict wrong = judged(make_facts({Truth::Sat}), refused, script);
  ASSERT_TRUE(wrong.is_bug());
  EXPECT_EQ(wrong.kind, BugKind::InvalidModel);
  EXPECT_EQ(wrong.reason, "none given");
  EXPECT_NE(wrong.detail.find("'cannot get model'"), std::string::npos) << wrong.detail;
  EXPECT_TRUE(judged(make_facts({Truth::Sat}), refused, "(set-option :produce-models true)" + script).is_bug());

  const auto reservation = [&](const SolverAnswer& answer, const std::string& text) {
    const Verdict verdict = judged(make_facts({Truth::Sat}), answer, text);
    EXPECT_EQ(verdict.outcome, Outcome::Pass) << verdict.reason;
    return verdict.reason;
  };
  const std::string none = "model not judged: none given";
  EXPECT_EQ(reservation(refused, "(set-option :simplification none)" + script), none) << "an option may forbid it";
  EXPECT_EQ(reservation(refused, "(declare-fun x () Int)(assert (> x 5))(check-sat-using smt)"), none);
  SolverAnswer excused = refused;
  excused.model_excused = true;
  EXPECT_EQ(reservation(excused, script), none);
  SolverAnswer unasked = refused;
  unasked.model_asked = false;
  EXPECT_EQ(reservation(unasked, script), "");
}

TEST(Judge, AnAnswerOfUnknownTruthIsAPassWithAReservation) {
  const std::string open = "answer not judged: nobody knows its truth";
  const SolverAnswer unsat = make_answer(Kind::Answered, {Reply::Unsat});
  EXPECT_EQ(judged(make_facts({Truth::Open}), unsat).reason, open);
  EXPECT_EQ(judged(make_facts({Truth::Unsat}), unsat).reason, "");
  // A model that holds proves the last answer, and no other.
  const std::string script = "(declare-fun x () Int)(check-sat)(assert (> x 5))(check-sat)";
  SolverAnswer sat = make_answer(Kind::Answered, {Reply::Sat, Reply::Sat});
  sat.model = "((define-fun x () Int 6))";
  EXPECT_EQ(judged(make_facts({Truth::Sat, Truth::Open}), sat, script).reason, "");
  EXPECT_EQ(judged(make_facts({Truth::Open, Truth::Sat}), sat, script).reason, open);
}

TEST(Judge, EachPassSaysWhatWasChecked) {
  const Verdict replies = judged(make_facts({Truth::Unsat}), make_answer(Kind::Answered, {Reply::Unsat}));
  EXPECT_EQ(replies.row, &passes::kReplies);
  EXPECT_EQ(with_model("((define-fun x () Int 6))").row, &passes::kModel);
  EXPECT_EQ(with_model("((define-fun").row, &passes::kModelOpen);
}

TEST(Judge, TheModelIsThatOfTheLastCheck) {
  const std::string script =
      "(declare-fun x () Int)(push 1)(assert (< x 0))(check-sat)(pop 1)(assert (> x 0))(check-sat)(assert (> x 100))";
  SolverAnswer answer = make_answer(Kind::Answered, {Reply::Sat, Reply::Sat});
  answer.model = "((define-fun x () Int 1))";
  EXPECT_EQ(judged(make_facts({Truth::Sat, Truth::Sat}), answer, script).outcome, Outcome::Pass);
  answer.model = "((define-fun x () Int (- 1)))";
  EXPECT_TRUE(judged(make_facts({Truth::Sat, Truth::Sat}), answer, script).is_bug());
}

TEST(Judge, KnownBugsAreCountedNotReported) {
  SolverDefinition definition = *resolve_solver("z3");
  definition.known_bugs = {{"https://example.org/1", {"crash"}, "bvsrem"}};
  const SolverAnswer crash = make_answer(Kind::Crash, {}, "SIGSEGV");
  const SmtFacts facts = make_facts({Truth::Sat});
  EXPECT_EQ(judge(definition, make_case("(assert (bvsrem))"), facts, crash).reason, "known bug: https://example.org/1");
  EXPECT_TRUE(judge(definition, make_case("(assert (bvurem))"), facts, crash).is_bug());
  const SolverAnswer error = make_answer(Kind::Error, {}, "x");
  EXPECT_TRUE(judge(definition, make_case("(assert (bvsrem))"), facts, error).is_bug());
}

TEST(Causes, AreOperatorsThatAReductionOnlyTakesAway) {
  const Verdict wrong = Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", "");
  const char* const cut = "(declare-fun x () Int)(assert (or (> (* x x) 5) (= (div x 2) 1)))";
  EXPECT_EQ(causes(make_case(cut), wrong), (Names{"*", ">", "div"})) << "no Boolean connectives";
  EXPECT_EQ(causes(make_case("(declare-fun x () Int)(assert (= (div x 2) 1))"), wrong), Names{"div"});
  const char* const matching =
      "(declare-datatype D ((c) (d)))(declare-fun x () D)(assert (match x ((c true) (d false))))";
  EXPECT_EQ(causes(make_case(matching), Verdict::bug(BugKind::Crash, "SIGSEGV", "")), Names{"match"});
  EXPECT_EQ(causes(make_case(cut), Verdict::bug(BugKind::Crash, "assertion failure: x.cpp:12", "")), Names{})
      << "the message tells";
}

TEST(Signature, CrashesAreToldByTheirMessage) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict crash = Verdict::bug(BugKind::Crash, "assertion failure: x.cpp:12", "");
  EXPECT_EQ(signature(z3, make_case(kInts), crash), "crash assertion failure: x.cpp:N");
  const Verdict refused = Verdict::bug(BugKind::RejectsValid, "symbol 'm' is there, 'n' is not", "");
  EXPECT_EQ(signature(z3, make_case("(declare-fun m () Int)"), refused),
            "rejects-valid symbol 'NAME' is there, 'n' is not")
      << "the script's names are no part of the cause";
}

TEST(Signature, WrongAnswersAreToldByOperators) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict wrong = Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", "");
  const std::string one = signature(z3, make_case("(declare-fun x () Int)(assert (> (* x x) 5))"), wrong);
  const std::string same = signature(z3, make_case("(declare-fun yy () Int)(assert (not (> (* yy 3) 7)))"), wrong);
  const std::string other = signature(z3, make_case("(declare-fun x () Int)(assert (> (div x 2) 5))"), wrong);
  EXPECT_EQ(one, same);
  EXPECT_NE(one, other);
  EXPECT_TRUE(one.starts_with("refutation-unsound *,> ")) << one;
  EXPECT_NE(one, signature(z3, make_case(kInts), Verdict::bug(BugKind::SolutionUnsound, "", "")));
}

TEST(Controls, AreThereForEveryTargetInALogicThatItTakes) {
  for (const SolverDefinition& one : builtin_solvers()) {
    const auto controls = solver_controls(one, 3);
    ASSERT_GE(controls.size(), 3U) << one.name;
    if (one.name == "vampire") {
      EXPECT_EQ(controls.front().subject.group, "QF_UF") << "it may not end on numbers";
    }
    for (const core::Control& control : controls) {
      EXPECT_EQ(control.target, 3U);
      TermStore store;
      const Result<Script> script = parse_script(store, control.subject.files.front().content, "control");
      ASSERT_TRUE(script.ok());
      EXPECT_FALSE(unsupported(one, store, *script)) << one.name;
      EXPECT_TRUE(SmtFacts::from_json(control.subject.metadata).ok());
    }
  }
}

TEST(Judge, AConfessionIsAFinding) {
  SolverAnswer answer = make_answer(Kind::Answered, {Reply::Sat});
  answer.confession = {BugKind::InvalidModel, "an invalid model, by its own check"};
  const Verdict alone = judged(make_facts({Truth::Open}), answer);
  ASSERT_TRUE(alone.is_bug());
  EXPECT_EQ(alone.kind, BugKind::InvalidModel);
  EXPECT_EQ(alone.reason, "an invalid model, by its own check");
  answer.model = "((define-fun x () Int 3))";
  EXPECT_EQ(judged(make_facts({Truth::Sat}), answer).reason, "falsifies an assertion") << "what is certain is said";
  answer.replies = {Reply::Unsat};
  EXPECT_EQ(judged(make_facts({Truth::Sat}), answer).kind, BugKind::RefutationUnsound);
}

TEST(Signature, ASignalIsToldByTheOperatorsToo) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict signal = Verdict::bug(BugKind::Crash, "segmentation fault: at N", "");
  EXPECT_FALSE(told_by_message(signal.kind, signal.reason));
  EXPECT_FALSE(told_by_message(BugKind::Crash, "SIGSEGV"));
  EXPECT_TRUE(told_by_message(BugKind::Crash, "assertion failure: x.cpp:N"));
  const std::string one = signature(z3, make_case("(declare-fun x () Int)(assert (= (div x 2) 5))"), signal);
  EXPECT_EQ(one, signature(z3, make_case("(declare-fun y () Int)(push 1)(assert (distinct 7 (div y 3)))"), signal));
  EXPECT_NE(one, signature(z3, make_case("(declare-fun x () Int)(assert (= (mod x 2) 1))"), signal));
}

TEST(Signature, GivingUpIsToldByTheTheories) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict unknown = Verdict::bug(BugKind::Incomplete, "unknown in QF_FP", "");
  const std::string declared = "(declare-fun x () (_ FloatingPoint 5 11))";
  const std::string one = signature(z3, make_case(declared + "(assert (fp.isNaN (fp.rem x x)))"), unknown);
  const std::string other = signature(z3, make_case(declared + "(assert (fp.lt x (fp.sqrt RNE x)))"), unknown);
  EXPECT_EQ(one, other);
  EXPECT_NE(one, signature(z3, make_case(declared + "(assert (fp.lt x x))"),
                           Verdict::bug(BugKind::Incomplete, "unknown in QF_BVFP", "")));
}

TEST(Signature, ADegenerateIndexIsTheCause) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict wrong = Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", "");
  const std::string strings = "(declare-fun s () String)";
  const std::string empty =
      signature(z3, make_case(strings + "(assert (not (str.in_re s ((_ re.loop 3 1) (str.to_re \"a\")))))"), wrong);
  EXPECT_EQ(empty, signature(z3,
                             make_case(strings + "(assert (= (str.in_re (str.++ s s) (re.* ((_ re.loop 5 2) "
                                                 "re.allchar))) (str.prefixof s \"b\")))"),
                             wrong));
  EXPECT_NE(
      empty,
      signature(z3, make_case(strings + "(assert (not (str.in_re s ((_ re.loop 1 3) (str.to_re \"a\")))))"), wrong));
  EXPECT_EQ(signature(z3, make_case(strings + "(assert (str.in_re s ((_ re.loop 0 0) re.all)))"), wrong),
            signature(z3, make_case("(assert (not (= ((_ re.^ 0) re.all) re.all)))"), wrong))
      << "no repetitions in either spelling";
  const std::string floats = "(declare-fun x () (_ FloatingPoint 5 11))";
  EXPECT_EQ(
      signature(z3, make_case(floats + "(assert (= ((_ fp.to_sbv 1) RNE x) #b1))"), wrong),
      signature(z3,
                make_case(floats + "(assert (fp.isNaN (fp.abs x)))(assert (= (bvneg ((_ fp.to_sbv 1) RNE x)) #b1))"),
                wrong));
}

TEST(Signature, AWordOfTheLanguageAsANameIsTheCause) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict wrong = Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", "");
  const std::string one = signature(z3, make_case("(declare-fun |is| (Int) Bool)(assert (|is| 5))"), wrong);
  EXPECT_EQ(one, signature(z3, make_case("(declare-fun |is| () Bool)(declare-fun x () Real)(assert (= |is| (< x x)))"),
                           wrong));
  EXPECT_NE(one, signature(z3, make_case("(declare-fun isa (Int) Bool)(assert (isa 5))"), wrong));
  EXPECT_NE(one, signature(z3, make_case("(declare-fun |i s| (Int) Bool)(assert (|i s| 5))"), wrong));
}

TEST(Signature, ARoundingModeIsNoCause) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict wrong = Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", "");
  const std::string declared = "(declare-fun x () (_ FloatingPoint 3 4))";
  EXPECT_EQ(signature(z3, make_case(declared + "(assert (= x (fp.sqrt RNE x)))"), wrong),
            signature(z3, make_case(declared + "(assert (= x (fp.sqrt RTZ x)))"), wrong));
  EXPECT_NE(signature(z3, make_case(declared + "(assert (= x (fp.sqrt RNE x)))"), wrong),
            signature(z3, make_case(declared + "(assert (= x (fp.roundToIntegral RNE x)))"), wrong));
}

TEST(CauseOfRejection, HasNoNamesOrTermsOfTheScript) {
  const std::string script =
      "(declare-sort Sort 0)(declare-datatypes ((Tree 1)) ((par (X) ((node (value X))))))"
      "(declare-fun x () Int)(declare-fun a () Int)";
  EXPECT_EQ(
      cause_of_rejection("unknown constant node (Int (Tree Int)) declared: (declare-fun node (U) (Tree U))", script),
      "unknown constant NAME (...) declared: (...)");
  EXPECT_EQ(cause_of_rejection("a value 'x' of Sort (which is nodes of computeType(int)", script),
            "a NAME 'NAME' of NAME (...)");
  EXPECT_EQ(cause_of_rejection("in f(int) x", "(no script"), "in f(int) x");
}

TEST(Signature, AnEmptyNameIsTheCause) {
  const SolverDefinition z3 = *resolve_solver("z3");
  const Verdict wrong = Verdict::bug(BugKind::InvalidModel, "falsifies an assertion", "");
  EXPECT_EQ(signature(z3, make_case("(declare-fun || () Int)(assert (> || 5))"), wrong),
            signature(z3, make_case("(declare-fun || () String)(assert (= || \"\"))"), wrong));
  EXPECT_NE(signature(z3, make_case("(declare-fun x () Int)(assert (> x 5))"), wrong),
            signature(z3, make_case("(declare-fun || () Int)(assert (> || 5))"), wrong));
}

/// The verdict on the optimum that an answer names, beside a witness that has x = 3 and y = 2.
Verdict with_objectives(const std::string& objectives, const std::string& commands, const std::string& settings = "") {
  Case subject = make_case(settings + "(declare-const x Real)(declare-const y Int)(assert (and (<= x 4.0) (< y 9)))" +
                           commands + "(check-sat)");
  subject.files.push_back({std::string(kWitnessFile), "((define-fun x () Real 3.0) (define-fun y () Int 2))"});
  SmtFacts facts = make_facts({Truth::Sat});
  facts.has_witness = true;
  SolverAnswer answer = make_answer(Kind::Answered, {Reply::Sat});
  answer.objectives = objectives;
  return judge(*resolve_solver("z3"), subject, facts, answer);
}
bool is_beaten(const std::string& objectives, const std::string& commands, const std::string& settings = "") {
  return with_objectives(objectives, commands, settings).is_bug();
}

TEST(Judge, AWitnessProvesAnOptimumWrong) {
  const Verdict verdict = with_objectives("(objectives\n (x 2.5)\n)", "(maximize x)");
  ASSERT_TRUE(verdict.is_bug());
  EXPECT_EQ(verdict.kind, BugKind::WrongResult);
  EXPECT_EQ(verdict.reason, "wrong optimum");
  EXPECT_EQ(verdict.detail, "objective 1: the maximum is said to be 5/2, a model of the script reaches 3");
  EXPECT_TRUE(is_beaten("(objectives (y 3))", "(minimize y)"));
  EXPECT_TRUE(is_beaten("(objectives (y (- 3)))", "(maximize y)"));
  EXPECT_TRUE(is_beaten("(objectives ((+ x 1.0) (/ 7 2)))", "(maximize (+ x 1.0))"));
  EXPECT_TRUE(is_beaten("(objectives (x (+ 3.0 (* (- 1.0) epsilon))))", "(maximize x)")) << "3 is reached";
  EXPECT_TRUE(is_beaten("(objectives (x (* (- 1) oo)))", "(maximize x)"));
  EXPECT_TRUE(is_beaten("(objectives (y oo))", "(minimize y)"));
  EXPECT_TRUE(is_beaten("(objectives (|a b| 3.5))",
                        "(assert-soft (> x 3.0) :weight 2.5 :id |a b|)"
                        "(assert-soft (= y 2) :weight 7 :id |a b|)"));
}

TEST(Judge, NoOptimumIsWrongThatTheWitnessDoesNotBeat) {
  EXPECT_FALSE(is_beaten("(objectives (x 4.0))", "(maximize x)"));
  EXPECT_FALSE(is_beaten("(objectives (x 3.0))", "(maximize x)"));
  EXPECT_FALSE(is_beaten("(objectives (x (- 1.5)))", "(minimize x)"));
  EXPECT_FALSE(is_beaten("(objectives (x oo))", "(maximize x)")) << "wrong, but the witness does not say so";
  EXPECT_FALSE(is_beaten("(objectives (x (interval 1.0 2.0)))", "(maximize x)")) << "no number";
  EXPECT_FALSE(is_beaten("(objectives)", "(maximize x)"));
  EXPECT_FALSE(is_beaten("(objectives (a 2.5))", "(assert-soft (> x 3.0) :weight 2.5 :id a)"));
}

TEST(Judge, ObjectivesCountInTheirOrder) {
  const std::string both = "(maximize x)(maximize y)";
  EXPECT_FALSE(is_beaten("(objectives (x 4.0) (y 1))", both)) << "the first one is better";
  EXPECT_TRUE(is_beaten("(objectives (x 3.0) (y 1))", both));
  EXPECT_TRUE(is_beaten("(objectives (x 4.0) (y 1))", both, "(set-option :opt.priority box)"));
  EXPECT_FALSE(is_beaten("(objectives (x 3.0) (y 1))", both, "(set-option :opt.priority pareto)"));
  EXPECT_FALSE(is_beaten("(objectives (x 2.0))", "(check-sat)(maximize x)")) << "after a check";
}

}  // namespace
}  // namespace assay::smt

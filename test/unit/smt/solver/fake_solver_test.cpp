#include <string>

#include "runner_support.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using Kind = SolverAnswer::Kind;

/// A case with a known witness, and the answer of a lie.
struct Lied {
  const char* lie;
  const char* script;
  const char* witness;
  Truth truth;
  const char* expected;  ///< name of the bug's kind, or the reason of a skip
};

core::Case case_of(const std::string& script, const std::string& witness, const std::vector<Truth>& truths) {
  core::Case made;
  made.files = {{std::string(kScriptFile), script}, {std::string(kWitnessFile), witness}};
  SmtFacts facts;
  facts.truths = truths;
  facts.has_witness = true;
  facts.decidable = true;
  made.metadata = facts.json();
  return made;
}

core::Verdict run_and_judge(const SolverDefinition& definition, const core::Case& subject, const core::Limits& limits) {
  SolverRunner runner(definition, limits);
  const SolverAnswer answer = runner.run(input_text(definition, subject), {.model = true}, RunStyle::Process, {});
  return judge(definition, subject, *SmtFacts::from_json(subject.metadata), answer);
}

std::string told(const core::Verdict& verdict) {
  return verdict.is_bug() ? std::string(name(verdict.kind)) : verdict.reason;
}

constexpr const char* kBits = "(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))";
constexpr const char* kBitWitness = "((define-fun x () (_ BitVec 4) #xd)(define-fun y () (_ BitVec 4) #x0))";
constexpr const char* kInts = "(declare-fun a () Int)(declare-fun b () Int)";
constexpr const char* kIntWitness = "((define-fun a () Int 7)(define-fun b () Int (- 2)))";
constexpr const char* kBools = "(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun r () Bool)";
constexpr const char* kBoolWitness =
    "((define-fun p () Bool true)(define-fun q () Bool false)(define-fun r () Bool true))";

const Lied kLied[] = {
    {"bvsrem-negative", "(assert (= (bvsrem x #x5) #xd))(check-sat)", kBitWitness, Truth::Sat, "refutation-unsound"},
    {"bvudiv-zero", "(assert (= (bvudiv x y) #xf))(check-sat)", kBitWitness, Truth::Sat, "refutation-unsound"},
    {"shift-far", "(assert (= (bvshl x x) y))(check-sat)", kBitWitness, Truth::Sat, "refutation-unsound"},
    {"div-negative", "(assert (= (div a b) (- 3)))(check-sat)", kIntWitness, Truth::Sat, "refutation-unsound"},
    {"nested-negation", "(assert (not (and p (not p) q)))(check-sat)", kBoolWitness, Truth::Sat, "refutation-unsound"},
    {"after-pop", "(push 1)(assert p)(pop 1)(assert r)(check-sat)", kBoolWitness, Truth::Sat, "refutation-unsound"},
    {"inside-push", "(push 1)(assert p)(assert (not p))(check-sat)", kBoolWitness, Truth::Unsat, "solution-unsound"},
    {"forgets-assertion", "(assert p)(assert q)(assert (not p))(check-sat)", kBoolWitness, Truth::Unsat,
     "solution-unsound"},
    {"crash-ite", "(assert (ite p (ite q p r) q))(check-sat)", kBoolWitness, Truth::Sat, "crash"},
    {"assert-distinct", "(assert (distinct p q))(check-sat)", kBoolWitness, Truth::Sat, "crash"},
    {"rejects-implication", "(assert (=> p r))(check-sat)", kBoolWitness, Truth::Sat, "rejects-valid"},
    {"garbage-xor", "(assert (xor p q))(check-sat)", kBoolWitness, Truth::Sat, "crash"},
    {"unknown-ite", "(assert (ite p r q))(check-sat)", kBoolWitness, Truth::Sat, "incomplete"},
};

std::string declarations(const Lied& lied) {
  return lied.witness == kBitWitness ? kBits : lied.witness == kIntWitness ? kInts : kBools;
}

TEST(FakeSolver, EachLieIsSeenAndTheHonestOneIsNot) {
  for (const Lied& lied : kLied) {
    const core::Case subject =
        case_of("(set-logic ALL)" + declarations(lied) + lied.script, lied.witness, {lied.truth});
    const core::Verdict bug = run_and_judge(fake(lied.lie), subject, small_limits());
    EXPECT_EQ(told(bug), lied.expected) << lied.lie << ": " << bug.detail;
    const core::Verdict honest = run_and_judge(fake(), subject, small_limits());
    EXPECT_EQ(honest.outcome, core::Verdict::Outcome::Pass) << lied.lie << ": " << honest.reason << honest.detail;
    EXPECT_EQ(honest.reason, "") << lied.lie;
  }
}

/// A script that is large enough for the lies about any script.
const char* const kLargeScript =
    "(set-logic ALL)(declare-fun x () (_ BitVec 4))(declare-fun a () Int)(declare-fun m () (Array Int Int))"
    "(assert (= (bvadd x #x1) #x6))(assert (= (+ a 2) 9))(assert (> (select m a) 3))(assert (= (select m 8) "
    "5))(check-sat)";
const char* const kLargeWitness =
    "((define-fun x () (_ BitVec 4) #x5)(define-fun a () Int 7)"
    "(define-fun m () (Array Int Int) ((as const (Array Int Int)) 5)))";

TEST(FakeSolver, WrongModelsAreRefuted) {
  const core::Case subject = case_of(kLargeScript, kLargeWitness, {Truth::Sat});
  EXPECT_EQ(told(run_and_judge(fake(), subject, small_limits())), "");
  for (const char* lie : {"model-bit", "model-number", "model-missing", "model-array"}) {
    EXPECT_EQ(told(run_and_judge(fake(lie), subject, small_limits())), "invalid-model") << lie;
  }
}

TEST(FakeSolver, WhatNeverEndsIsCutOff) {
  const core::Case subject = case_of(kLargeScript, kLargeWitness, {Truth::Sat});
  core::Limits limits = small_limits();
  EXPECT_EQ(told(run_and_judge(fake("flood"), subject, limits)), "output limit");
  limits.memory_bytes = std::uint64_t{256} << 20;
  EXPECT_EQ(told(run_and_judge(fake("memory"), subject, limits)), "out of memory");
  limits.wall_seconds = 1;
  EXPECT_EQ(told(run_and_judge(fake("hang"), subject, limits)), "timeout");
  EXPECT_EQ(told(run_and_judge(fake("daemon"), subject, limits)), "timeout");
}

TEST(FakeSolver, TheHonestOnePassesItsControlsInEveryStyle) {
  const SolverDefinition definition = fake();
  SolverRunner runner(definition, small_limits());
  for (const RunStyle style : {RunStyle::Process, RunStyle::Persistent}) {
    for (const core::Control& control : solver_controls(definition, 0)) {
      const SolverAnswer answer = runner.run(input_text(definition, control.subject), {.model = true}, style, {});
      const core::Verdict verdict =
          judge(definition, control.subject, *SmtFacts::from_json(control.subject.metadata), answer);
      EXPECT_EQ(verdict.outcome, control.expected.outcome) << control.name << answer.output;
      if (control.expected.is_bug()) {
        EXPECT_EQ(verdict.kind, control.expected.kind) << control.name;
      } else {
        EXPECT_EQ(verdict.reason, "") << control.name;
      }
    }
  }
}

TEST(FakeSolver, AnUnknownLieIsAMessage) {
  const core::Verdict verdict =
      run_and_judge(fake("no-such-lie"), case_of("(check-sat)", "()", {Truth::Sat}), small_limits());
  EXPECT_TRUE(verdict.is_bug());
  EXPECT_NE(verdict.reason.find("there is no lie"), std::string::npos);
}

}  // namespace
}  // namespace assay::smt

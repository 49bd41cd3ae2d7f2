#include <gtest/gtest.h>

#include "core/target/scratch.hpp"
#include "smt/checker/checker.hpp"

namespace assay::smt {
namespace {

using ProofOutcome = ProofJudgement::Outcome;
using Fault = ProofJudgement::Fault;
using Kind = CheckerAnswer::Kind;

/// A checker with a fixed answer.
struct FixedChecker final : CheckerPort {
  explicit FixedChecker(CheckerAnswer given) : answer(std::move(given)) {}
  CheckerAnswer check(const std::string&, const std::string& proof, const std::stop_token&) override {
    seen = proof;
    return answer;
  }
  CheckerAnswer answer;
  std::string seen;
};

ProofJudgement judged(const std::string& checker, const std::string& script, const std::string& proof, Kind kind,
                      const std::string& step = {}, std::optional<std::string> model = {}) {
  CheckerAnswer answer;
  answer.kind = kind;
  answer.step = step;
  FixedChecker port(answer);
  const Result<CheckerDefinition> definition = resolve_checker(checker);
  return judge_proof(*definition, port, {script, proof, std::move(model)}, {});
}

const std::string kUnsat =
    "(declare-const x Int)\n(assert (< x 0))\n(assert (> x (- 2)))\n(assert (not (= x (- 1))))\n(check-sat)\n";
const std::string kProof =
    "(declare-const x Int)\n(assume @p1 (< x 0))\n(assume @p2 (> x -2))\n(assume @p3 (not (= x -1)))\n"
    "(step @p4 (= x -1) :rule int_tight :premises (@p1 @p2))\n(step @p5 false :rule contra :premises (@p4 @p3))\n";

TEST(JudgeProof, AcceptsRightProofs) {
  const ProofJudgement judgement = judged("ethos", kUnsat, kProof, Kind::Accepted);
  EXPECT_EQ(judgement.outcome, ProofOutcome::Accepted) << judgement.reason << judgement.detail;
}

TEST(JudgeProof, ComparesAssumptions) {
  const ProofJudgement other = judged(
      "ethos", "(declare-const x Int)\n(assert (< x 0))\n(assert (> x (- 2)))\n(check-sat)\n", kProof, Kind::Accepted);
  EXPECT_EQ(other.outcome, ProofOutcome::Refused);
  EXPECT_EQ(other.step, "@p3");
  EXPECT_EQ(other.reason, "the proof assumes what the script does not assert");
  const ProofJudgement popped = judged("ethos",
                                       "(declare-const x Int)\n(push 1)\n(assert (< x 0))\n(pop 1)\n(assert (> x (- "
                                       "2)))\n(assert (not (= x (- 1))))\n(check-sat)\n",
                                       kProof, Kind::Accepted);
  EXPECT_EQ(popped.outcome, ProofOutcome::Refused) << "an assertion that is gone does not count";
  EXPECT_EQ(popped.step, "@p1");
}

TEST(JudgeProof, ComparesOtherFormsOfAssertionsByValues) {
  const std::string script =
      "(declare-const p Bool)\n(declare-const q Bool)\n(assert (=> p q))\n(assert p)\n(assert (not q))\n(check-sat)\n";
  const std::string proof =
      "(assume @p1 (or (not p) q))\n(assume @p2 p)\n(assume @p3 (not q))\n"
      "(step @p4 false :rule r :premises (@p1 @p2 @p3))\n";
  EXPECT_EQ(judged("ethos", script, proof, Kind::Accepted).outcome, ProofOutcome::Accepted);
  const std::string functions =
      "(declare-sort S 0)\n(declare-fun f (S) S)\n(declare-const a S)\n(assert (= (f (f a)) a))\n(check-sat)\n";
  const std::string foreign = "(assume @p1 (= (f (f (f a))) a))\n(step @p2 false :rule r :premises (@p1))\n";
  EXPECT_EQ(judged("ethos", functions, foreign, Kind::Accepted).outcome, ProofOutcome::Refused);
}

TEST(JudgeProof, SeesWrongCheckers) {
  const std::string sat = "(declare-const x Int)\n(assert (< x 0))\n(check-sat)\n";
  const std::string bogus = "(assume @p1 (< x 0))\n(step @p2 false :rule wrong :premises (@p1))\n";
  EXPECT_EQ(judged("ethos", sat, bogus, Kind::Accepted).outcome, ProofOutcome::Unsound);
  const std::string hard = "(declare-const x Int)\n(assert (= (* x x) 1522756))\n(check-sat)\n";
  const std::string of_hard = "(assume @p1 (= (* x x) 1522756))\n(step @p2 false :rule wrong :premises (@p1))\n";
  EXPECT_EQ(judged("ethos", hard, of_hard, Kind::Accepted).outcome, ProofOutcome::Accepted) << "no point is known";
  EXPECT_EQ(judged("ethos", hard, of_hard, Kind::Accepted, {}, "((define-fun x () Int 1234))").outcome,
            ProofOutcome::Unsound);
  EXPECT_EQ(judged("ethos", hard, of_hard, Kind::Accepted, {}, "((define-fun x () Int 1235))").outcome,
            ProofOutcome::Accepted)
      << "a model that does not satisfy the script";
}

TEST(JudgeProof, DecidesRefusedSteps) {
  const ProofJudgement right = judged("ethos", kUnsat, kProof, Kind::Refused, "@p4");
  EXPECT_EQ(right.outcome, ProofOutcome::Refused);
  EXPECT_EQ(right.rule, "int_tight");
  EXPECT_EQ(right.fault, Fault::Checker) << right.detail;
  std::string wrong = kProof;
  wrong.replace(wrong.find("(step @p4 (= x -1)"), 18, "(step @p4 (= x -3)");
  EXPECT_EQ(judged("ethos", kUnsat, wrong, Kind::Refused, "@p4").fault, Fault::Solver);
  std::string unknown = kProof;
  unknown.replace(unknown.find("(step @p4 (= x -1)"), 18, "(step @p4 (= x @k)");
  EXPECT_EQ(judged("ethos", kUnsat, unknown, Kind::Refused, "@p4").fault, Fault::Open);
}

TEST(JudgeProof, TellsHolesAndMissingRules) {
  const std::string trusting = kProof.substr(0, kProof.find("(step @p4")) +
                               "; trust ARITH\n(step @p4 (= x -1) :rule trust :premises (@p1 @p2) :args ((= x -1)))\n"
                               "(step @p5 false :rule contra :premises (@p4 @p3))\n";
  const ProofJudgement hole = judged("ethos", kUnsat, trusting, Kind::Holes);
  EXPECT_EQ(hole.outcome, ProofOutcome::Holes);
  EXPECT_EQ(hole.holes, (std::vector<std::string>{"trust", "ARITH"}));
  EXPECT_EQ(judged("ethos", kUnsat, trusting, Kind::Accepted).outcome, ProofOutcome::Holes) << "a silent checker";
  EXPECT_EQ(judged("ethos", kUnsat, kProof, Kind::MissingRule).outcome, ProofOutcome::MissingRule);
  EXPECT_EQ(judged("ethos", kUnsat, kProof, Kind::Crashed).outcome, ProofOutcome::Crashed);
  EXPECT_EQ(judged("ethos", kUnsat, kProof, Kind::Limited).outcome, ProofOutcome::NotJudged);
  EXPECT_EQ(judged("ethos", kUnsat, "sat", Kind::Accepted).outcome, ProofOutcome::NotJudged);
}

TEST(JudgeProof, TellsSignaturesOfAnotherRelease) {
  core::ScratchFolder folder;
  CheckerDefinition definition = *resolve_checker("ethos");
  definition.signatures = *folder.path();
  CheckerAnswer answer;
  answer.kind = Kind::MissingRule;
  answer.rule = "int_tight";
  FixedChecker port(answer);
  const auto with_rules = [&](const std::string& rules) {
    EXPECT_TRUE(folder.write("Rules.eo", rules).ok());
    return judge_proof(definition, port, {kUnsat, kProof, {}}, {});
  };
  const ProofJudgement other = with_rules("(declare-rule resolution ((F Bool)) :premises (F) :conclusion F)");
  EXPECT_EQ(other.outcome, ProofOutcome::NotJudged);
  EXPECT_EQ(other.reason,
            "the signatures are not those of the solver's release: they do not declare contra, int_tight");
  const std::string declared = "(declare-rule contra ((F Bool)) :premises (F) :conclusion false)";
  const std::string tight = "(declare-rule int_tight ((F Bool)) :premises (F) :conclusion false)";
  EXPECT_EQ(with_rules(declared + tight).outcome, ProofOutcome::MissingRule) << "the checker does not know it";
}

TEST(JudgeProof, OfAletheMustEndInFalse) {
  const std::string script = "(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n";
  const std::string steps = "(assume h (! p :named @p))\n(assume n (not @p))\n";
  EXPECT_EQ(
      judged("carcara", script, steps + "(step t (cl) :rule resolution :premises (h n))\n", Kind::Accepted).outcome,
      ProofOutcome::Accepted);
  const ProofJudgement open =
      judged("carcara", script, steps + "(step t (cl @p) :rule resolution :premises (h n))\n", Kind::Accepted);
  EXPECT_EQ(open.outcome, ProofOutcome::Refused);
  EXPECT_EQ(open.reason, "the proof does not end in false");
}

}  // namespace
}  // namespace assay::smt

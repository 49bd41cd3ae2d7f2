#include <gtest/gtest.h>

#include "smt/checker/checker.hpp"

namespace assay::smt {
namespace {

using ValuesOutcome = ProofJudgement::Outcome;

const std::string kZ3Script =
    "(declare-const x Int)\n(declare-const p Bool)\n(assert (or (> x 3) p))\n(assert (not p))\n(assert (< x 2))\n"
    "(check-sat)\n";

/// The proof of kZ3Script, as z3 prints it, with other texts in place of some parts.
std::string proof_with(const std::vector<std::pair<std::string, std::string>>& replaced = {}) {
  std::string text =
      "((set-logic QF_LIA)\n(proof\n(let (($x1 (<= x 3)))\n(let (($x2 (or (not $x1) p)))\n"
      "(let ((@x3 (monotonicity (rewrite (= (> x 3) (not $x1))) (= (or (> x 3) p) $x2))))\n"
      "(let ((@x4 (mp (asserted (or (> x 3) p)) @x3 $x2)))\n"
      "(let ((@x5 ((_ th-lemma arith farkas 1 1) (hypothesis (not $x1)) (asserted (< x 2)) false)))\n"
      "(unit-resolution @x4 (asserted (not p)) (lemma @x5 $x1) false))))))))\n";
  for (const auto& [from, to] : replaced) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  return text;
}

ProofJudgement judged_by_values(const std::string& proof, const std::string& script = kZ3Script) {
  return judge_by_values({script, proof, {}, {}});
}

/// The outcome and the rule of the refused step, or the reason.
std::string told_of(const ProofJudgement& judgement) {
  return std::string(name(judgement.outcome)) + ": " + (judgement.rule.empty() ? judgement.reason : judgement.rule);
}

TEST(ByValues, FindsNothingWrongInARightProof) {
  const ProofJudgement judgement = judged_by_values("unsat\n" + proof_with());
  EXPECT_EQ(judgement.outcome, ValuesOutcome::NotRefuted) << judgement.reason << judgement.detail;
  EXPECT_EQ(judgement.steps, 10U);
  EXPECT_EQ(judgement.tried_steps, 5U) << "all but assumptions and the lemma";
}

TEST(ByValues, RefusesStepsThatAPointRefutes) {
  const ProofJudgement rewritten = judged_by_values(proof_with({{"(rewrite (= (> x 3)", "(rewrite (= (>= x 3)"}}));
  EXPECT_EQ(told_of(rewritten), "refused: rewrite");
  EXPECT_NE(rewritten.detail.find("(define-fun x () Int 3)"), std::string::npos) << rewritten.detail;
  EXPECT_EQ(told_of(judged_by_values(proof_with({{"(let (($x1 (<= x 3)))", "(let (($x1 (<= x 0)))"},
                                                 {"(rewrite (= (> x 3) (not $x1)))", "(sk (~ (> x 3) (not $x1)))"},
                                                 {"(monotonicity", "(nnf-pos"}}))),
            "refused: th-lemma")
      << "x = 1 is no contradiction";
  EXPECT_EQ(told_of(judged_by_values(proof_with({{"(= (or (> x 3) p) $x2)", "(= (and (> x 3) p) $x2)"}}))),
            "refused: monotonicity");
}

TEST(ByValues, RefusesForeignAssumptionsAndOtherEnds) {
  EXPECT_EQ(told_of(judged_by_values(proof_with({{"(asserted (not p))", "(asserted (not (or p p p (= x 7))))"}}))),
            "refused: the proof assumes what the script does not assert");
  EXPECT_EQ(told_of(judged_by_values(proof_with({{"$x1) false)", "$x1) p)"}}))),
            "refused: the proof does not end in false");
  EXPECT_EQ(told_of(judged_by_values(proof_with({{"(lemma @x5 $x1)", "@x5"}}))),
            "refused: the proof ends with a hypothesis that no lemma closes");
}

TEST(ByValues, AcceptsAssumptionsInAnotherForm) {
  EXPECT_EQ(judged_by_values(proof_with({{"(asserted (< x 2))", "(asserted (not (>= x 2)))"}})).outcome,
            ValuesOutcome::NotRefuted);
}

TEST(ByValues, LeavesRulesAloneThatKeepOnlySatisfiability) {
  for (const std::string rule : {"sk", "nnf-pos", "intro-def", "mp~", "iff~", "apply-def", "some-new-rule"})
    EXPECT_EQ(judged_by_values(proof_with({{"(rewrite (= (> x 3) (not $x1)))", "(" + rule + " (= p (not $x1)))"},
                                           {"(monotonicity", "(nnf-neg"}}))
                  .outcome,
              ValuesOutcome::NotRefuted)
        << rule;
}

TEST(ByValues, LeavesSymbolsOfZ3Alone) {
  EXPECT_EQ(judged_by_values("((declare-fun k!1 () Bool) (proof (let ((@x1 (rewrite (= p k!1)))) "
                             "(unit-resolution (mp (asserted p) @x1 k!1) (asserted (not p)) false))))",
                             "(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n")
                .outcome,
            ValuesOutcome::NotRefuted);
}

TEST(ByValues, TellsProofsOfSatisfiableScripts) {
  const std::string script = "(declare-const p Bool)\n(assert p)\n(check-sat)\n";
  const ProofJudgement judgement = judged_by_values("((proof (some-new-rule (asserted p) false)))", script);
  EXPECT_EQ(judgement.outcome, ValuesOutcome::Unsound);
  EXPECT_NE(judgement.detail.find("(define-fun p () Bool true)"), std::string::npos);
  EXPECT_EQ(told_of(judged_by_values("((proof (mp (asserted p) (rewrite (= p false)) false)))", script)),
            "refused: rewrite")
      << "the step is found that is wrong at the point";
}

TEST(ByValues, JudgesNoOtherText) {
  for (const std::string text : {"", "hello", "((proof", "((proof))", "((proof a b))", "((proof (let ((x)) y)))",
                                 "((proof (asserted)))", "((proof @x1))", "((proof (asserted (= p 1 #b0))))"})
    EXPECT_EQ(judged_by_values(text).outcome, ValuesOutcome::NotJudged) << text;
  EXPECT_EQ(judge_by_values({kZ3Script, proof_with(), {}, {.max_bytes = 10}}).outcome, ValuesOutcome::NotJudged);
  EXPECT_EQ(judged_by_values("((declare-fun p () Bool)" + proof_with().substr(1)).outcome, ValuesOutcome::NotJudged)
      << "it gives a symbol of the script another meaning";
  EXPECT_TRUE(is_z3_proof("unsat\n((proof\n(asserted false)))"));
  EXPECT_FALSE(is_z3_proof("(assume h (proof-of x))"));
}

}  // namespace
}  // namespace assay::smt

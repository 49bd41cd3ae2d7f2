#include "smt/checker/proof_checks.hpp"

#include <gtest/gtest.h>

#include "smt/solver/solver.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::smt {
namespace {

using Kind = CheckerAnswer::Kind;

/// A checker with a fixed answer.
struct ToldChecker final : CheckerPort {
  explicit ToldChecker(CheckerAnswer given) : answer(std::move(given)) {}
  CheckerAnswer check(const std::string&, const std::string&, const std::stop_token&) override { return answer; }
  CheckerAnswer answer;
};

const std::string kScript = "(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n";

/// The verdict of a campaign on a proof of kScript, as "KIND: reason" or "pass: reservation".
std::string verdict_on(const std::string& checker, const std::string& proof, const CheckerAnswer& answer) {
  ProofChecks checks;
  checks.wanted = true;
  checks.checker = checker;
  if (checker == "ethos") checks.signatures = "/";
  checks.make_checker = [&](const CheckerDefinition&, const core::Limits&) {
    return std::make_unique<ToldChecker>(answer);
  };
  EXPECT_TRUE(check_proof_checks(checks, true).ok());
  const core::Verdict verdict = ProofJudge(checks, {}).judge(kScript, proof, {}).verdict;
  return (verdict.is_bug() ? std::string(core::name(verdict.kind)) : "pass") + ": " + verdict.reason;
}

CheckerAnswer told(Kind kind, const std::string& rule = {}, const std::string& step = {}) {
  CheckerAnswer answer;
  answer.kind = kind;
  answer.rule = rule;
  answer.step = step;
  return answer;
}

const std::string kCpc = "(\n(assume @a p)\n(assume @b (not p))\n(step @c :rule odd :premises (@a @b))\n)\n";
const std::string kAlethe =
    "(\n(assume a p)\n(assume b (not p))\n(step c (cl q) :rule odd :premises (a b))\n"
    "(step d (cl) :rule resolution :premises (a b))\n)\n";

TEST(ProofJudge, BlamesTheSolverForProofsOfCpc) {
  EXPECT_EQ(verdict_on("ethos", kCpc, told(Kind::Accepted)), "pass: ");
  EXPECT_EQ(verdict_on("ethos", kCpc, told(Kind::Refused, "odd", "@c")),
            "invalid-proof: refused proof: a step of rule odd");
  EXPECT_EQ(verdict_on("ethos", "(assume @a (= p p))\n(step @c false :rule odd :premises (@a))", told(Kind::Accepted)),
            "invalid-proof: refused proof: the proof assumes what the script does not assert");
  EXPECT_EQ(verdict_on("ethos", kCpc, told(Kind::Holes)), "pass: a proof with steps without proof");
}

TEST(ProofJudge, BlamesTheSolverForProofsOfAletheByValuesOnly) {
  EXPECT_EQ(verdict_on("carcara", kAlethe, told(Kind::Refused, "odd", "c")), "pass: the checker refuses a proof");
  const std::string wrong =
      "(assume a p)\n(assume b (not p))\n(step c (cl (not p)) :rule odd :premises (a))\n"
      "(step d (cl) :rule resolution :premises (a c))\n";
  EXPECT_EQ(verdict_on("carcara", wrong, told(Kind::Refused, "odd", "c")),
            "invalid-proof: refused proof: a step of rule odd");
}

TEST(ProofJudge, TellsMissingRulesAndLimits) {
  EXPECT_EQ(verdict_on("carcara", kAlethe, told(Kind::MissingRule, "bv-new")),
            "incomplete: the checker carcara does not know the rule bv-new");
  EXPECT_TRUE(told_by_message(core::BugKind::Incomplete, "the checker carcara does not know the rule bv-new"));
  EXPECT_EQ(verdict_on("carcara", kAlethe, told(Kind::Crashed)), "pass: the checker crashed on a proof");
}

TEST(ProofJudge, NeedsNoCheckerForProofsOfZ3) {
  ProofChecks checks;
  checks.wanted = true;
  checks.checker = "no such checker";
  EXPECT_TRUE(check_proof_checks(checks, needs_checker(resolve_solver("z3")->prelude_proof)).ok());
  EXPECT_FALSE(check_proof_checks(checks, needs_checker(resolve_solver("cvc5")->prelude_proof)).ok());
  ProofJudge judge(checks, {});
  const auto verdict_on = [&](const std::string& proof) { return judge.judge(kScript, proof, {}).verdict; };
  const std::string right = "((proof (unit-resolution (asserted p) (asserted (not p)) false)))";
  EXPECT_EQ(verdict_on(right).outcome, core::Verdict::Outcome::Pass);
  EXPECT_EQ(verdict_on("((proof (mp (asserted p) (rewrite (= p false)) false)))").reason,
            "refused proof: a step of rule rewrite");
  EXPECT_EQ(verdict_on(kCpc).reason, "a proof without a checker");
}

TEST(ProofJudge, CountsProofsThatItDoesNotJudgeByTheirReasons) {
  CheckerAnswer limited = told(Kind::Limited);
  limited.message = "timeout";
  EXPECT_EQ(verdict_on("ethos", kCpc, limited), "pass: the checker was ended: timeout");
  EXPECT_EQ(verdict_on("ethos", kCpc, told(Kind::NotStarted)), "pass: the checker cannot be started");
  EXPECT_EQ(verdict_on("ethos", kCpc, told(Kind::Other)), "pass: the checker gave no answer");
  EXPECT_EQ(verdict_on("ethos", "(hello)", told(Kind::Accepted)), "pass: a proof that cannot be read");
}

TEST(ProofCost, IsToldByTarget) {
  core::CampaignRecord record;
  record.identity.targets = {{"z3", "1", {}}, {"cvc5", "1", {}}};
  for (unsigned i = 0; i < 4; ++i)
    for (const auto& [label, count] : proof_measures("cvc5", 1000, 0.01, i == 0 ? 3.0 : 0.5))
      record.labels.push_back({"cvc5", label, "", count});
  EXPECT_EQ(proof_advice(record),
            (std::vector<std::string>{"cvc5 printed 4 proofs of 1000 bytes on average: 0.0 CPU seconds of solving, 4.5 "
                                      "of checking; 1 took 100 times as long to check as to solve"}));
}

TEST(ProofChecks, AreRefusedWithAReason) {
  ProofChecks checks;
  checks.checker = "nothing";
  EXPECT_TRUE(check_proof_checks(wanted_by(checks, {"cores"}), true).ok()) << "no proof is asked for";
  EXPECT_FALSE(check_proof_checks(wanted_by(checks, {"cores", "proofs"}), true).ok());
}

TEST(SolverInput, AsksForProofs) {
  const SolverDefinition cvc5 = *resolve_solver("cvc5");
  const SolverInput input = solver_input(cvc5, "(assert false)\n(check-sat)\n(exit)\n", {.proof = "alethe"});
  EXPECT_NE(input.text.find("(set-option :proof-format-mode alethe)"), std::string::npos);
  EXPECT_NE(input.text.find("(check-sat)\n(get-proof)\n"), std::string::npos);
  const SolverInput none = solver_input(*resolve_solver("yices2"), "(assert false)\n(check-sat)\n", {.proof = "cpc"});
  EXPECT_EQ(none.text.find("get-proof"), std::string::npos) << "it does not print proofs";
}

}  // namespace
}  // namespace assay::smt

#include "smt/checker/proof_checks.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/check.hpp"

namespace assay::smt {
namespace {

using core::Verdict;
using ProofOutcome = ProofJudgement::Outcome;

constexpr core::PassRow kProof{"the last answer is `unsat`, and a proof was asked for",
                               "the proof assumes only what the script asserts, and the checker accepts it",
                               "the checker itself, but where a point that satisfies the script contradicts it"};
constexpr core::PassRow kProofOpen{
    "the last answer is `unsat`, and the proof could not be judged, or has steps without "
    "proof",
    "each answer against its truth", "the proof (a reservation, with the reason)"};
constexpr std::array kProofPasses{&kProof, &kProofOpen};

Result<CheckerDefinition> checker_of(const ProofChecks& checks) {
  Result<CheckerDefinition> named = resolve_checker(checks.checker);
  if (!named) return named.error();
  return with_signatures(std::move(*named), checks.signatures);
}

/// A checker of CPC belongs to its solver. Of another checker, a refusal counts only with a point that shows it.
bool blames_solver(const CheckerDefinition& checker, const ProofJudgement& judgement) {
  if (judgement.fault == ProofJudgement::Fault::Solver) return true;
  return checker.format == ProofFormat::Cpc && judgement.fault == ProofJudgement::Fault::Open;
}

Verdict refusal_of(const CheckerDefinition& checker, const ProofJudgement& judgement) {
  const std::string where = judgement.rule.empty() ? judgement.reason : "a step of rule " + judgement.rule;
  if (!blames_solver(checker, judgement)) return Verdict::pass(kProofOpen, "the checker refuses a proof");
  return Verdict::bug(core::BugKind::InvalidProof, "refused proof: " + where,
                      checker.name + ": " + judgement.reason + "\n" + judgement.detail);
}

}  // namespace

std::span<const core::PassRow* const> proof_pass_rows() { return kProofPasses; }

ProofChecks wanted_by(ProofChecks checks, const std::vector<std::string>& certificates) {
  checks.wanted = std::find(certificates.begin(), certificates.end(), kProofs) != certificates.end();
  return checks;
}

const core::OptionTable<ProofChecks>& proof_check_table() {
  static const core::OptionTable<ProofChecks> table = [] {
    core::OptionTable<ProofChecks> rows;
    rows.group("Certificates");
    rows.add("checker", &ProofChecks::checker, "checks proofs: ethos, carcara, lfscc, 'mine:ethos=path', a TOML file")
        .files(core::Names::Targets);
    rows.add("signatures", &ProofChecks::signatures, "the rules that the checker reads (ethos: proofs/eo/cpc of cvc5)")
        .files(core::Names::Paths);
    return rows;
  }();
  return table;
}

Status check_proof_checks(const ProofChecks& checks) {
  if (!checks.wanted) return {};
  const Result<CheckerDefinition> checker = checker_of(checks);
  if (!checker) return checker.error();
  if (checks.make_checker) return {};
  const Result<std::string> version = checker_version(*checker);
  return version ? Status() : Status(version.error());
}

ProofJudge::ProofJudge(const ProofChecks& checks, const core::Limits& limits) {
  Result<CheckerDefinition> checker = checker_of(checks);
  ASSAY_CHECK(checker.ok(), "a checker that check_proof_checks has not seen");
  checker_ = std::move(*checker);
  port_ = (checks.make_checker ? checks.make_checker : make_checker_port)(checker_, limits);
}

Verdict ProofJudge::judge(const std::string& script, const std::string& proof, const std::stop_token& stop) {
  const ProofJudgement judgement = judge_proof(checker_, *port_, {script, proof, {}, {}}, stop);
  switch (judgement.outcome) {
    case ProofOutcome::Accepted: return Verdict::pass(kProof);
    case ProofOutcome::Holes: return Verdict::pass(kProofOpen, "a proof with steps without proof");
    case ProofOutcome::Refused: return refusal_of(checker_, judgement);
    case ProofOutcome::MissingRule:
      return Verdict::bug(core::BugKind::Incomplete,
                          "the checker " + checker_.name + " does not know the rule " + judgement.rule,
                          judgement.reason);
    case ProofOutcome::Unsound:
      return Verdict::bug(core::BugKind::RefutationUnsound, "unsat, with a proof that the checker accepts",
                          "a point satisfies the script:\n" + judgement.detail);
    case ProofOutcome::Crashed: return Verdict::pass(kProofOpen, "the checker crashed on a proof");
    case ProofOutcome::NotJudged: return Verdict::pass(kProofOpen, "a proof that could not be judged");
  }
  return Verdict::pass(kProofOpen, "a proof that could not be judged");
}

}  // namespace assay::smt

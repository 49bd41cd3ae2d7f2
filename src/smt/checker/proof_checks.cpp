#include "smt/checker/proof_checks.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/proc/cpu_time.hpp"

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
constexpr core::PassRow kProofByValues{"the last answer is `unsat`, and the proof is z3's",
                                       "the proof's assumptions, its end and its open hypotheses; "
                                       "steps, at points",
                                       "steps of rules that keep only satisfiability, or with symbols of z3's own"};
constexpr std::array kProofPasses{&kProof, &kProofOpen, &kProofByValues};

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

/// The reason why a proof is not judged, without data of the case.
std::string open_reason(const ProofJudgement& judgement) {
  const std::string_view reason = judgement.reason;
  if (judgement.answer.kind == CheckerAnswer::Kind::Limited) return std::string(reason);
  const bool is_unread =
      reason.starts_with("line ") || reason.starts_with("the text ") || reason.starts_with("the proof ");
  return is_unread ? "a proof that cannot be read" : std::string(reason.substr(0, reason.find(": ")));
}

constexpr std::string_view kBefore = "proofs of ";
/// The figures of proof_measures, in its order.
constexpr std::array<std::string_view, 5> kCosts = {"number", "bytes", "CPU ms of solving", "CPU ms of checking",
                                                    "much slower to check than to solve"};
std::string cost_label(std::string_view target, std::size_t cost) {
  return std::string(kBefore) + std::string(target) + ": " + std::string(kCosts[cost]);
}

std::uint64_t milliseconds(double seconds) { return static_cast<std::uint64_t>(seconds * 1000); }

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

bool needs_checker(std::string_view prelude_proof) { return prelude_proof.find("{format}") != std::string_view::npos; }

Status check_proof_checks(const ProofChecks& checks, bool needs_checker) {
  if (!checks.wanted || !needs_checker) return {};
  const Result<CheckerDefinition> checker = checker_of(checks);
  if (!checker) return checker.error();
  if (checks.make_checker) return {};
  const Result<std::string> version = checker_version(*checker);
  return version ? Status() : Status(version.error());
}

ProofJudge::ProofJudge(const ProofChecks& checks, const core::Limits& limits) {
  Result<CheckerDefinition> checker = checker_of(checks);
  if (!checker) return;
  checker_ = std::move(*checker);
  port_ = (checks.make_checker ? checks.make_checker : make_checker_port)(*checker_, limits);
}

ProofVerdict ProofJudge::judge(const std::string& script, const std::string& proof, const std::stop_token& stop) {
  const ProofQuestion question{script, proof, {}, {}};
  const bool by_values = is_z3_proof(proof);
  if (!by_values && !checker_) return {Verdict::pass(kProofOpen, "a proof without a checker"), 0};
  const double before = core::thread_cpu_seconds();
  const ProofJudgement judgement =
      by_values ? judge_by_values(question) : judge_proof(*checker_, *port_, question, stop);
  const double own = core::thread_cpu_seconds() - before;
  return {verdict_on(judgement), by_values ? own : judgement.answer.usage.cpu_seconds()};
}

Verdict ProofJudge::verdict_on(const ProofJudgement& judgement) const {
  const std::string checker = checker_ ? checker_->name : std::string();
  switch (judgement.outcome) {
    case ProofOutcome::Accepted: return Verdict::pass(kProof);
    case ProofOutcome::NotRefuted: return Verdict::pass(kProofByValues);
    case ProofOutcome::Holes: return Verdict::pass(kProofOpen, "a proof with steps without proof");
    case ProofOutcome::Refused: {
      if (checker_ && !blames_solver(*checker_, judgement))
        return Verdict::pass(kProofOpen, "the checker refuses a proof");
      const std::string where = judgement.rule.empty() ? judgement.reason : "a step of rule " + judgement.rule;
      return Verdict::bug(core::BugKind::InvalidProof, "refused proof: " + where,
                          (checker_ ? checker + ": " : "") + judgement.reason + "\n" + judgement.detail);
    }
    case ProofOutcome::MissingRule:
      return Verdict::bug(core::BugKind::Incomplete,
                          "the checker " + checker + " does not know the rule " + judgement.rule,
                          judgement.reason + "\n" + judgement.detail);
    case ProofOutcome::Unsound:
      return Verdict::bug(core::BugKind::RefutationUnsound,
                          checker_ ? "unsat, with a proof that the checker accepts" : "unsat, with a proof",
                          "a point satisfies the script:\n" + judgement.detail);
    case ProofOutcome::Crashed: return Verdict::pass(kProofOpen, "the checker crashed on a proof");
    case ProofOutcome::NotJudged: return Verdict::pass(kProofOpen, open_reason(judgement));
  }
  return Verdict::pass(kProofOpen, "a proof that could not be judged");
}

bool is_slow_check(double solving_seconds, double checking_seconds) {
  return checking_seconds > kSlowCheckSeconds && checking_seconds > kSlowCheckFactor * solving_seconds;
}

std::vector<std::pair<std::string, std::uint64_t>> proof_measures(std::string_view target, std::size_t bytes,
                                                                  double solving_seconds, double checking_seconds) {
  const std::array<std::uint64_t, kCosts.size()> costs = {1, bytes, milliseconds(solving_seconds),
                                                          milliseconds(checking_seconds),
                                                          is_slow_check(solving_seconds, checking_seconds) ? 1U : 0U};
  std::vector<std::pair<std::string, std::uint64_t>> out;
  for (std::size_t i = 0; i < costs.size(); ++i) out.emplace_back(cost_label(target, i), costs[i]);
  return out;
}

std::vector<std::string> proof_advice(const core::CampaignRecord& record) {
  std::vector<std::string> lines;
  for (const core::TargetInfo& target : record.identity.targets) {
    std::array<std::uint64_t, kCosts.size()> costs{};
    for (const core::LabelTally& tally : record.labels)
      for (std::size_t i = 0; i < costs.size(); ++i)
        if (tally.target == target.name && tally.label == cost_label(target.name, i)) costs[i] += tally.count;
    const auto [number, bytes, solving, checking, slow] = costs;
    if (number == 0) continue;
    const auto seconds = [](std::uint64_t ms) {
      return std::to_string(ms / 1000) + "." + std::to_string(ms / 100 % 10);
    };
    std::string line = target.name + " printed " + std::to_string(number) + " proofs of " +
                       std::to_string(bytes / number) + " bytes on average: " + seconds(solving) +
                       " CPU seconds of solving, " + seconds(checking) + " of checking";
    if (slow > 0) line += "; " + std::to_string(slow) + " took 100 times as long to check as to solve";
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace assay::smt

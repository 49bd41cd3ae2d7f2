#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "smt/checker/checker.hpp"
#include "smt/checker/evidence.hpp"
#include "smt/checker/proof/proof_terms.hpp"
#include "smt/checker/rule/signature.hpp"

namespace assay::smt {
namespace {

using Fault = ProofJudgement::Fault;
using ProofOutcome = ProofJudgement::Outcome;

/// Compares the assumptions with the script's assertions. False: `out` has the result, a refusal or a reason.
bool check_assumptions(const ProofQuestion& question, const Proof& proof, ProofJudgement& out) {
  if (proof.format == ProofFormat::Lfsc) return true;  // lfscc's proofs name no assertion
  const std::vector<const ProofCommand*> assumed = proof.assumptions();
  const auto read = read_conclusions(proof, question.script, assumed);
  if (!read) {
    out.reason = "the assumptions of the proof cannot be compared with the script";
    out.detail = read.error().text();
    return false;
  }
  const std::vector<Relation> relations = compare_assumptions(**read, (*read)->formulas);
  const auto wrong =
      std::find_if(relations.begin(), relations.end(), [](Relation one) { return one != Relation::Same; });
  if (wrong == relations.end()) return true;
  const auto at = static_cast<std::size_t>(wrong - relations.begin());
  std::string formula = term_line((*read)->store, (*read)->formulas[at]);
  if (*wrong == Relation::Foreign)
    return out.refuse(*assumed[at], "the proof assumes what the script does not assert", std::move(formula));
  out.reason = "an assumption of the proof cannot be compared with the script";
  out.step = assumed[at]->name;
  out.detail = std::move(formula);
  return false;
}

/// Whether a refused step follows from its premises, by values. A step that ends a sub-proof does more than that.
void decide_step(const ProofQuestion& question, const Proof& proof, ProofJudgement& out) {
  const ProofCommand* step = proof.find(out.step);
  if (step == nullptr || step->kind != ProofCommandKind::Step || !step->conclusion) return;
  std::vector<const ProofCommand*> commands;
  for (const std::string& name : step->premises) {
    commands.push_back(proof.find(name));
    if (commands.back() == nullptr || !commands.back()->conclusion) return;
  }
  commands.push_back(step);
  const auto read = read_conclusions(proof, question.script, commands);
  if (!read) return;
  auto& [store, script, asserted, formulas] = **read;
  const auto negation = store.apply(Operators::get().at("not"), std::array{formulas.back()});
  if (!negation) return;
  formulas.back() = *negation;
  const PointSearch search = find_point(store, formulas);
  if (search.point) {
    out.fault = Fault::Solver;
    out.detail = "the conclusion is false, and the premises are true, at\n" + print_model(store, *search.point);
  } else if (search.exhaustive || search.valued > 0) {
    out.fault = Fault::Checker;
    out.detail = search.exhaustive ? "the conclusion follows from the premises: all assignments were tried"
                                   : "none of " + std::to_string(search.valued) +
                                         " points makes the premises true and the conclusion false";
  }
}

std::vector<std::string> holes_of(const CheckerDefinition& checker, const Proof& proof) {
  std::vector<std::string> out;
  for (const ProofCommand& command : proof.commands) {
    const bool trusts =
        std::find(checker.trust_rules.begin(), checker.trust_rules.end(), command.rule) != checker.trust_rules.end();
    if (trusts && std::find(out.begin(), out.end(), command.rule) == out.end()) out.push_back(command.rule);
  }
  for (NodeId at = 0; proof.format == ProofFormat::Lfsc && at < proof.tree.size() && out.empty(); ++at)
    if (!proof.tree.is_list(at))
      std::copy_if(checker.trust_rules.begin(), checker.trust_rules.end(), std::back_inserter(out),
                   [&](const std::string& rule) { return proof.tree.text(at) == rule; });
  out.insert(out.end(), proof.trust_notes.begin(), proof.trust_notes.end());
  return out;
}

/// The reason to judge nothing if the signatures belong to another release: several rules of the proof, or the rules of
/// most of its steps, are not declared there. Empty: they may belong to the solver's release.
std::string foreign_rules(const CheckerDefinition& checker, const Proof& proof) {
  constexpr std::size_t kFew = 2;
  constexpr std::size_t kShown = 5;
  const Result<Signature> signature = Signature::read(checker.signatures);
  if (proof.format != ProofFormat::Cpc || !signature) return {};
  std::set<std::string> missing;
  std::size_t steps = 0;
  std::size_t unknown = 0;
  for (const ProofCommand& command : proof.commands) {
    if (command.rule.empty()) continue;
    ++steps;
    if (signature->declares(command.rule)) continue;
    ++unknown;
    missing.insert(command.rule);
  }
  if (missing.size() <= kFew && unknown * 2 < steps) return {};  // perhaps the solver's fault
  std::vector<std::string> names(missing.begin(), missing.end());
  const std::string more = names.size() > kShown ? " and " + std::to_string(names.size() - kShown) + " more" : "";
  names.resize(std::min(names.size(), kShown));
  return "the signatures are not those of the solver's release: they do not declare " + join(names, ", ") + more;
}

/// A proof of Alethe must end with the empty clause. ethos and lfscc check the end themselves.
bool ends_in_false(const Proof& proof) {
  if (proof.format != ProofFormat::Alethe) return true;
  const ProofCommand& last = proof.commands.back();
  if (last.kind != ProofCommandKind::Step || !last.conclusion) return false;
  const std::string clause = on_one_line(proof.tree.text(*last.conclusion));
  return clause == "(cl)" || clause == "(cl false)";
}

void read_answer(const CheckerDefinition& checker, const ProofQuestion& question, const Proof& proof,
                 ProofJudgement& out) {
  const CheckerAnswer& answer = out.answer;
  using Kind = CheckerAnswer::Kind;
  out.rule = answer.rule;
  out.step = answer.step;
  out.reason = answer.message;
  switch (answer.kind) {
    case Kind::Accepted:
    case Kind::Holes: {
      out.outcome = answer.kind == Kind::Holes ? ProofOutcome::Holes : ProofOutcome::Accepted;
      out.holes = holes_of(checker, proof);
      // lfscc says nothing of such steps.
      if (!out.holes.empty()) out.outcome = ProofOutcome::Holes;
      out.reason.clear();
      const auto read = read_formulas(question.script, {});
      const std::optional<Model> model = read ? satisfying_point(**read, question.model) : std::nullopt;
      if (!model) return;
      if (out.outcome == ProofOutcome::Accepted) out.outcome = ProofOutcome::Unsound;
      out.reason = "a point satisfies the script";
      out.detail = print_model((*read)->store, *model);
      return;
    }
    case Kind::Refused:
      out.outcome = ProofOutcome::Refused;
      if (out.rule.empty())
        if (const ProofCommand* step = proof.find(out.step); step != nullptr) out.rule = step->rule;
      return decide_step(question, proof, out);
    case Kind::MissingRule:
      out.reason = foreign_rules(checker, proof);
      if (!out.reason.empty()) return;
      out.reason = answer.message;
      out.detail = "Are the signatures, or the file of rules, of the solver's release?";
      out.outcome = ProofOutcome::MissingRule;
      return;
    case Kind::Crashed: out.outcome = ProofOutcome::Crashed; return;
    case Kind::Unreadable: out.reason = "the checker cannot read the proof: " + answer.message; return;
    case Kind::Limited: out.reason = "the checker was ended: " + answer.message; return;
    case Kind::NotStarted: out.reason = "the checker cannot be started: " + answer.message; return;
    case Kind::Other: out.reason = "the checker gave no answer: " + answer.message; return;
  }
}

}  // namespace

std::string_view name(ProofJudgement::Outcome outcome) {
  constexpr std::array<std::string_view, 8> kNames = {"accepted",     "not refuted", "hole",  "refused",
                                                      "missing rule", "unsound",     "crash", "not judged"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view name(ProofJudgement::Fault fault) {
  constexpr std::array<std::string_view, 3> kNames = {"open", "solver", "checker"};
  return kNames[static_cast<std::size_t>(fault)];
}

bool ProofJudgement::refuse(const ProofCommand& command, std::string why, std::string evidence) {
  outcome = Outcome::Refused;
  fault = Fault::Solver;
  step = command.name;
  reason = std::move(why);
  detail = std::move(evidence);
  return false;
}

ProofJudgement judge_proof(const CheckerDefinition& checker, CheckerPort& port, const ProofQuestion& question,
                           const std::stop_token& stop) {
  ProofJudgement out;
  Result<Proof> proof = read_proof(question.proof, checker.format, question.limits);
  if (!proof) {
    out.reason = proof.error().message;
    return out;
  }
  if (!check_assumptions(question, *proof, out)) return out;
  if (!ends_in_false(*proof)) {
    out.outcome = ProofOutcome::Refused;
    out.fault = Fault::Solver;
    out.reason = "the proof does not end in false";
    return out;
  }
  const std::string declarations = proof->has_reference ? declarations_in_cpc(question.script) : std::string();
  out.answer = port.check(question.script, declarations + print_proof(*proof), stop);
  read_answer(checker, question, *proof, out);
  return out;
}

}  // namespace assay::smt

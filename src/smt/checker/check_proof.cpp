#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "smt/checker/checker.hpp"
#include "smt/checker/proof/points.hpp"
#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {
namespace {

using Fault = ProofJudgement::Fault;
using ProofOutcome = ProofJudgement::Outcome;
constexpr std::size_t kMaxShownTerm = 400;

/// The formulas of a proof's assumptions, or the reason why they cannot be compared with the script.
struct Assumptions {
  std::vector<const ProofCommand*> commands;
  std::vector<std::string> texts;
  bool complete = true;
};

Assumptions assumptions_of(const Proof& proof, const ProofTerms& terms) {
  Assumptions out;
  for (const ProofCommand& command : proof.commands) {
    if (command.kind != ProofCommandKind::Assume || !command.conclusion) continue;
    std::optional<std::string> text = terms.smtlib(*command.conclusion);
    out.complete = out.complete && text.has_value();
    if (!text) continue;
    out.commands.push_back(&command);
    out.texts.push_back(std::move(*text));
  }
  return out;
}

bool is_comparable(const TermStore& store, TermId term) {
  return !store.has(term, kHasOpaque) && !store.has(term, kHasLambda);
}

std::string shown(const TermStore& store, TermId term) {
  std::string text = shortened(printable(to_string(store, term)), kMaxShownTerm);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The formulas without the conjunctions that contain them: a proof may assume a part of an assertion.
std::set<TermId> with_conjuncts(const TermStore& store, const std::vector<TermId>& asserted) {
  const OperatorId conjunction = Operators::get().at("and");
  std::set<TermId> out;
  std::vector<TermId> open = asserted;
  while (!open.empty()) {
    const TermId term = open.back();
    open.pop_back();
    if (!out.insert(term).second || !store.is(term, conjunction)) continue;
    const auto children = store.children(term);
    open.insert(open.end(), children.begin(), children.end());
  }
  return out;
}

/// How an assumption that is no assertion, term by term, relates to the assertions.
enum class Relation : std::uint8_t { Same, Foreign, Unknown };

/// Solvers print some assertions in another form (`match` as `ite`). Same: no point was found at which the assumption
/// and some assertion differ. Foreign: the assumption differs from each assertion at some point.
Relation compare_by_values(ProofFormulas& formulas, TermId assumed) {
  constexpr std::size_t kMaxCompared = 64;
  if (formulas.asserted.size() > kMaxCompared) return Relation::Unknown;
  bool all_differ = true;
  for (const TermId asserted : formulas.asserted) {
    const auto difference = formulas.store.apply(Operators::get().at("distinct"), std::array{asserted, assumed});
    if (!difference) return Relation::Unknown;
    const PointSearch search = find_point(formulas.store, std::array{*difference});
    if (search.point) continue;
    if (search.exhaustive || search.valued > 0) return Relation::Same;
    all_differ = false;
  }
  return all_differ ? Relation::Foreign : Relation::Unknown;
}

/// Compares the assumptions with the script's assertions. False: `out` has the result, a refusal or a reason.
bool check_assumptions(const ProofQuestion& question, const Proof& proof, const ProofTerms& terms,
                       ProofJudgement& out) {
  if (proof.format == ProofFormat::Lfsc) return true;  // lfscc's proofs name no assertion
  const Assumptions assumptions = assumptions_of(proof, terms);
  const auto read = read_formulas(question.script, assumptions.texts);
  if (!read || !assumptions.complete) {
    out.reason = "the assumptions of the proof cannot be compared with the script";
    out.detail = read ? std::string() : read.error().text();
    return false;
  }
  ProofFormulas& formulas = **read;
  const std::set<TermId> asserted = with_conjuncts(formulas.store, formulas.asserted);
  for (std::size_t i = 0; i < formulas.formulas.size(); ++i) {
    const TermId assumed = formulas.formulas[i];
    if (asserted.contains(assumed)) continue;
    const Relation relation =
        is_comparable(formulas.store, assumed) ? compare_by_values(formulas, assumed) : Relation::Unknown;
    if (relation == Relation::Same) continue;
    if (relation == Relation::Unknown) {
      out.reason = "an assumption of the proof cannot be compared with the script";
    } else {
      out.outcome = ProofOutcome::Refused;
      out.fault = Fault::Solver;
      out.reason = "the proof assumes what the script does not assert";
    }
    out.step = assumptions.commands[i]->name;
    out.detail = shown(formulas.store, assumed);
    return false;
  }
  return true;
}

/// A point that satisfies the script, as a get-model answer. Nullopt if none was found.
std::optional<std::string> satisfying_point(const ProofQuestion& question) {
  const auto read = read_formulas(question.script, {});
  if (!read) return std::nullopt;
  ProofFormulas& formulas = **read;
  if (question.model) {
    const Result<Model> model = parse_model(formulas.store, formulas.script, *question.model);
    if (model && judge_model(formulas.store, formulas.script, *model).holds()) return question.model;
  }
  const PointSearch search = find_point(formulas.store, formulas.asserted);
  if (!search.point) return std::nullopt;
  return print_model(formulas.store, *search.point);
}

/// Whether a refused step follows from its premises, by values. A step that ends a sub-proof does more than that.
void decide_step(const ProofQuestion& question, const Proof& proof, const ProofTerms& terms, ProofJudgement& out) {
  const ProofCommand* step = proof.find(out.step);
  if (step == nullptr || step->kind != ProofCommandKind::Step || !step->conclusion) return;
  std::vector<std::string> texts;
  const auto add = [&](const ProofCommand* command, bool negated) {
    if (command == nullptr || !command->conclusion) return false;
    const std::optional<std::string> text = terms.smtlib(*command->conclusion);
    if (text) texts.push_back(negated ? "(not " + *text + ")" : *text);
    return text.has_value();
  };
  for (const std::string& premise : step->premises)
    if (!add(proof.find(premise), false)) return;
  if (!add(step, true)) return;
  const auto read = read_formulas(question.script, texts);
  if (!read) return;
  ProofFormulas& formulas = **read;
  const PointSearch search = find_point(formulas.store, formulas.formulas);
  if (search.point) {
    out.fault = Fault::Solver;
    out.detail =
        "the conclusion is false, and the premises are true, at\n" + print_model(formulas.store, *search.point);
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
  out.insert(out.end(), proof.trust_notes.begin(), proof.trust_notes.end());
  return out;
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
                 const ProofTerms& terms, ProofJudgement& out) {
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
      const std::optional<std::string> point = satisfying_point(question);
      if (!point) return;
      if (out.outcome == ProofOutcome::Accepted) out.outcome = ProofOutcome::Unsound;
      out.reason = "a point satisfies the script";
      out.detail = *point;
      return;
    }
    case Kind::Refused:
      out.outcome = ProofOutcome::Refused;
      if (out.rule.empty())
        if (const ProofCommand* step = proof.find(out.step); step != nullptr) out.rule = step->rule;
      return decide_step(question, proof, terms, out);
    case Kind::MissingRule: out.outcome = ProofOutcome::MissingRule; return;
    case Kind::Crashed: out.outcome = ProofOutcome::Crashed; return;
    case Kind::Unreadable: out.reason = "the checker cannot read the proof: " + answer.message; return;
    case Kind::Limited: out.reason = "the checker was ended: " + answer.message; return;
    case Kind::NotStarted: out.reason = "the checker cannot be started: " + answer.message; return;
    case Kind::Other: out.reason = "the checker gave no answer: " + answer.message; return;
  }
}

}  // namespace

std::string_view name(ProofJudgement::Outcome outcome) {
  constexpr std::array<std::string_view, 7> kNames = {"accepted", "hole",  "refused",   "missing rule",
                                                      "unsound",  "crash", "not judged"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view name(ProofJudgement::Fault fault) {
  constexpr std::array<std::string_view, 3> kNames = {"open", "solver", "checker"};
  return kNames[static_cast<std::size_t>(fault)];
}

ProofJudgement judge_proof(const CheckerDefinition& checker, CheckerPort& port, const ProofQuestion& question,
                           const std::stop_token& stop) {
  ProofJudgement out;
  Result<Proof> proof = read_proof(question.proof, checker.format, question.limits);
  if (!proof) {
    out.reason = proof.error().message;
    return out;
  }
  const ProofTerms terms(*proof, question.script);
  if (!check_assumptions(question, *proof, terms, out)) return out;
  if (!ends_in_false(*proof)) {
    out.outcome = ProofOutcome::Refused;
    out.fault = Fault::Solver;
    out.reason = "the proof does not end in false";
    return out;
  }
  const std::string declarations = proof->has_reference ? declarations_in_cpc(question.script) : std::string();
  out.answer = port.check(question.script, declarations + print_proof(*proof), stop);
  read_answer(checker, question, *proof, terms, out);
  return out;
}

}  // namespace assay::smt

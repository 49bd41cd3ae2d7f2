#include "smt/checker/campaign/probe.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "smt/checker/rule/claim.hpp"

namespace assay::smt {
namespace {

constexpr std::array<std::string_view, 5> kKindNames = {"evaluate", "equation", "rule", "mutate", "trust"};
constexpr unsigned kInstanceTries = 300;
/// In this number of cases, there is a mutated control and a step without proof.
constexpr std::uint64_t kRarePeriod = 50;
constexpr std::string_view kNoRule = "assay_no_such_rule";

/// The right value in words, for reports.
std::string why_of(const TermStore& store, const GroundTerm& term) {
  const std::string text = on_one_line(to_string(store, term.term));
  const std::string value = on_one_line(to_string(store, term.value));
  if (term.is_open)
    return "The standard leaves the value of " + text + " open, so it may be " + value +
           ", and the script is satisfiable.";
  return "The value of " + text + " is " + value + ", by exact evaluation, so the script is satisfiable.";
}

OperatorId operator_of(const ProbeSubject& subject) {
  return Operators::get().find(subject.op, subject.op_indices).value_or(Operators::get().at("not"));
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::optional<ProbeKind> probe_kind(std::string_view name) {
  const auto kind = std::find(kKindNames.begin(), kKindNames.end(), name);
  return kind == kKindNames.end() ? std::nullopt : std::optional(static_cast<ProbeKind>(kind - kKindNames.begin()));
}

std::string_view name(ProbeKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::string ProbeSubject::json(const std::string& why) const {
  return nlohmann::ordered_json{
      {"kind", name(kind)}, {"rule", rule}, {"operator", op}, {"indices", op_indices}, {"why", why}}
      .dump();
}

std::optional<ProbeSubject> ProbeSubject::from_json(const std::string& json) {
  const auto read = nlohmann::json::parse(json, nullptr, false);
  if (!read.is_object()) return std::nullopt;
  const std::optional<ProbeKind> kind = probe_kind(read.value("kind", std::string()));
  if (!kind) return std::nullopt;
  return ProbeSubject{*kind, read.value("rule", std::string()), read.value("operator", std::string()),
                      read.value("indices", std::uint64_t{0})};
}

ProbeMaker::ProbeMaker(ProbeSources sources) : sources_(std::move(sources)) {
  const std::vector<ProbeKind>& kinds = sources_.kinds;
  const auto add = [&](ProbeKind kind, const std::string& rule, std::optional<OperatorId> op = std::nullopt) {
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) return;
    ProbeSubject& subject = subjects_[static_cast<std::size_t>(kind)].emplace_back();
    subject.kind = kind;
    subject.rule = rule;
    if (!op) return;
    subject.op = Operators::get().row(*op).name;
    subject.op_indices = Operators::get().row(*op).index_count;
  };
  const auto add_equations = [&](const std::string& rule, const auto& is_of_rule) {
    for (const OperatorId op : GroundTerms::operators())
      if (is_of_rule(Operators::get().row(op).name)) add(ProbeKind::Equation, rule, op);
  };
  for (const OperatorId op : GroundTerms::operators())
    if (sources_.checker.theories.empty() || has_word(sources_.checker.theories, name(Operators::get().row(op).theory)))
      add(ProbeKind::Evaluate, "evaluate", op);
  for (const ClaimRow& claim : sources_.checker.claims)
    add_equations(claim.rule, [&](std::string_view op) { return has_word(claim.operators, op); });
  if (sources_.signature != nullptr)
    for (const SignatureRule& one : sources_.signature->rules()) {
      if (!one.decides_equation()) {
        add(ProbeKind::Rule, one.name);
        continue;
      }
      const std::string_view head = one.equation_head();
      const auto words = sources_.signature->words_about(one);
      add_equations(one.name, [&](std::string_view op) { return head.empty() ? words.contains(op) : head == op; });
    }
  for (const ProofSeed& proof : *sources_.proofs) add(ProbeKind::Mutate, proof.name);
  for (const std::string& rule : sources_.checker.trust_rules) add(ProbeKind::Trust, rule);
  add(ProbeKind::Trust, std::string(kNoRule));
}

std::optional<CheckerProbe> ProbeMaker::make(std::uint64_t number, core::Rng rng) const {
  std::vector<const std::vector<ProbeSubject>*> often, seldom;
  for (std::size_t i = 0; i < kProbeKinds; ++i) {
    const auto kind = static_cast<ProbeKind>(i);
    const bool is_seldom =
        kind == ProbeKind::Trust || (kind == ProbeKind::Mutate && subjects_[i].size() == 1);  // the control's proof
    if (!subjects_[i].empty()) (is_seldom ? seldom : often).push_back(&subjects_[i]);
  }
  const bool rarely = often.empty() || number % kRarePeriod >= kRarePeriod - seldom.size();
  const auto& kinds = rarely ? seldom : often;
  if (kinds.empty()) return std::nullopt;
  const std::uint64_t turn = rarely && !often.empty() ? number / kRarePeriod : number / kinds.size();
  const std::vector<ProbeSubject>& subjects = *kinds[number % kinds.size()];
  return make(subjects[turn % subjects.size()], rng);
}

std::optional<CheckerProbe> ProbeMaker::make(const ProbeSubject& subject, core::Rng rng) const {
  switch (subject.kind) {
    case ProbeKind::Evaluate: return evaluate(subject, rng);
    case ProbeKind::Equation:
    case ProbeKind::Trust: return equation(subject, rng);
    case ProbeKind::Rule: return rule(subject, rng);
    case ProbeKind::Mutate: return mutated(subject, rng);
  }
  return std::nullopt;
}

std::optional<CheckerProbe> ProbeMaker::evaluate(const ProbeSubject& subject, core::Rng& rng) const {
  TermStore store;
  GroundTerms terms(store);
  const std::optional<GroundTerm> term = terms.draw(operator_of(subject), rng);
  if (!term) return std::nullopt;
  const std::string text = proof_text(store, term->term, sources_.checker.format);
  const std::string value = proof_text(store, term->value, sources_.checker.format);
  // Mostly, the checker must compute the value to compare it: whichever wrong value it computes shows. Otherwise, it is
  // given a wrong value.
  std::string left = "(= " + text + " " + value + ")";
  std::string right = "false";
  if (!term->is_open && rng.percent(30)) {
    const std::optional<TermId> wrong = terms.draw_wrong_value(*term, rng);
    if (!wrong) return std::nullopt;
    left = text;
    right = proof_text(store, *wrong, sources_.checker.format);
  }
  Claim claim{subject.rule, {}, "(= " + left + " " + right + ")", {}};
  if (sources_.checker.format == ProofFormat::Cpc) claim.arguments = {left};
  return CheckerProbe{subject, refute_by(claim, sources_.checker.format), why_of(store, *term)};
}

std::optional<CheckerProbe> ProbeMaker::equation(const ProbeSubject& subject, core::Rng& rng) const {
  TermStore store;
  GroundTerms terms(store);
  const std::optional<GroundTerm> term = terms.draw(operator_of(subject), rng);
  if (!term || term->is_open) return std::nullopt;
  const std::string text = proof_text(store, term->term, sources_.checker.format);
  const auto row = std::find_if(
      sources_.checker.claims.begin(), sources_.checker.claims.end(),
      [&](const ClaimRow& one) { return one.rule == subject.rule && has_word(one.operators, subject.op); });
  const bool has_row = row != sources_.checker.claims.end();
  if (has_row && row->literal && store.sort_of(term->term) != store.bool_sort()) return std::nullopt;
  std::string formula = term->value == store.bool_constant(true) ? "(not " + text + ")" : text;
  if (!has_row || !row->literal) {
    const std::optional<TermId> wrong = terms.draw_wrong_value(*term, rng);
    if (!wrong) return std::nullopt;
    formula = "(= " + text + " " + proof_text(store, *wrong, sources_.checker.format) + ")";
  }
  std::vector<std::string> arguments;
  if (has_row) arguments = row->arguments;
  if (sources_.checker.format == ProofFormat::Cpc) arguments = {formula};
  return CheckerProbe{subject, refute_by({subject.rule, {}, formula, std::move(arguments)}, sources_.checker.format),
                      why_of(store, *term)};
}

std::optional<CheckerProbe> ProbeMaker::rule(const ProbeSubject& subject, core::Rng& rng) const {
  if (sources_.signature == nullptr) return std::nullopt;
  const auto& rules = sources_.signature->rules();
  const auto at = std::find_if(rules.begin(), rules.end(), [&](const auto& one) { return one.name == subject.rule; });
  if (at == rules.end()) return std::nullopt;
  const std::optional<Claim> claim = find_unsound_instance(*at, rng, kInstanceTries);
  if (!claim) return std::nullopt;
  return CheckerProbe{
      subject, refute_by(*claim, sources_.checker.format),
      "The premises of the rule " + subject.rule +
          " are true for these constants, and its conclusion is false, by exact evaluation: the script is "
          "satisfiable."};
}

std::optional<CheckerProbe> ProbeMaker::mutated(const ProbeSubject& subject, core::Rng& rng) const {
  const auto& seeds = *sources_.proofs;
  const auto at = std::find_if(seeds.begin(), seeds.end(), [&](const auto& one) { return one.name == subject.rule; });
  if (at == seeds.end()) return std::nullopt;
  std::optional<MutatedProof> made = mutate_proof(at->script, at->proof, sources_.checker.format, rng);
  if (!made) return std::nullopt;
  return CheckerProbe{{subject.kind, subject.rule, made->mutation, 0},
                      {std::move(made->script), std::move(made->proof)},
                      "This point satisfies the script:\n" + made->point};
}

}  // namespace assay::smt

#include "smt/checker/campaign/probe.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "smt/checker/campaign/mutated_proof.hpp"
#include "smt/checker/rule/rule_instance.hpp"

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
  return Operators::get().find(subject.op, subject.op_indices).value_or(OperatorId{0});
}

ProbeSubject subject_of(ProbeKind kind, const std::string& rule, OperatorId op) {
  const OperatorRow& row = Operators::get().row(op);
  return {kind, rule, std::string(row.name), row.index_count};
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

ProbeMaker::ProbeMaker(ProbeSources sources) : sources_(std::move(sources)), kinds_{ProbeKind::Evaluate} {
  sources_.trust_rules.emplace_back(kNoRule);
  if (sources_.signature != nullptr) {
    for (const SignatureRule& rule : sources_.signature->rules()) {
      if (!rule.decides_equation()) {
        plain_rules_.push_back(&rule);
        continue;
      }
      const std::string_view head = rule.equation_head();
      const auto words = sources_.signature->words_about(rule);
      for (const OperatorId op : GroundTerms::operators()) {
        const std::string_view name = Operators::get().row(op).name;
        if (head.empty() ? words.contains(name) : head == name) equations_.emplace_back(&rule, op);
      }
    }
  }
  if (!equations_.empty()) kinds_.push_back(ProbeKind::Equation);
  if (!plain_rules_.empty()) kinds_.push_back(ProbeKind::Rule);
  if (sources_.proofs->size() > 1) kinds_.push_back(ProbeKind::Mutate);
  if (sources_.kinds.empty()) return;
  std::erase_if(kinds_, [&](ProbeKind kind) { return !is_wanted(kind); });
}

bool ProbeMaker::is_wanted(ProbeKind kind) const {
  const std::vector<ProbeKind>& wanted = sources_.kinds;
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), kind) != wanted.end();
}

std::optional<CheckerProbe> ProbeMaker::make(std::uint64_t number, core::Rng rng) const {
  const std::uint64_t period = number / kRarePeriod;
  const bool only_rare = kinds_.empty();
  const std::uint64_t place = only_rare ? kRarePeriod - 1 - number % 2 : number % kRarePeriod;
  if (place == kRarePeriod - 1 && is_wanted(ProbeKind::Trust)) {
    const std::vector<std::string>& rules = sources_.trust_rules;
    return make({ProbeKind::Trust, rules[period % rules.size()], {}, 0}, rng);
  }
  if (place >= kRarePeriod - 2 && is_wanted(ProbeKind::Mutate))
    return make({ProbeKind::Mutate, sources_.proofs->front().name, {}, 0}, rng);
  if (only_rare)
    return make({ProbeKind::Trust, sources_.trust_rules[number % sources_.trust_rules.size()], {}, 0}, rng);
  const ProbeKind kind = kinds_[number % kinds_.size()];
  const std::uint64_t turn = number / kinds_.size();
  switch (kind) {
    case ProbeKind::Evaluate: {
      const std::vector<OperatorId>& all = GroundTerms::operators();
      return make(subject_of(kind, "evaluate", all[turn % all.size()]), rng);
    }
    case ProbeKind::Equation: {
      const auto& [rule, op] = equations_[turn % equations_.size()];
      return make(subject_of(kind, rule->name, op), rng);
    }
    case ProbeKind::Rule: return make({kind, plain_rules_[turn % plain_rules_.size()]->name, {}, 0}, rng);
    case ProbeKind::Mutate: return make({kind, (*sources_.proofs)[turn % sources_.proofs->size()].name, {}, 0}, rng);
    case ProbeKind::Trust: break;
  }
  return std::nullopt;
}

std::optional<CheckerProbe> ProbeMaker::make(const ProbeSubject& subject, core::Rng rng) const {
  switch (subject.kind) {
    case ProbeKind::Evaluate: return evaluate(subject, rng);
    case ProbeKind::Equation: return equation(subject, rng);
    case ProbeKind::Rule: return rule(subject, rng);
    case ProbeKind::Mutate: return mutated(subject, rng);
    case ProbeKind::Trust: return trusting(subject, rng);
  }
  return std::nullopt;
}

std::optional<CheckerProbe> ProbeMaker::evaluate(const ProbeSubject& subject, core::Rng& rng) const {
  TermStore store;
  GroundTerms terms(store);
  const std::optional<GroundTerm> term = terms.draw(operator_of(subject), rng);
  if (!term) return std::nullopt;
  const std::string text = proof_text(store, term->term, sources_.format);
  const std::string value = proof_text(store, term->value, sources_.format);
  // Mostly, the checker must compute the value to compare it: whichever wrong value it computes shows. Otherwise, it is
  // given a wrong value.
  std::string left = "(= " + text + " " + value + ")";
  std::string right = "false";
  if (!term->is_open && rng.percent(30)) {
    const std::optional<TermId> wrong = terms.draw_wrong_value(*term, rng);
    if (!wrong) return std::nullopt;
    left = text;
    right = proof_text(store, *wrong, sources_.format);
  }
  Claim claim{subject.rule, {}, "(= " + left + " " + right + ")", {}};
  if (sources_.format == ProofFormat::Cpc) claim.arguments = {left};
  return CheckerProbe{subject, refute_by(claim, sources_.format), why_of(store, *term)};
}

std::optional<CheckerProbe> ProbeMaker::equation(const ProbeSubject& subject, core::Rng& rng) const {
  TermStore store;
  GroundTerms terms(store);
  const std::optional<GroundTerm> term = terms.draw(operator_of(subject), rng);
  if (!term || term->is_open) return std::nullopt;
  const std::optional<TermId> wrong = terms.draw_wrong_value(*term, rng);
  if (!wrong) return std::nullopt;
  const std::string formula =
      "(= " + proof_text(store, term->term, sources_.format) + " " + proof_text(store, *wrong, sources_.format) + ")";
  return CheckerProbe{subject, refute_by({subject.rule, {}, formula, {formula}}, sources_.format),
                      why_of(store, *term)};
}

std::optional<CheckerProbe> ProbeMaker::rule(const ProbeSubject& subject, core::Rng& rng) const {
  const auto& rules = plain_rules_;
  const auto at = std::find_if(rules.begin(), rules.end(), [&](const auto* one) { return one->name == subject.rule; });
  if (at == rules.end()) return std::nullopt;
  const std::optional<Claim> claim = find_unsound_instance(**at, rng, kInstanceTries);
  if (!claim) return std::nullopt;
  return CheckerProbe{
      subject, refute_by(*claim, sources_.format),
      "The premises of the rule " + subject.rule +
          " are true for these constants, and its conclusion is false, by exact evaluation: the script is "
          "satisfiable."};
}

std::optional<CheckerProbe> ProbeMaker::mutated(const ProbeSubject& subject, core::Rng& rng) const {
  const auto& seeds = *sources_.proofs;
  const auto at = std::find_if(seeds.begin(), seeds.end(), [&](const auto& one) { return one.name == subject.rule; });
  if (at == seeds.end()) return std::nullopt;
  std::optional<MutatedProof> made = mutate_proof(at->script, at->proof, sources_.format, rng);
  if (!made) return std::nullopt;
  return CheckerProbe{{subject.kind, subject.rule, made->mutation, 0},
                      {std::move(made->script), std::move(made->proof)},
                      "This point satisfies the script:\n" + made->point};
}

std::optional<CheckerProbe> ProbeMaker::trusting(const ProbeSubject& subject, core::Rng& rng) const {
  TermStore store;
  GroundTerms terms(store);
  const std::optional<GroundTerm> term = terms.draw(Operators::get().at("not"), rng);
  const std::optional<TermId> wrong = term ? terms.draw_wrong_value(*term, rng) : std::nullopt;
  if (!wrong) return std::nullopt;
  const std::string formula =
      "(= " + proof_text(store, term->term, sources_.format) + " " + proof_text(store, *wrong, sources_.format) + ")";
  return CheckerProbe{subject, refute_by({subject.rule, {}, formula, {formula}}, sources_.format),
                      why_of(store, *term)};
}

}  // namespace assay::smt

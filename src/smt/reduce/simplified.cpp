#include "smt/reduce/simplified.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

using Children = std::span<const TermId>;

class Simplifier {
 public:
  explicit Simplifier(TermStore& store)
      : store_(store), evaluator_(store, no_model_), true_(value(true)), false_(value(false)) {}

  TermId simplify(TermId formula) {
    return rebuilt(
        store_, formula, [this](TermId term) { return kept(term); },
        [this](TermId term, Children children) { return simpler(term, children); });
  }

  /// Adds the conjuncts other than `true`.
  void add_conjuncts(TermId simple, std::set<std::string>& conjuncts) {
    std::vector<TermId> pending = {simple};
    while (!pending.empty()) {
      const TermId term = pending.back();
      pending.pop_back();
      const auto children = store_.children(term);
      if (is(term, "and"))
        pending.insert(pending.end(), children.begin(), children.end());
      else if (term != true_)
        conjuncts.insert(to_string(store_, term));
    }
  }

 private:
  /// Terms below binders stay unchanged, because patterns are no formulas.
  std::optional<TermId> kept(TermId term) {
    const TermKind kind = store_.node(term).kind;
    if (kind == TermKind::Constant) values_.insert(term);
    const bool stays = kind == TermKind::Binder || kind == TermKind::Constant || kind == TermKind::Variable;
    return stays ? std::optional(term) : std::nullopt;
  }

  TermId simpler(TermId term, Children children) {
    if (store_.node(term).kind == TermKind::Annotated) return children[0];
    const TermId made = with_children(store_, term, children);
    if (store_.node(made).kind != TermKind::Apply) return made;
    if (const auto computed = value_of(made)) return *computed;
    for (const auto& [name, simplify] : kConnectives)
      if (is(made, name)) return (this->*simplify)(made);
    return made;
  }

  std::optional<TermId> value_of(TermId term) {
    for (const TermId child : store_.children(term))
      if (!values_.contains(child)) return std::nullopt;
    const Outcome& outcome = evaluator_.evaluate(term);
    if (!outcome.known() || outcome.value.is_function()) return std::nullopt;
    const std::optional<TermId> made = make_term(store_, Value(outcome.value), store_.sort_of(term));
    if (made) values_.insert(*made);
    return made;
  }

  TermId value(bool truth) {
    const TermId made = store_.bool_constant(truth);
    values_.insert(made);
    return made;
  }
  [[nodiscard]] bool is(TermId term, std::string_view name) const {
    return store_.node(term).kind == TermKind::Apply && store_.is(term, Operators::get().at(name));
  }
  TermId made(std::string_view name, std::vector<TermId> children) {
    return store_.apply_as(Operators::get().at(name), children, {}, store_.bool_sort());
  }
  TermId negated(TermId term) {
    if (term == true_ || term == false_) return term == true_ ? false_ : true_;
    return is(term, "not") ? store_.children(term)[0] : made("not", {term});
  }

  TermId negation(TermId term) { return negated(store_.children(term)[0]); }
  TermId conjunction(TermId term) { return joined(term, true_, false_); }
  TermId disjunction(TermId term) { return joined(term, false_, true_); }
  /// Removes neutral and repeated operands. A deciding operand is the result.
  TermId joined(TermId term, TermId neutral, TermId deciding) {
    std::vector<TermId> rest;
    for (const TermId child : store_.children(term)) {
      if (child == deciding) return deciding;
      if (child != neutral && std::find(rest.begin(), rest.end(), child) == rest.end()) rest.push_back(child);
    }
    if (rest.empty()) return neutral;
    if (rest.size() == 1) return rest[0];
    return rest.size() == store_.children(term).size() ? term : made(is(term, "and") ? "and" : "or", std::move(rest));
  }
  TermId implication(TermId term) {
    if (store_.children(term).size() != 2) return term;
    const TermId premise = store_.children(term)[0];
    const TermId conclusion = store_.children(term)[1];
    if (premise == true_) return conclusion;
    if (premise == false_ || conclusion == true_ || premise == conclusion) return true_;
    return conclusion == false_ ? negated(premise) : term;
  }
  TermId choice(TermId term) {
    const std::array parts = {store_.children(term)[0], store_.children(term)[1], store_.children(term)[2]};
    if (parts[0] == true_ || parts[1] == parts[2]) return parts[1];
    if (parts[0] == false_) return parts[2];
    if (parts[1] == true_ && parts[2] == false_) return parts[0];
    return parts[1] == false_ && parts[2] == true_ ? negated(parts[0]) : term;
  }
  TermId equation(TermId term) {
    if (store_.children(term).size() != 2) return term;
    return equal(store_.children(term)[0], store_.children(term)[1]).value_or(term);
  }
  TermId difference(TermId term) {
    if (store_.children(term).size() != 2) return term;
    const TermId left = store_.children(term)[0];
    const TermId right = store_.children(term)[1];
    return negated(equal(left, right).value_or(made("=", {left, right})));
  }
  std::optional<TermId> equal(TermId left, TermId right) {
    if (left == right) return true_;
    for (const auto& [one, other] : {std::pair{left, right}, std::pair{right, left}}) {
      if (one == true_) return other;
      if (one == false_) return negated(other);
    }
    return std::nullopt;
  }

  struct Connective {
    std::string_view name;
    TermId (Simplifier::*simplify)(TermId);
  };
  static const std::array<Connective, 7> kConnectives;

  TermStore& store_;
  Model no_model_;
  Evaluator evaluator_;
  TermSet values_;
  TermId true_;
  TermId false_;
};

const std::array<Simplifier::Connective, 7> Simplifier::kConnectives = {{{"not", &Simplifier::negation},
                                                                         {"and", &Simplifier::conjunction},
                                                                         {"or", &Simplifier::disjunction},
                                                                         {"=>", &Simplifier::implication},
                                                                         {"ite", &Simplifier::choice},
                                                                         {"=", &Simplifier::equation},
                                                                         {"distinct", &Simplifier::difference}}};

}  // namespace

std::vector<std::string> simplified(TermStore& store, std::span<const TermId> formulas) {
  Simplifier simplifier(store);
  std::set<std::string> conjuncts;
  for (const TermId formula : formulas) simplifier.add_conjuncts(simplifier.simplify(formula), conjuncts);
  return {conjuncts.begin(), conjuncts.end()};
}

Refutes refutation_by_simplification(const core::Case& refuted) {
  std::set<std::vector<std::string>> known;
  TermStore store;
  const core::File* file = refuted.file(kScriptFile);
  const Result<SmtFacts> facts = SmtFacts::from_json(refuted.metadata);
  const Result<Script> script = parse_script(store, file == nullptr ? "" : file->content, "the case");
  const std::vector<Truth> truths = facts ? facts->truths : std::vector<Truth>();
  const auto checks = script ? assertions_at_checks(*script) : std::vector<std::vector<JudgedAssertion>>();
  for (std::size_t check = 0; check < std::min(checks.size(), truths.size()); ++check) {
    if (truths[check] != Truth::Unsat) continue;
    std::vector<TermId> asked;
    for (const JudgedAssertion& assertion : checks[check]) asked.push_back(assertion.term);
    known.insert(simplified(store, asked));
  }
  return [known = std::move(known)](TermStore& candidate, std::span<const TermId> formulas) {
    return known.contains(simplified(candidate, formulas));
  };
}

core::Case reduce_by_simplification(const core::Case& refuted, const StillFails& still_fails,
                                    const core::ReduceBudget& budget) {
  const Result<SmtFacts> facts = SmtFacts::from_json(refuted.metadata);
  const bool has_one = facts && std::count(facts->truths.begin(), facts->truths.end(), Truth::Unsat) > 0;
  if (!has_one || !facts->optimum.empty()) return refuted;
  return reduce_case(refuted, still_fails, budget, true, {}, refutation_by_simplification(refuted));
}

}  // namespace assay::smt

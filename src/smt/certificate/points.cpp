// The search for points that show that a certificate is wrong.

#include "smt/draw/points.hpp"

#include <array>
#include <map>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/certificate/request.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/substitution.hpp"
#include "smt/truth/truth.hpp"
#include "smt/truth/validity.hpp"

namespace assay::smt {
namespace {

/// Splits conjunctions, and replaces variables of existential formulas by new constants, so that what is left has
/// quantifiers only where a point must satisfy all their instances.
class Skolemization {
 public:
  explicit Skolemization(TermStore& store) : store_(store), substitution_(store, "p") {}

  std::vector<TermId> of(std::vector<TermId> formulas) {
    std::vector<TermId> done;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const TermId formula = formulas[i];
      if (!store_.has(formula, kHasQuantifier) || !step(formula, false, formulas)) done.push_back(formula);
    }
    return done;
  }

 private:
  // Adds what the formula (or its negation) is equivalent to; false if it has another form.
  bool step(TermId formula, bool negative, std::vector<TermId>& out) {
    const TermNode& node = store_.node(formula);
    if (node.kind == TermKind::Annotated) return step(store_.children(formula)[0], negative, out);
    const auto kids = store_.children(formula);
    const std::vector<TermId> children(kids.begin(), kids.end());
    if (node.kind == TermKind::Binder) {
      const BinderInfo& info = store_.binder_info(formula);
      if (info.kind != (negative ? BinderKind::Forall : BinderKind::Exists)) return false;
      out.push_back(signed_formula(instance(info.variables, children[0]), negative));
      return true;
    }
    if (node.kind != TermKind::Apply) return false;
    if (store_.is(formula, not_)) return step(children[0], !negative, out);
    if (!store_.is(formula, negative ? or_ : and_)) {
      if (!negative || !store_.is(formula, implies_)) return false;
      for (std::size_t i = 0; i + 1 < children.size(); ++i) out.push_back(children[i]);
      out.push_back(make_not(store_, children.back()));
      return true;
    }
    for (const TermId child : children) out.push_back(signed_formula(child, negative));
    return true;
  }

  TermId signed_formula(TermId formula, bool negative) { return negative ? make_not(store_, formula) : formula; }

  TermId instance(const std::vector<BoundVariable>& variables, TermId body) {
    std::vector<Replacement> replacements;
    for (const BoundVariable& variable : variables) {
      const std::string name(store_.spelling(store_.written_name(variable.name)));
      replacements.emplace_back(variable.name,
                                new_constant(store_, "assay!" + std::to_string(count_++) + "!" + name, variable.sort));
    }
    return substitution_.replaced(body, replacements);
  }

  TermStore& store_;
  VariableSubstitution substitution_;
  std::size_t count_ = 0;
  OperatorId not_ = Operators::get().at("not"), and_ = Operators::get().at("and"), or_ = Operators::get().at("or"),
             implies_ = Operators::get().at("=>");
};

/// The formula with the model's values in place of constants. Nullopt if a value has no term.
std::optional<TermId> at_point(TermStore& store, const Model& model, TermId formula) {
  bool all = true;
  const TermId made = rebuilt(
      store, formula,
      [&](TermId term) -> std::optional<TermId> {
        if (store.node(term).kind != TermKind::Call || !store.children(term).empty()) return std::nullopt;
        const auto found = model.functions.find(store.function_of(term));
        if (found == model.functions.end()) return std::nullopt;
        std::optional<TermId> value = found->second.body;
        if (!value && found->second.fallback) value = make_term(store, *found->second.fallback, store.sort_of(term));
        all = all && value.has_value();
        return value.value_or(term);
      },
      [&](TermId term, std::span<const TermId> children) { return with_children(store, term, children); });
  return all ? std::optional(made) : std::nullopt;
}

/// Whether the formulas hold at the point. A result that the standard leaves open makes no point: a solver may choose
/// it, and may use its choice when it computes the certificate.
bool satisfies(TermStore& store, const Model& model, const std::vector<TermId>& formulas) {
  Evaluator evaluator(store, model);
  for (const TermId formula : formulas) {
    const Outcome& outcome = evaluator.evaluate(formula);
    if (outcome.known()) {
      if (!outcome.value.as_bool()) return false;
      continue;
    }
    if (outcome.lack != Lack::Quantified) return false;
    const auto instance = at_point(store, model, formula);
    if (!instance || !prove(store, *instance).valid) return false;
  }
  return true;
}

std::optional<Model> by_solver(const CertificateRun& run, const std::vector<TermId>& formulas) {
  if (!run.ask) return std::nullopt;
  const Script script = check_script(run.store, logic_of(run.store, formulas), formulas);
  const std::optional<std::string> text = run.ask(script);
  Result<Model> model = text ? parse_model(run.store, script, *text) : Result<Model>(Error{});
  if (!model) return std::nullopt;
  model->unspecified.clear();
  add_default_values(run.store, script, *model);
  return std::move(*model);
}

/// Whether Assay's prover refutes the formulas. If not, the model gets the values of the branch that stays open.
bool refuted(TermStore& store, const std::vector<TermId>& formulas, Model& model) {
  TermId all = make_and(store, formulas);
  std::map<SymbolId, FunctionId> constants;
  for (const FunctionId constant : declared_in(store, formulas)) {
    const Function& function = store.node(constant);
    const SortId sort = function.result;
    model.functions[constant].fallback = default_value(store, sort);
    if (!function.parameters.empty()) continue;
    const SymbolId name = store.symbol("c|" + std::string(store.spelling(function.name)));
    all = replaced_constant(store, all, constant, store.variable({name, sort}));
    constants[name] = constant;
  }
  const Validity validity = prove(store, make_not(store, all));
  for (const auto& [name, value] : validity.counterexample)
    if (const auto found = constants.find(name); found != constants.end())
      model.functions[found->second].fallback = value;
  return validity.valid;
}

}  // namespace

FoundPoint find_point(const CertificateRun& run, std::vector<TermId> formulas) {
  TermStore& store = run.store;
  formulas = Skolemization(store).of(std::move(formulas));
  if (formulas.empty()) return {"()", false};
  for (const TermId formula : formulas)
    if (store.has(formula, kHasOpaque)) return {};
  const auto at = [&](const Model& model) {
    return FoundPoint{print_model(store, restricted(store, model, declared_in(store, formulas))), false};
  };
  if (run.witness != nullptr && satisfies(store, *run.witness, formulas)) return at(*run.witness);
  if (propositionally_unsat(store, formulas)) return {{}, true};
  const PointSearch search = find_point(store, formulas);
  if (search.point) return at(*search.point);
  Model model;
  if (search.exhaustive || refuted(store, formulas, model)) return {{}, true};
  if (satisfies(store, model, formulas)) return at(model);
  const std::optional<Model> asked = by_solver(run, formulas);
  return asked && satisfies(store, *asked, formulas) ? at(*asked) : FoundPoint();
}

CertificateVerdict judge_condition(const CertificateRun& run, std::vector<TermId> broken_by, std::string reason,
                                   const std::string& certificate) {
  const FoundPoint found = find_point(run, std::move(broken_by));
  if (found.point) return wrong(std::move(reason), certificate + "; at this point: " + *found.point);
  return found.excluded ? right() : not_refuted();
}

CertificateVerdict& worsen(CertificateVerdict& verdict, CertificateVerdict other) {
  using Kind = CertificateVerdict::Kind;
  const auto rank = [](const CertificateVerdict& one) {
    return one.kind == Kind::Wrong ? 3 : one.kind == Kind::NotJudged ? 2 : one.kind == Kind::NotRefuted;
  };
  if (rank(other) > rank(verdict)) verdict = std::move(other);
  return verdict;
}

CertificateVerdict wrong(std::string reason, std::string detail) {
  return {CertificateVerdict::Kind::Wrong, std::move(reason), std::move(detail)};
}
CertificateVerdict not_judged(std::string reason, std::string detail) {
  return {CertificateVerdict::Kind::NotJudged, std::move(reason), std::move(detail)};
}
CertificateVerdict right() { return {CertificateVerdict::Kind::Right, {}, {}}; }
CertificateVerdict not_refuted() { return {CertificateVerdict::Kind::NotRefuted, {}, {}}; }

std::string_view name(CertificateVerdict::Kind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"right", "not refuted", "wrong", "not judged", "not given"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace assay::smt

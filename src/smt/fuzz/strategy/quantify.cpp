#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/occurrence.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxQuantifiers = 3;  // in one formula
constexpr unsigned kFormulaAttempts = 4;
constexpr std::int64_t kMaxHalfRange = 9;  // greatest distance of a range's bounds from the value

/// Puts quantifiers into a seed's formulas whose values the evaluator can enumerate.
class Quantify final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    grafter_.enter(source);
    grafter_->use(rng);
    std::vector<Assertion> made;
    const auto& pool = source.valuation.pool();
    for (std::uint64_t left = rng.below(source.rung.assertions) + 1; left > 0; --left) {
      for (unsigned attempt = 0; attempt < kFormulaAttempts; ++attempt) {
        const PoolEntry& entry = rng.pick(pool);
        if (entry.by_solvers || entry.depth > source.rung.depth) continue;
        const auto formula = quantified(source, entry.value ? entry.term : make_not(grafter_->store(), entry.term));
        if (!formula) continue;
        made.push_back({*formula});
        break;
      }
    }
    return draft_of(std::move(made), HoldsByConstruction{});
  }

 private:
  /// A closed formula with quantifiers that the valuation satisfies. Nullopt if the evaluator has no value for it.
  std::optional<TermId> quantified(const CaseSource& source, TermId formula) {
    TermStore& store = grafter_->store();
    TermId made = formula;
    for (std::uint64_t left = grafter_->rng().below(kMaxQuantifiers) + 1; left > 0; --left)
      made = with_quantifier(source, made, left);
    if (made == formula) return std::nullopt;
    if (grafter_->rng().percent(40)) made = with_moved_quantifier(made);
    const auto value = grafter_->value_of(made);
    if (!value) return std::nullopt;
    return value->as_bool() ? made : make_not(store, made);
  }

  /// Replaces a random sub-term by a variable, which a new quantifier in front of the formula binds.
  TermId with_quantifier(const CaseSource& source, TermId formula, std::uint64_t number) {
    TermStore& store = grafter_->store();
    core::Rng& rng = grafter_->rng();
    std::vector<TermId> candidates;
    for (const auto& level : levels_of(store, {formula}))
      for (const TermId term : level)
        if (term != formula && is_candidate(term)) candidates.push_back(term);
    if (candidates.empty()) return formula;
    const TermId term = rng.pick(candidates);
    const SortId sort = store.sort_of(term);
    const BoundVariable variable{store.symbol(source.prefix + "v" + std::to_string(number)), sort};
    const TermId name = store.variable(variable);
    if (store.occurs_free(variable.name, formula) || binds(formula, variable.name)) return formula;
    TermMap known{{term, name}};
    const auto body = rewrite(store, formula, known, [&](TermId original, const std::vector<TermId>& children) {
      if (std::ranges::equal(children, store.children(original))) return std::optional(original);
      const bool is_binder = store.node(original).kind == TermKind::Binder;
      return is_binder ? std::optional(plain_binder(store, original, children)) : store.rebuild(original, children);
    });
    if (!body || *body == formula) return formula;
    const auto value = grafter_->value_of(term);
    if (store.kind(sort) == SortKind::Int && value && rng.coin()) return within(variable, *body, value->as_int());
    const TermId is_it = rng.coin() ? equation(name, term) : equation(term, name);
    switch (rng.below(store.cardinality(sort) > 0 && store.cardinality(sort) <= 16 ? 4 : 3)) {
      case 0: return binder(BinderKind::Exists, variable, connected("and", is_it, *body));
      case 1: return binder(BinderKind::Forall, variable, connected("=>", is_it, *body));
      case 2: return binder(BinderKind::Forall, variable, connected("or", make_not(store, is_it), *body));
      default: return binder(rng.coin() ? BinderKind::Forall : BinderKind::Exists, variable, *body);
    }
  }

  // Terms of sorts with values that a variable may replace at any occurrence.
  bool is_candidate(TermId term) {
    const TermStore& store = grafter_->store();
    const SortKind kind = store.kind(store.sort_of(term));
    return is_movable(store, term) && kind != SortKind::RegLan && kind != SortKind::Opaque &&
           kind != SortKind::Function && kind != SortKind::Unknown && !store.has(term, kHasOpaque) &&
           store.node(term).kind != TermKind::Constant && !needs_values(term);
  }
  // Solvers require the arguments of these operators to be values: constant arrays and some regular expressions.
  bool needs_values(TermId term) {
    const TermStore& store = grafter_->store();
    return store.node(term).kind == TermKind::Apply && wants_values(Operators::get().row(store.op(term)));
  }
  bool binds(TermId formula, SymbolId name) {
    const TermStore& store = grafter_->store();
    for (const auto& level : levels_of(store, {formula}))
      for (const TermId term : level)
        if (store.node(term).kind == TermKind::Binder)
          for (const BoundVariable& variable : store.binder_info(term).variables)
            if (variable.name == name) return true;
    return false;
  }

  TermId within(const BoundVariable& variable, TermId body, const mpz_class& value) {
    TermStore& store = grafter_->store();
    core::Rng& rng = grafter_->rng();
    const mpz_class low = value - static_cast<long>(rng.between(0, kMaxHalfRange));
    const mpz_class high = value + static_cast<long>(rng.between(0, kMaxHalfRange));
    const auto number = [&](const mpz_class& of) { return *grafter_->literal(Value(of), store.int_sort()); };
    const TermId name = store.variable(variable);
    const TermId range =
        rng.coin() ? connected("and", connected("<=", number(low), name), connected("<=", name, number(high)))
                   : connected("and", connected("<", number(low - 1), name), connected(">=", number(high), name));
    return rng.coin() ? binder(BinderKind::Exists, variable, connected("and", range, body))
                      : binder(BinderKind::Forall, variable, connected("=>", range, body));
  }

  /// An equivalent formula: the outer quantifier moves over a connective, or over another quantifier of its kind.
  TermId with_moved_quantifier(TermId formula) {
    TermStore& store = grafter_->store();
    if (store.node(formula).kind != TermKind::Binder) return formula;
    const BinderInfo info = store.binder_info(formula);
    const TermId body = store.children(formula)[0];
    const bool is_forall = info.kind == BinderKind::Forall;
    // Duality: (forall x p) is (not (exists x (not p))), and the reverse.
    if (grafter_->rng().coin()) {
      BinderInfo dual = info;
      dual.kind = is_forall ? BinderKind::Exists : BinderKind::Forall;
      dual.keyword.clear();
      return make_not(store, store.binder(dual, std::array{pushed_in(body, is_forall)}));
    }
    const bool splits = store.is(body, Operators::get().at(is_forall ? "and" : "or"));
    if (splits) {
      std::vector<TermId> parts;
      const auto children = store.children(body);
      for (const TermId child : std::vector<TermId>(children.begin(), children.end()))
        parts.push_back(store.binder(info, std::array{child}));
      return store.apply_as(store.op(body), parts, {}, store.bool_sort());
    }
    // Two nested quantifiers of one kind become one quantifier, with the variables of the inner one first.
    if (store.node(body).kind != TermKind::Binder || store.binder_info(body).kind != info.kind) return formula;
    BinderInfo joined = info;
    const BinderInfo inner = store.binder_info(body);
    joined.variables.insert(joined.variables.begin(), inner.variables.begin(), inner.variables.end());
    return store.binder(joined, std::array{store.children(body)[0]});
  }

  /// The negation: (=> p q) gives (and p (not q)), and (and p q) gives (=> p (not q)). The guard p stays visible.
  TermId pushed_in(TermId body, bool is_forall) {
    TermStore& store = grafter_->store();
    const OperatorId here = Operators::get().at(is_forall ? "=>" : "and");
    const auto kids = store.children(body);
    const std::vector<TermId> children(kids.begin(), kids.end());
    if (!store.is(body, here) || children.size() != 2) return make_not(store, body);
    return connected(is_forall ? "and" : "=>", children[0], make_not(store, children[1]));
  }

  TermId binder(BinderKind kind, const BoundVariable& variable, TermId body) {
    BinderInfo info;
    info.kind = kind;
    info.variables = {variable};
    return grafter_->store().binder(info, std::array{body});
  }
  TermId equation(TermId left, TermId right) { return connected("=", left, right); }
  TermId connected(std::string_view op, TermId left, TermId right) {
    TermStore& store = grafter_->store();
    return store.apply_as(Operators::get().at(op), std::array{left, right}, {}, store.bool_sort());
  }

  BlockGrafter grafter_;
};

}  // namespace

std::unique_ptr<Strategy> make_quantify() { return std::make_unique<Quantify>(); }

}  // namespace assay::smt

#include "trigger/problem/clause.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_set>

#include "smt/term/rebuild.hpp"
#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/problem/formula/rewrite.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// True for the nodes of a formula's Boolean structure: `and`, `or` and `forall`.
bool is_matrix_node(const TermStore& store, const Connectives& ops, TermId term) {
  return store.is(term, ops.conjunction) || store.is(term, ops.disjunction) || is_forall(store, term);
}

/// The quantifiers of a formula, outer ones before inner ones, level by level.
std::vector<TermId> quantifiers_of(const TermStore& store, const Connectives& ops, TermId formula) {
  std::vector<TermId> found;
  std::unordered_set<std::uint32_t> seen;
  std::vector<TermId> level = {formula};
  while (!level.empty()) {
    std::vector<TermId> bodies;
    std::vector<TermId> pending(level.rbegin(), level.rend());
    while (!pending.empty()) {
      const TermId top = pending.back();
      pending.pop_back();
      if (!is_matrix_node(store, ops, top) || !seen.insert(top.index).second) continue;
      const std::span<const TermId> children = store.children(top);
      if (is_forall(store, top)) {
        found.push_back(top);
        bodies.push_back(children[0]);
      } else {
        pending.insert(pending.end(), children.rbegin(), children.rend());
      }
    }
    level = std::move(bodies);
  }
  return found;
}

/// The formula in which each quantifier is replaced by its body.
TermId matrix_of(TermStore& store, const Connectives& ops, TermId formula) {
  const auto stop = [&](TermId node) {
    return is_matrix_node(store, ops, node) ? std::nullopt : std::optional<TermId>(node);
  };
  return smt::rebuilt(store, formula, stop, [&](TermId node, std::span<const TermId> children) {
    return is_forall(store, node) ? children[0] : smt::with_children(store, node, children);
  });
}

bool is_uninterpreted_call(const TermStore& store, TermId term) {
  return store.node(term).kind == TermKind::Call &&
         store.node(store.function_of(term)).kind == smt::FunctionKind::Declared;
}

/// True if both terms apply the same function, operator or constructor.
bool same_head(const TermStore& store, TermId a, TermId b) {
  const TermKind kind = store.node(a).kind;
  return (kind == TermKind::Call || kind == TermKind::Apply) && same_root(store, a, b);
}

class Unification {
 public:
  Unification(const TermStore& store, const Unknowns& unknowns) : store_(store), unknowns_(unknowns) {}

  Unifier run(TermId left, TermId right) {
    std::vector<std::pair<TermId, TermId>> pending;
    push_arguments(left, right, pending);
    while (!pending.empty()) {
      const auto [a, b] = pending.back();
      pending.pop_back();
      if (a == b) continue;
      if (unknowns_.contains(a))
        add(unifier_.rewritings, a, b);
      else if (unknowns_.contains(b))
        add(unifier_.rewritings, b, a);
      else if (same_head(store_, a, b))
        push_arguments(a, b, pending);
      else
        add(unifier_.equations, a, b);
    }
    return std::move(unifier_);
  }

 private:
  void push_arguments(TermId a, TermId b, std::vector<std::pair<TermId, TermId>>& pending) const {
    const std::span<const TermId> left = store_.children(a);
    const std::span<const TermId> right = store_.children(b);
    for (std::size_t i = left.size(); i > 0; --i) pending.emplace_back(left[i - 1], right[i - 1]);
  }

  static void add(std::vector<std::pair<TermId, TermId>>& to, TermId a, TermId b) {
    if (std::find(to.begin(), to.end(), std::pair{a, b}) == to.end()) to.emplace_back(a, b);
  }

  const TermStore& store_;
  const Unknowns& unknowns_;
  Unifier unifier_;
};

}  // namespace

Clause clause_of(TermStore& store, const Conjunct& conjunct) {
  const Connectives ops;
  Clause clause;
  std::unordered_set<std::uint32_t> names;
  for (const TermId quantifier : quantifiers_of(store, ops, conjunct.formula)) {
    for (const smt::BoundVariable& variable : store.binder_info(quantifier).variables)
      if (names.insert(variable.name.index).second) clause.variables.push_back(variable);
    for (const std::vector<TermId>& pattern : patterns_of(store, quantifier))
      clause.patterns.insert(clause.patterns.end(), pattern.begin(), pattern.end());
  }
  clause.disjuncts = parts_of(store, ops.disjunction, matrix_of(store, ops, conjunct.formula));
  std::vector<TermId> all = clause.disjuncts;
  all.insert(all.end(), clause.patterns.begin(), clause.patterns.end());
  for (const TermId term : all) {
    visit_terms(store, term, [&](TermId node) {
      if (is_uninterpreted_call(store, node)) clause.symbols.insert(store.function_of(node));
      return true;
    });
  }
  return clause;
}

double similarity(const Clause& a, const Clause& b) {
  const auto common = std::count_if(a.symbols.begin(), a.symbols.end(),
                                    [&](smt::FunctionId symbol) { return b.symbols.contains(symbol); });
  const auto all = static_cast<std::ptrdiff_t>(a.symbols.size() + b.symbols.size()) - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

std::vector<TermId> applications_in(const TermStore& store, const std::vector<TermId>& terms) {
  std::vector<TermId> found;
  std::set<TermId> seen;
  for (const TermId term : terms) {
    visit_terms(store, term, [&](TermId node) {
      if (store.has(node, smt::kHasVariable)) return true;
      if (is_uninterpreted_call(store, node) && !store.children(node).empty() && seen.insert(node).second)
        found.push_back(node);
      return true;
    });
  }
  return found;
}

std::vector<TermId> outermost_of(const TermStore& store, const std::vector<TermId>& applications) {
  std::set<TermId> inner;
  for (const TermId term : applications) {
    visit_terms(store, term, [&](TermId node) { return node == term || inner.insert(node).second; });
  }
  std::vector<TermId> result;
  for (const TermId term : applications)
    if (!inner.contains(term)) result.push_back(term);
  return result;
}

void add_unifiers(const TermStore& store, const Unknowns& unknowns, TermId left, std::span<const TermId> right,
                  std::size_t max_unifiers, std::vector<Unifier>& smallest) {
  const auto size = [](const Unifier& u) { return 2 * u.equations.size() + u.rewritings.size(); };
  for (const TermId term : right) {
    if (left == term || !same_head(store, left, term)) continue;
    Unifier unifier = Unification(store, unknowns).run(left, term);
    if (unifier.rewritings.empty()) continue;
    const auto place = std::upper_bound(smallest.begin(), smallest.end(), unifier,
                                        [&](const Unifier& a, const Unifier& b) { return size(a) < size(b); });
    if (place == smallest.end() && smallest.size() >= max_unifiers) continue;
    if (std::find(smallest.begin(), place, unifier) != place) continue;
    smallest.insert(place, std::move(unifier));
    if (smallest.size() > max_unifiers) smallest.pop_back();
  }
}

}  // namespace assay::trigger

#include "trigger/clause.hpp"

#include <algorithm>
#include <span>

#include "trigger/normal_form.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

bool is_forall(const TermStore& store, TermId term) {
  return store.node(term).kind == TermKind::Binder && store.binder_info(term).kind == smt::BinderKind::Forall;
}

/// The quantifiers of a formula that no other quantifier is around.
std::vector<TermId> outermost(const TermStore& store, const Connectives& ops, TermId formula) {
  std::vector<TermId> found;
  visit(store, formula, [&](TermId node) {
    if (is_forall(store, node)) found.push_back(node);
    return store.is(node, ops.conjunction) || store.is(node, ops.disjunction);
  });
  return found;
}

bool is_uninterpreted_call(const TermStore& store, TermId term) {
  return store.node(term).kind == TermKind::Call &&
         store.node(store.function_of(term)).kind == smt::FunctionKind::Declared;
}

/// Two applications of one head: function, operator or constructor.
bool same_head(const TermStore& store, TermId a, TermId b) {
  const smt::TermNode& left = store.node(a);
  const smt::TermNode& right = store.node(b);
  const bool applications = left.kind == TermKind::Call || left.kind == TermKind::Apply;
  return applications && left.kind == right.kind && left.data == right.data && left.extra == right.extra &&
         left.count == right.count;
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
  TermId matrix = conjunct.formula;
  for (std::vector<TermId> found = outermost(store, ops, matrix); !found.empty();
       found = outermost(store, ops, matrix)) {
    Replacements bodies;
    for (const TermId quantifier : found) {
      bodies.emplace(quantifier.index, store.children(quantifier)[0]);
      for (const smt::BoundVariable& variable : store.binder_info(quantifier).variables) {
        if (std::find(clause.variables.begin(), clause.variables.end(), variable) == clause.variables.end())
          clause.variables.push_back(variable);
      }
      for (const std::vector<TermId>& pattern : patterns_of(store, quantifier))
        clause.patterns.insert(clause.patterns.end(), pattern.begin(), pattern.end());
    }
    matrix = replace_nodes(store, matrix, bodies);
  }
  clause.disjuncts = parts_of(store, ops.disjunction, matrix);
  std::vector<TermId> all = clause.disjuncts;
  all.insert(all.end(), clause.patterns.begin(), clause.patterns.end());
  for (const TermId term : all) {
    visit(store, term, [&](TermId node) {
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
    visit(store, term, [&](TermId node) {
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
    visit(store, term, [&](TermId node) { return node == term || inner.insert(node).second; });
  }
  std::vector<TermId> result;
  for (const TermId term : applications)
    if (!inner.contains(term)) result.push_back(term);
  return result;
}

std::vector<Unifier> unifiers(const TermStore& store, const Unknowns& unknowns, const std::vector<TermId>& left,
                              const std::vector<TermId>& right) {
  std::vector<Unifier> found;
  for (const TermId a : left) {
    for (const TermId b : right) {
      if (a == b || !same_head(store, a, b)) continue;
      Unifier unifier = Unification(store, unknowns).run(a, b);
      if (unifier.rewritings.empty()) continue;
      if (std::find(found.begin(), found.end(), unifier) == found.end()) found.push_back(std::move(unifier));
    }
  }
  const auto size = [](const Unifier& u) { return 2 * u.equations.size() + u.rewritings.size(); };
  std::stable_sort(found.begin(), found.end(), [&](const Unifier& a, const Unifier& b) { return size(a) < size(b); });
  return found;
}

}  // namespace assay::trigger

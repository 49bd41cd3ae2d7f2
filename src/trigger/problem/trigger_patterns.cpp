#include <algorithm>
#include <functional>
#include <span>
#include <unordered_set>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/problem/problem.hpp"

namespace assay::trigger {
namespace {

using smt::SymbolId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

bool is_uninterpreted(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Call) return false;
  return store.node(store.function_of(term)).kind == smt::FunctionKind::Declared;
}

/// The variables of `variables` that occur free in a term.
std::vector<SymbolId> covered(const TermStore& store, const std::vector<SymbolId>& variables, TermId term) {
  std::vector<SymbolId> result;
  for (const SymbolId variable : variables)
    if (store.occurs_free(variable, term)) result.push_back(variable);
  return result;
}

/// An application in a quantifier's body that may be (part of) a pattern.
struct Choice {
  TermId term;
  std::vector<SymbolId> variables;
};

/// Maximum number of a body's nodes that are examined for patterns. For each node, its free variables are computed.
constexpr std::size_t kMaxNodes = 2000;

/// Applications of uninterpreted functions that contain variables of the quantifier, but no variable that is bound
/// inside of the body. Lowest depth first.
std::vector<Choice> choices(const TermStore& store, TermId body, const std::vector<SymbolId>& variables) {
  std::unordered_set<std::uint32_t> inner;
  std::vector<Choice> found;
  std::size_t nodes = 0;
  visit_terms(store, body, [&](TermId node) {
    const bool mine = std::any_of(variables.begin(), variables.end(),
                                  [&](SymbolId variable) { return store.occurs_free(variable, node); });
    if (!mine || ++nodes > kMaxNodes) return false;
    if (store.node(node).kind == TermKind::Binder) {
      for (const smt::BoundVariable& variable : store.binder_info(node).variables) inner.insert(variable.name.index);
    }
    if (is_uninterpreted(store, node)) {
      std::vector<SymbolId> covers = covered(store, variables, node);
      if (!covers.empty()) found.push_back({node, std::move(covers)});
    }
    return true;
  });
  std::erase_if(found, [&](const Choice& choice) {
    const std::vector<SymbolId> free = store.free_variables(choice.term);
    return std::any_of(free.begin(), free.end(), [&](SymbolId variable) { return inner.contains(variable.index); });
  });
  std::stable_sort(found.begin(), found.end(), [&](const Choice& a, const Choice& b) {
    return store.node(a.term).depth < store.node(b.term).depth;
  });
  return found;
}

/// A set of applications that together contain all variables: greedily, each adds as many missing variables as
/// possible. Empty if there is no such set.
std::vector<TermId> covering(const std::vector<Choice>& from, std::vector<SymbolId> missing) {
  std::vector<TermId> set;
  while (!missing.empty()) {
    const Choice* best = nullptr;
    std::ptrdiff_t best_adds = 0;
    for (const Choice& choice : from) {
      const auto adds = std::count_if(missing.begin(), missing.end(), [&](SymbolId variable) {
        return std::find(choice.variables.begin(), choice.variables.end(), variable) != choice.variables.end();
      });
      if (adds > best_adds) {
        best = &choice;
        best_adds = adds;
      }
    }
    if (best == nullptr) return {};
    set.push_back(best->term);
    std::erase_if(missing, [&](SymbolId variable) {
      return std::find(best->variables.begin(), best->variables.end(), variable) != best->variables.end();
    });
  }
  return set;
}

}  // namespace

Patterns written_patterns(const TermStore& store, TermId binder) {
  Patterns patterns;
  const std::span<const TermId> children = store.children(binder);
  std::size_t next = 1;
  for (const smt::Attribute& attribute : store.binder_info(binder).attributes) {
    const auto terms = children.subspan(next, attribute.term_count);
    if (attribute.keyword == ":pattern" && !terms.empty()) patterns.emplace_back(terms.begin(), terms.end());
    next += attribute.term_count;
  }
  return patterns;
}

Patterns patterns_of(const TermStore& store, TermId binder) {
  Patterns patterns = written_patterns(store, binder);
  if (!patterns.empty()) return patterns;
  std::vector<SymbolId> variables;
  for (const smt::BoundVariable& variable : store.binder_info(binder).variables) variables.push_back(variable.name);
  const std::vector<Choice> candidates = choices(store, store.children(binder)[0], variables);
  for (const Choice& choice : candidates) {
    const bool smallest = patterns.empty() || store.node(choice.term).depth == store.node(patterns[0][0]).depth;
    if (choice.variables.size() == variables.size() && smallest) patterns.push_back({choice.term});
  }
  if (!patterns.empty()) return patterns;
  std::vector<TermId> set = covering(candidates, variables);
  if (!set.empty()) patterns.push_back(std::move(set));
  return patterns;
}

TermId add_patterns(TermStore& store, TermId binder, const std::vector<TermId>& children, const Patterns& patterns) {
  smt::BinderInfo info = store.binder_info(binder);
  std::vector<smt::Attribute> attributes;
  std::vector<TermId> kept = {children[0]};
  auto next = children.begin() + 1;
  for (smt::Attribute& attribute : info.attributes) {
    const auto end = next + attribute.term_count;
    if (attribute.keyword != ":no-pattern") {
      kept.insert(kept.end(), next, end);
      attributes.push_back(std::move(attribute));
    }
    next = end;
  }
  for (const std::vector<TermId>& pattern : patterns) {
    attributes.push_back({":pattern", "", static_cast<std::uint32_t>(pattern.size())});
    kept.insert(kept.end(), pattern.begin(), pattern.end());
  }
  info.attributes = std::move(attributes);
  return store.binder(info, kept);
}

TermId with_patterns(TermStore& store, TermId formula, const std::function<Patterns(TermId)>& patterns_for) {
  std::vector<TermId> bare;
  visit_terms(store, formula, [&](TermId node) {
    const bool forall =
        store.node(node).kind == TermKind::Binder && store.binder_info(node).kind == smt::BinderKind::Forall;
    if (forall && written_patterns(store, node).empty()) bare.push_back(node);
    return store.has(node, smt::kHasBinder);
  });
  std::stable_sort(bare.begin(), bare.end(),
                   [&](TermId a, TermId b) { return store.node(a).depth < store.node(b).depth; });
  Replacements done;
  for (const TermId binder : bare) {
    const std::span<const TermId> old = store.children(binder);
    std::vector<TermId> children(old.begin(), old.end());
    for (TermId& child : children) child = replace_nodes(store, child, done);
    const Patterns patterns = patterns_for(binder);
    done.emplace(binder.index, patterns.empty() ? store.binder(store.binder_info(binder), children)
                                                : add_patterns(store, binder, children, patterns));
  }
  return replace_nodes(store, formula, done);
}

smt::TermId stripped_of_patterns(TermStore& store, TermId formula) {
  std::vector<TermId> binders;
  visit_terms(store, formula, [&](TermId node) {
    if (store.node(node).kind == TermKind::Binder) binders.push_back(node);
    return store.has(node, smt::kHasBinder);
  });
  std::stable_sort(binders.begin(), binders.end(),
                   [&](TermId a, TermId b) { return store.node(a).depth < store.node(b).depth; });
  Replacements bare;
  for (const TermId binder : binders) {
    smt::BinderInfo info = store.binder_info(binder);
    const std::vector<TermId> body = {replace_nodes(store, store.children(binder)[0], bare)};
    std::erase_if(info.attributes, [](const smt::Attribute& attribute) { return attribute.term_count > 0; });
    bare.emplace(binder.index, store.binder(info, body));
  }
  return replace_nodes(store, formula, bare);
}

}  // namespace assay::trigger

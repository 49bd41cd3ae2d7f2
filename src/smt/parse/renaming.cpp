#include "smt/parse/renaming.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay::smt {
namespace {

/// The binders inside of `term` (or itself).
std::vector<TermId> binders_in(const TermStore& store, TermId term) {
  std::vector<TermId> binders;
  std::vector<TermId> pending = {term};
  std::unordered_set<std::uint32_t> seen = {term.index};
  while (!pending.empty()) {
    const TermId top = pending.back();
    pending.pop_back();
    if (store.node(top).kind == TermKind::Binder) {
      binders.push_back(top);
    }
    for (const TermId child : store.children(top)) {
      if (store.has(child, kHasBinder) && seen.insert(child.index).second) {
        pending.push_back(child);
      }
    }
  }
  return binders;
}

/// Old names to new ones. No name that is to be changed occurs free in the term: a binder of it would have been renamed
/// when it was read.
using Names = std::unordered_map<std::uint32_t, SymbolId>;

bool touches(const TermStore& store, const Names& names, TermId term) {
  if (store.has(term, kHasBinder)) {
    return true;
  }
  return store.has(term, kHasVariable) && std::any_of(names.begin(), names.end(), [&](const auto& entry) {
           return store.occurs_free({entry.first}, term);
         });
}

TermId rebuilt(TermStore& store, const Names& names, TermId term, const std::vector<TermId>& children) {
  const TermNode& node = store.node(term);
  if (node.kind == TermKind::Variable) {
    const auto it = names.find(node.data);
    return it == names.end() ? term : store.variable({it->second, node.sort});
  }
  if (node.kind == TermKind::Binder) {
    BinderInfo info = store.binder_info(term);
    for (BoundVariable& variable : info.variables) {
      const auto it = names.find(variable.name.index);
      variable.name = it == names.end() ? variable.name : it->second;
    }
    return store.binder(info, children);
  }
  switch (node.kind) {
    case TermKind::Apply: return store.apply_as(store.op(term), children, store.indices(term), node.sort);
    case TermKind::Call: return store.call_as(store.function_of(term), children, node.sort);
    default: return store.rebuild(term, children).value_or(term);
  }
}

TermId rename(TermStore& store, const Names& names, TermId term) {
  std::unordered_map<std::uint32_t, TermId> done;
  std::vector<TermId> stack = {term};
  std::vector<TermId> children;
  while (!stack.empty()) {
    const TermId top = stack.back();
    if (done.contains(top.index)) {
      stack.pop_back();
      continue;
    }
    if (!touches(store, names, top)) {
      done.emplace(top.index, top);
      continue;
    }
    const std::size_t before = stack.size();
    for (const TermId child : store.children(top)) {
      if (!done.contains(child.index)) {
        stack.push_back(child);
      }
    }
    if (stack.size() > before) {
      continue;
    }
    children.clear();
    for (const TermId child : store.children(top)) {
      children.push_back(done.at(child.index));
    }
    done.emplace(top.index, rebuilt(store, names, top, children));
  }
  return done.at(term.index);
}

}  // namespace

TermId renamed_apart(TermStore& store, Scope& scope, TermId term) {
  const std::vector<TermId> binders = binders_in(store, term);
  std::unordered_set<std::uint32_t> own;
  std::vector<SymbolId> clashes;
  for (const TermId binder : binders) {
    for (const BoundVariable& variable : store.binder_info(binder).variables) {
      if (own.insert(variable.name.index).second && scope.is_bound(variable.name)) {
        clashes.push_back(variable.name);
      }
    }
  }
  if (clashes.empty()) {
    return term;
  }
  std::sort(clashes.begin(), clashes.end());
  for (const SymbolId free : store.free_variables(term)) {
    own.insert(free.index);
  }
  Names names;
  for (const SymbolId clash : clashes) {
    const SymbolId name = scope.fresh(clash, own);
    own.insert(name.index);
    names.emplace(clash.index, name);
  }
  return rename(store, names, term);
}

}  // namespace assay::smt

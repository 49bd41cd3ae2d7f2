#include "smt/parse/renaming.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "smt/term/rebuild.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

/// All binders in `term`, `term` included.
std::vector<TermId> binders_in(const TermStore& store, TermId term) {
  std::vector<TermId> binders;
  for (Subterms below(store, term); const auto top = below.next();) {
    if (!store.has(*top, kHasBinder)) below.skip_below();
    if (store.node(*top).kind == TermKind::Binder) binders.push_back(*top);
  }
  return binders;
}

/// Old names to new names. No old name occurs free in the term: the reader would have renamed its binder.
using Names = std::unordered_map<std::uint32_t, SymbolId>;

bool touches(const TermStore& store, const Names& names, TermId term) {
  if (store.has(term, kHasBinder)) {
    return true;
  }
  return store.has(term, kHasVariable) && std::any_of(names.begin(), names.end(), [&](const auto& entry) {
           return store.occurs_free({entry.first}, term);
         });
}

TermId renamed(TermStore& store, const Names& names, TermId term, std::span<const TermId> children) {
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
  return with_children(store, term, children);
}

TermId rename_symbols(TermStore& store, const Names& names, TermId term) {
  const auto stop = [&](TermId node) {
    return touches(store, names, node) ? std::nullopt : std::optional<TermId>(node);
  };
  return rebuilt(store, term, stop,
                 [&](TermId node, std::span<const TermId> children) { return renamed(store, names, node, children); });
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
    store.note_written_name(name, store.written_name(clash));
  }
  return rename_symbols(store, names, term);
}

}  // namespace assay::smt

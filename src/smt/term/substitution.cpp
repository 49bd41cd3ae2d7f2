#include "smt/term/substitution.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

using NewNames = std::map<SymbolId, SymbolId>;

/// The terms in which a replaced variable is free. Other terms do not change.
class Affected {
 public:
  Affected(const TermStore& store, std::span<const Replacement> replacements)
      : store_(store), replacements_(replacements) {}

  [[nodiscard]] bool contains(TermId term) const {
    return store_.has(term, kHasVariable) &&
           std::any_of(replacements_.begin(), replacements_.end(),
                       [&](const auto& r) { return store_.occurs_free(r.first, term); });
  }

  /// The variables of the affected binders in `root`.
  [[nodiscard]] std::vector<SymbolId> bound_names(TermId root) const {
    std::vector<SymbolId> names;
    std::vector<TermId> pending = {root};
    TermSet seen;
    while (!pending.empty()) {
      const TermId top = pending.back();
      pending.pop_back();
      if (!store_.has(top, kHasBinder) || !contains(top) || !seen.insert(top)) continue;
      if (store_.node(top).kind == TermKind::Binder)
        for (const BoundVariable& variable : store_.binder_info(top).variables) names.push_back(variable.name);
      pending.insert(pending.end(), store_.children(top).begin(), store_.children(top).end());
    }
    return names;
  }

 private:
  const TermStore& store_;
  std::span<const Replacement> replacements_;
};

}  // namespace

SymbolId VariableSubstitution::fresh(SymbolId name) {
  const std::string_view old = store_.spelling(name);
  return store_.symbol(std::string(old.substr(0, old.find('|'))) + "|" + tag_ + std::to_string(count_++));
}

TermId VariableSubstitution::replaced(TermId term, std::span<const Replacement> replacements) {
  const Affected affected(store_, replacements);
  NewNames names;
  for (const SymbolId name : affected.bound_names(term))
    if (!names.contains(name)) names.emplace(name, fresh(name));
  const auto inner = [&](TermId node) {
    return store_.has(node, kHasVariable) && std::any_of(names.begin(), names.end(), [&](const auto& entry) {
             return store_.occurs_free(entry.first, node);
           });
  };
  const auto stop = [&](TermId node) {
    return affected.contains(node) || inner(node) ? std::nullopt : std::optional<TermId>(node);
  };
  const auto build = [&](TermId node, std::span<const TermId> children) {
    const TermNode& old = store_.node(node);
    if (old.kind == TermKind::Variable) {
      const SymbolId name = store_.variable_name(node);
      const auto by =
          std::find_if(replacements.begin(), replacements.end(), [&](const auto& r) { return r.first == name; });
      if (by != replacements.end()) return by->second;
      return store_.variable({names.at(name), old.sort});
    }
    if (old.kind != TermKind::Binder) return with_children(store_, node, children);
    BinderInfo info = store_.binder_info(node);
    for (BoundVariable& variable : info.variables)
      if (const auto at = names.find(variable.name); at != names.end()) variable.name = at->second;
    return store_.binder(info, children);
  };
  return rebuilt(store_, term, stop, build);
}

}  // namespace assay::smt

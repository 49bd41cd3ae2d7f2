#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <unordered_set>

#include "assay/smt/term.hpp"
#include "trigger/problem/formula/names.hpp"

namespace assay::trigger {

[[nodiscard]] inline bool is_forall(const smt::TermStore& store, smt::TermId term) {
  return store.node(term).kind == smt::TermKind::Binder && store.binder_info(term).kind == smt::BinderKind::Forall;
}

/// True if both terms apply the same function or operator to the same number of arguments, or are the same leaf.
[[nodiscard]] bool same_root(const smt::TermStore& store, smt::TermId a, smt::TermId b);

/// Maps the symbol index of a variable to its value.
using Bindings = std::unordered_map<std::uint32_t, smt::TermId>;
/// Maps the index of a node to its replacement. Nodes inside of a replaced node or of a replacement are not replaced.
using Replacements = std::unordered_map<std::uint32_t, smt::TermId>;

/// The term with its free variables replaced. Precondition: no binder inside binds a variable of `bindings`, or a
/// variable that occurs in their values.
[[nodiscard]] smt::TermId substitute(smt::TermStore& store, smt::TermId term, const Bindings& bindings);
[[nodiscard]] smt::TermId replace_nodes(smt::TermStore& store, smt::TermId term, const Replacements& replacements);
/// The term with new names for all bound variables: no two of its binders share a name. Returns the term unchanged once
/// `stop` is requested.
[[nodiscard]] smt::TermId with_unique_binders(smt::TermStore& store, smt::TermId term, Names& names,
                                              const std::stop_token& stop = {});
/// Replaces calls of non-recursive defined functions by their bodies. Time is linear in the size of the result, which
/// may be exponential in the size of the term. Nullopt once `stop` is requested.
[[nodiscard]] std::optional<smt::TermId> expand_definitions(smt::TermStore& store, smt::TermId term, Names& names,
                                                            const std::stop_token& stop = {});

/// The term in which closed subterms of built-in operators are replaced by their values, if they have a value.
[[nodiscard]] smt::TermId fold_constants(smt::TermStore& store, smt::TermId term);

/// The value of a solver's output as a term of its sort: an undeclared constant such as `Box!val!0` has no sort where
/// it stands alone, and the sort of its place where it stands inside of an array. Both become the same term.
[[nodiscard]] smt::TermId with_sort(smt::TermStore& store, smt::TermId value, smt::SortId sort);

/// Visits each node of a term once, in an order that depends only on the term; children only if `enter` returns true.
template <typename Enter>
void visit_terms(const smt::TermStore& store, smt::TermId root, const Enter& enter) {
  std::vector<smt::TermId> pending = {root};
  std::unordered_set<std::uint32_t> seen = {root.index};
  while (!pending.empty()) {
    const smt::TermId top = pending.back();
    pending.pop_back();
    if (!enter(top)) continue;
    const auto children = store.children(top);
    for (std::size_t i = children.size(); i > 0; --i)
      if (seen.insert(children[i - 1].index).second) pending.push_back(children[i - 1]);
  }
}

}  // namespace assay::trigger

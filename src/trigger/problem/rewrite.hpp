#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <unordered_set>

#include "assay/smt/term.hpp"
#include "trigger/problem/names.hpp"

namespace assay::trigger {

[[nodiscard]] inline bool is_forall(const smt::TermStore& store, smt::TermId term) {
  return store.node(term).kind == smt::TermKind::Binder && store.binder_info(term).kind == smt::BinderKind::Forall;
}

/// Symbols of variables to what stands for them.
using Bindings = std::unordered_map<std::uint32_t, smt::TermId>;
/// Nodes to what replaces them; nothing inside of a replaced node, or of the replacement, is looked at.
using Replacements = std::unordered_map<std::uint32_t, smt::TermId>;

/// The term with the free variables replaced. No binder inside may bind a variable of `bindings`, or one that occurs in
/// what stands for them.
[[nodiscard]] smt::TermId substitute(smt::TermStore& store, smt::TermId term, const Bindings& bindings);
[[nodiscard]] smt::TermId replace_nodes(smt::TermStore& store, smt::TermId term, const Replacements& replacements);
/// The term with new names for all bound variables: no two of its binders share one. Once `stop` is requested, it gives
/// the term back as it is.
[[nodiscard]] smt::TermId with_unique_binders(smt::TermStore& store, smt::TermId term, Names& names,
                                              const std::stop_token& stop = {});
/// Calls of functions that are defined without recursion become their bodies, each call once: linear in what comes of
/// it, which may be exponential in the term. std::nullopt once `stop` is requested.
[[nodiscard]] std::optional<smt::TermId> expand_definitions(smt::TermStore& store, smt::TermId term, Names& names,
                                                            const std::stop_token& stop = {});

/// The term with its closed parts that have no function of a script in them valued, where they have a value.
[[nodiscard]] smt::TermId folded(smt::TermStore& store, smt::TermId term);

/// The value of a solver's output as a term of its sort: an undeclared constant such as `Box!val!0` has no sort where
/// it stands alone, and the sort of its place where it stands inside of an array. Both become the same term.
[[nodiscard]] smt::TermId with_sort(smt::TermStore& store, smt::TermId value, smt::SortId sort);

/// All nodes of a term once, in an order that depends on the term only. `enter` says whether to look at the children.
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

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// The node over other children that have the sorts of its own, which nothing checks; itself over the same ones.
[[nodiscard]] TermId with_children(TermStore& store, TermId term, std::span<const TermId> children);

/// Rebuilds a term bottom-up, each node of its DAG once, with an explicit stack. `stop(term)` gives the result of a
/// node without a look at its children, or std::nullopt; `build(term, children)` makes one over its new children.
template <typename Stop, typename Build>
[[nodiscard]] TermId rebuilt(TermStore& store, TermId root, const Stop& stop, const Build& build) {
  TermMap done;
  std::vector<TermId> stack = {root};
  std::vector<TermId> children;
  while (!stack.empty()) {
    const TermId top = stack.back();
    if (done.contains(top)) {
      stack.pop_back();
      continue;
    }
    if (const std::optional<TermId> result = stop(top)) {
      done.emplace(top, *result);
      continue;
    }
    const std::size_t before = stack.size();
    for (const TermId child : store.children(top)) {
      if (!done.contains(child)) {
        stack.push_back(child);
      }
    }
    if (stack.size() > before) {
      continue;
    }
    children.clear();
    for (const TermId child : store.children(top)) {
      children.push_back(done.at(child));
    }
    done.emplace(top, build(top, std::span<const TermId>(children)));
  }
  return done.at(root);
}

}  // namespace assay::smt

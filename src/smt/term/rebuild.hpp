#pragma once

#include <optional>
#include <span>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {

/// A copy of the node with other children, or the node itself if the children are the same. The children must have the
/// sorts of the old children; this is not checked.
[[nodiscard]] TermId with_children(TermStore& store, TermId term, std::span<const TermId> children);

/// Rebuilds a term bottom-up, each node of its DAG once, with an explicit stack. `stop(term)` returns a node's result
/// without visiting its children, or nullopt. `build(term, children)` returns a node's result from its new children.
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

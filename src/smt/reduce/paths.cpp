#include <algorithm>

#include "base/index_map.hpp"
#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

/// Minimum length of a part that is removed; other passes handle shorter parts.
constexpr std::size_t kMinStep = 8;

/// The longest path from a root to a leaf: each term is a child of its predecessor.
std::vector<TermId> longest_path(const TermStore& store, const std::vector<TermId>& roots) {
  IndexMap heights;  // by index of the term; a leaf has 1; 0: not known yet
  std::vector<TermId> stack;
  const auto height = [&](TermId term) { return heights.find(term.index); };
  const auto tallest_child = [&](TermId term) {
    const auto children = store.children(term);
    return *std::max_element(children.begin(), children.end(),
                             [&](TermId a, TermId b) { return height(a) < height(b); });
  };
  for (const TermId root : roots) {
    stack.push_back(root);
    while (!stack.empty()) {
      const TermId term = stack.back();
      const std::size_t before = stack.size();
      for (const TermId child : store.children(term))
        if (height(child) == 0) stack.push_back(child);
      if (stack.size() > before) continue;
      stack.pop_back();
      const bool leaf = store.children(term).empty();
      if (height(term) == 0) heights.set(term.index, leaf ? 1 : height(tallest_child(term)) + 1);
    }
  }
  std::vector<TermId> path;
  if (roots.empty()) return path;
  path.push_back(
      *std::max_element(roots.begin(), roots.end(), [&](TermId a, TermId b) { return height(a) < height(b); }));
  while (!store.children(path.back()).empty()) path.push_back(tallest_child(path.back()));
  return path;
}

/// Removes parts of length `step` from the longest path.
bool shorten_by(Reduction& reduction, std::size_t step) {
  const auto path_now = [&] { return longest_path(reduction.store(), roots_of(reduction.script())); };
  bool changed = false;
  std::vector<TermId> path = path_now();
  for (std::size_t from = 0; from + step < path.size() && !reduction.exhausted();) {
    const TermId above = path[from], below = path[from + step];
    const TermStore& store = reduction.store();
    const bool fits = store.sort_of(above) == store.sort_of(below) && above != below;
    if (fits && reduction.attempt_replacements({{above, below}})) {
      changed = true;
      path = path_now();
    } else {
      // Terms of the same sort may be at any distance; after a failed attempt half a step is skipped.
      from += fits ? std::max<std::size_t>(1, step / 2) : 1;
    }
  }
  return changed;
}

}  // namespace

bool shorten_paths(Reduction& reduction) {
  bool changed = false;
  for (bool again = true; again && !reduction.exhausted();) {
    again = false;
    const std::size_t length = longest_path(reduction.store(), roots_of(reduction.script())).size();
    for (std::size_t step = length / 2; step >= kMinStep && !reduction.exhausted(); step /= 2)
      again = shorten_by(reduction, step) || again;
    changed = changed || again;
  }
  return changed;
}

}  // namespace assay::smt

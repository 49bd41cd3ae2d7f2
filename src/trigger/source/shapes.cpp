#include "trigger/source/shapes.hpp"

#include <algorithm>
#include <iterator>

#include "trigger/problem/formula/rewrite.hpp"

namespace assay::trigger {

using smt::TermId;
using smt::TermStore;

namespace {

/// True if replacing leaves of `known` by other terms gives `term`.
bool fits(const TermStore& store, TermId known, TermId term) {
  if (!same_root(store, known, term)) return false;
  const auto arguments = store.children(known);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const TermId argument = arguments[i];
    if (!store.children(argument).empty() && !fits(store, argument, store.children(term)[i])) return false;
  }
  return true;
}

}  // namespace

void KnownShapes::add(const TermStore& store, const std::vector<TermId>& terms) {
  const auto deepest = std::max_element(terms.begin(), terms.end(),
                                        [&](TermId a, TermId b) { return store.node(a).depth < store.node(b).depth; });
  if (deepest != terms.end()) known_.push_back(*deepest);
}

bool KnownShapes::is_known(const TermStore& store, TermId term) const {
  bool found = false;
  visit_terms(store, term, [&](TermId node) {
    // A known constant matches only itself, not the terms that contain it.
    found = found || std::any_of(known_.begin(), known_.end(), [&](TermId known) {
              return (node == term || !store.children(known).empty()) && fits(store, known, node);
            });
    return !found;
  });
  return found;
}

std::vector<TermId> KnownShapes::without_known(const TermStore& store, const std::vector<TermId>& terms) const {
  std::vector<TermId> rest;
  std::copy_if(terms.begin(), terms.end(), std::back_inserter(rest),
               [&](TermId term) { return !is_known(store, term); });
  return rest;
}

}  // namespace assay::trigger

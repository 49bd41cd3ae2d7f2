#include "trigger/shapes.hpp"

#include <algorithm>

#include "trigger/rewrite.hpp"

namespace assay::trigger {

using smt::TermId;
using smt::TermStore;

namespace {

std::string name_of(const TermStore& store, TermId term) {
  switch (store.node(term).kind) {
    case smt::TermKind::Call: return std::string(store.spelling(store.node(store.function_of(term)).name));
    case smt::TermKind::Apply: return "op" + std::to_string(store.op(term).index);
    default: return "kind" + std::to_string(static_cast<unsigned>(store.node(term).kind));
  }
}

}  // namespace

std::string shape_of(const TermStore& store, TermId term) {
  std::string text = name_of(store, term);
  if (store.children(term).empty()) return text;
  text += '(';
  for (const TermId child : store.children(term))
    text += (store.children(child).empty() ? "_" : shape_of(store, child)) + ",";
  text.back() = ')';
  return text;
}

void KnownShapes::add(const TermStore& store, const std::vector<TermId>& terms) {
  const auto deepest = std::max_element(terms.begin(), terms.end(),
                                        [&](TermId a, TermId b) { return store.node(a).depth < store.node(b).depth; });
  if (deepest != terms.end()) shapes_.insert(shape_of(store, *deepest));
}

std::vector<TermId> KnownShapes::without_known(const TermStore& store, const std::vector<TermId>& terms) const {
  std::vector<TermId> rest;
  for (const TermId term : terms) {
    bool known = false;
    visit(store, term, [&](TermId node) {
      const bool looked_at = node == term || !store.children(node).empty();
      known = known || (looked_at && shapes_.contains(shape_of(store, node)));
      return !known;
    });
    if (!known) rest.push_back(term);
  }
  return rest;
}

}  // namespace assay::trigger

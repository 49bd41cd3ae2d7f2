#include "smt/term/rebuild.hpp"

#include <algorithm>

namespace assay::smt {

TermId with_children(TermStore& store, TermId term, std::span<const TermId> children) {
  const std::span<const TermId> old = store.children(term);
  if (std::equal(old.begin(), old.end(), children.begin(), children.end())) {
    return term;
  }
  const TermNode& node = store.node(term);
  switch (node.kind) {
    case TermKind::Apply: return store.apply_as(store.op(term), children, store.indices(term), node.sort);
    case TermKind::Call: return store.call_as(store.function_of(term), children, node.sort);
    default: return store.rebuild(term, children).value_or(term);
  }
}

}  // namespace assay::smt

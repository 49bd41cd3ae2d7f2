#include "smt/fuzz/terms/occurrence.hpp"

namespace assay::smt {

void Occurrence::cut(std::size_t length) {
  nodes.resize(length);
  steps.resize(length - 1);
}

std::optional<TermId> with_replaced(TermStore& store, const Occurrence& occurrence, TermId built) {
  for (std::size_t i = occurrence.steps.size(); i-- > 0;) {
    const TermId old = occurrence.nodes[i];
    const auto before = store.children(old);
    std::vector<TermId> children(before.begin(), before.end());
    children[occurrence.steps[i]] = built;
    const auto rebuilt = store.rebuild(old, children);
    if (!rebuilt || store.sort_of(*rebuilt) != store.sort_of(old) || mixes_numbers(store, *rebuilt))
      return std::nullopt;
    built = *rebuilt;
  }
  return built;
}

bool is_movable(const TermStore& store, TermId term) {
  if (store.has(term, kHasVariable)) return false;
  return store.node(term).kind != TermKind::Binder || store.binder_info(term).kind != BinderKind::MatchCase;
}

Occurrence random_occurrence(const TermStore& store, TermId formula, core::Rng& rng) {
  Occurrence way;
  way.nodes.push_back(formula);
  for (;;) {
    const TermId node = way.nodes.back();
    const TermKind kind = store.node(node).kind;
    const auto children = store.children(node);
    if (children.empty() || (kind != TermKind::Apply && kind != TermKind::Call)) break;
    if (kind == TermKind::Apply && wants_values(Operators::get().row(store.op(node)))) break;
    const auto step = static_cast<std::size_t>(rng.below(children.size()));
    way.steps.push_back(step);
    way.nodes.push_back(children[step]);
  }
  way.cut(static_cast<std::size_t>(rng.below(way.nodes.size())) + 1);
  return way;
}

}  // namespace assay::smt

#include "smt/fuzz/occurrence.hpp"

namespace assay::smt {

void Occurrence::cut(std::size_t length) {
  nodes.resize(length);
  steps.resize(length - 1);
}

std::optional<TermId> with_in_place(TermStore& store, const Occurrence& occurrence, TermId built) {
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

bool stands_alone(const TermStore& store, TermId term) {
  if (store.has(term, kHasVariable)) return false;
  return store.node(term).kind != TermKind::Binder || store.binder_info(term).kind != BinderKind::MatchCase;
}

bool BlockGrafter::enter(const CaseSource& source) {
  if (grafter_ && block_key_ == source.block_key) return false;
  grafter_ = std::make_unique<Grafter>(source.seed, source.valuation, source.lacking);
  block_key_ = source.block_key;
  return true;
}

}  // namespace assay::smt

#include "smt/fuzz/terms/mutations.hpp"

namespace assay::smt {

/// t becomes (ite c t u), with two terms of the seed as c and u.
std::optional<TermId> as_alternative(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  const auto condition = graft.from_pool(store.bool_sort());
  const auto other = graft.from_pool(store.sort_of(spot.term));
  if (!condition || !other) return std::nullopt;
  const TermId parts[] = {*condition, spot.term, *other};
  return store.apply(Operators::get().at("ite"), parts);
}

}  // namespace assay::smt

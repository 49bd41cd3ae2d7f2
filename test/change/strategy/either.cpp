#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

/// Disjunctions of two formulas of the seed. The first one, or its negation, holds under the witness.
class Either final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    const auto& formulas = source.valuation.pool();  // the seed's formulas, with their values under the witness
    TermStore& store = source.seed.store;
    std::vector<Assertion> assertions;
    for (std::uint64_t left = rng.below(source.rung.assertions) + 1; left > 0 && !formulas.empty(); --left) {
      const PoolEntry& first = rng.pick(formulas);
      const TermId holds = first.value ? first.term : make_not(store, first.term);
      const TermId either[] = {holds, rng.pick(formulas).term};
      const OperatorId disjunction = Operators::get().at("or");
      assertions.push_back({store.apply_as(disjunction, either, {}, store.bool_sort()), first.by_solvers});
    }
    return draft_of(std::move(assertions), HoldsByConstruction{});
  }
};

}  // namespace

std::unique_ptr<Strategy> make_either() { return std::make_unique<Either>(); }

}  // namespace assay::smt

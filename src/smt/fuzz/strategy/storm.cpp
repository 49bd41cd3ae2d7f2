#include <utility>
#include <vector>

#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/formula_pools.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

/// STORM (thesis section 2.3, Algorithm 1).
class Storm final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    FormulaPools& pools = pools_for(source);
    std::vector<Assertion> result;
    if (pools.empty()) return std::nullopt;
    // Phase 3 of Algorithm 1.
    for (std::uint64_t left = rng.below(source.rung.assertions) + 1; left > 0; --left) {
      const std::uint32_t drawn = pools.draw(rng);
      TermId term = pools.term(source.seed.store, drawn);
      if (!pools.value(drawn)) term = make_not(source.seed.store, term);
      result.push_back({term, pools.by_solvers(drawn)});
    }
    return draft_of(std::move(result), HoldsByConstruction{});
  }

 private:
  // The cases of a block share their pools: a construction pool and an initial pool for each rung.
  FormulaPools& pools_for(const CaseSource& source) {
    if (pools_.empty() || block_key_ != source.block_key) {
      pools_.clear();
      block_key_ = source.block_key;
    }
    for (auto& [rung, pools] : pools_)
      if (rung == source.rung) return *pools;
    const std::size_t count = constructed_formulas(source.valuation.pool().size());
    pools_.emplace_back(source.rung, std::make_unique<FormulaPools>(source.valuation.pool(), source.rung.depth, count,
                                                                    source.block.split("storm pools")));
    return *pools_.back().second;
  }

  std::uint64_t block_key_ = 0;
  std::vector<std::pair<Rung, std::unique_ptr<FormulaPools>>> pools_;
};

}  // namespace

std::unique_ptr<Strategy> make_storm() { return std::make_unique<Storm>(); }

}  // namespace assay::smt

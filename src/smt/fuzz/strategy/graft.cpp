#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/builders.hpp"
#include "smt/fuzz/terms/occurrence.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kAttempts = 3;          // to graft a formula, before the formula is used unchanged
constexpr std::size_t kFreshGrafts = 2;    // maximum number of assertions that are grafted for one case alone
constexpr std::size_t kSharedGrafts = 16;  // grafted assertions that the cases of a block on one rung share

/// Replaces sub-terms of any sort by terms that should have the same value under the witness. Evaluates every
/// resulting assertion again, and negates it if it is false.
class Graft final : public Strategy {
 public:
  // The first kFreshGrafts assertions of a case are its own, the others come from the block's shared grafts. Large
  // cases are therefore cheap, and differ in the combination of shared grafts.
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    if (grafter_.enter(source)) rung_pools_.clear();
    RungPool& pool = pool_on(source.rung);
    std::vector<Assertion> result;
    if (pool.bases.empty()) return std::nullopt;
    const auto count = static_cast<std::size_t>(rng.below(source.rung.assertions)) + 1;
    while (result.size() < std::min(count, kFreshGrafts)) result.push_back({fresh(pool, rng), false});
    while (result.size() < count) result.push_back({shared(pool, source.block, rng.below(kSharedGrafts)), false});
    return draft_of(std::move(result), HoldsByConstruction{});
  }

 private:
  /// The formulas to graft and the grafted assertions that the cases of a block share on one rung.
  struct RungPool {
    Rung rung;
    std::vector<const PoolEntry*> bases;
    std::array<std::optional<TermId>, kSharedGrafts> shared;  ///< made when first drawn
  };

  RungPool& pool_on(const Rung& rung) {
    for (RungPool& pool : rung_pools_)
      if (pool.rung == rung) return pool;
    RungPool made{rung, {}, {}};
    for (const PoolEntry& entry : grafter_->valuation().pool())
      if (!entry.by_solvers && entry.depth <= rung.depth) made.bases.push_back(&entry);
    rung_pools_.push_back(std::move(made));
    return rung_pools_.back();
  }

  TermId fresh(const RungPool& pool, core::Rng& rng) {
    grafter_->use(rng);
    return assertion(*grafter_, *draw_base(*grafter_, pool.bases), pool.rung);
  }

  TermId shared(RungPool& pool, const core::Rng& block, std::uint64_t which) {
    std::optional<TermId>& slot = pool.shared[which];
    if (!slot) {
      core::Rng rng = block.split("graft shared").split(which);
      slot = fresh(pool, rng);
    }
    return *slot;
  }

  // Draws two candidates and returns the less deep one in 80 % of the cases.
  static const PoolEntry* draw_base(Grafter& grafter, const std::vector<const PoolEntry*>& bases) {
    const PoolEntry* a = grafter.rng().pick(bases);
    const PoolEntry* b = grafter.rng().pick(bases);
    const bool b_is_smaller = grafter.store().node(b->term).depth < grafter.store().node(a->term).depth;
    return b_is_smaller == grafter.rng().percent(80) ? b : a;
  }

  static TermId assertion(Grafter& grafter, const PoolEntry& base, const Rung& rung) {
    const std::uint64_t max_grafts = 1 + std::min(rung.depth, 16U) / 3;
    for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
      TermId formula = base.term;
      for (std::uint64_t grafts = grafter.rng().below(max_grafts) + 1; grafts > 0; --grafts)
        formula = grafted(grafter, formula).value_or(formula);
      if (formula == base.term) continue;
      const auto value = grafter.value_of(formula);
      if (value) return value->as_bool() ? formula : make_not(grafter.store(), formula);
    }
    return base.value ? base.term : make_not(grafter.store(), base.term);
  }

  static std::optional<TermId> grafted(Grafter& grafter, TermId formula) {
    const Occurrence place = draw_place(grafter, formula);
    const TermId original = place.term();
    const auto value = grafter.value_of(original);
    if (!value) return std::nullopt;
    const SortId sort = grafter.store().sort_of(original);
    const auto replacement = build(grafter, {original, sort, *value});
    if (!replacement || *replacement == original || grafter.store().sort_of(*replacement) != sort) return std::nullopt;
    return with_replaced(grafter.store(), place, *replacement);
  }

  // Draws one occurrence of a sub-term. The path stops at binders, because terms below them may have free variables.
  static Occurrence draw_place(Grafter& grafter, TermId formula) {
    const TermStore& store = grafter.store();
    Occurrence place;
    place.nodes.push_back(formula);
    for (;;) {
      const TermId node = place.nodes.back();
      const TermKind kind = store.node(node).kind;
      const auto children = store.children(node);
      if (children.empty() || (kind != TermKind::Apply && kind != TermKind::Call)) break;
      if (kind == TermKind::Apply && wants_values(Operators::get().row(store.op(node)))) break;
      const auto step = static_cast<std::size_t>(grafter.rng().below(children.size()));
      if (store.has(children[step], kHasVariable)) break;
      place.steps.push_back(step);
      place.nodes.push_back(children[step]);
    }
    place.cut(static_cast<std::size_t>(grafter.rng().below(place.nodes.size())) + 1);
    return place;
  }

  static std::optional<TermId> build(Grafter& grafter, const TermGoal& wanted) {
    const SortKind kind = grafter.store().kind(wanted.sort);
    std::vector<unsigned> weights;
    for (const Builder& row : builders()) weights.push_back(row.applies(kind) ? row.weight : 0);
    for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
      if (std::all_of(weights.begin(), weights.end(), [](unsigned weight) { return weight == 0; })) break;
      const std::size_t chosen = grafter.rng().weighted(weights);
      const auto built = builders()[chosen].build(grafter, wanted);
      if (built && *built != wanted.original) return built;
      weights[chosen] = 0;
    }
    return std::nullopt;
  }

  BlockGrafter grafter_;
  std::vector<RungPool> rung_pools_;
};

}  // namespace

std::unique_ptr<Strategy> make_graft() { return std::make_unique<Graft>(); }

}  // namespace assay::smt

#include <optional>
#include <utility>
#include <vector>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/occurrence.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxTangled = 2;  // assertions of one case
constexpr unsigned kNewAtomPercent = 40;  // atoms that are a new application; the others are variants of the seed's
constexpr unsigned kDeepPercent = 60;     // formulas of four atoms; the others have two

/// Equivalences, exclusive disjunctions and choices between atoms about the same constants. The atoms are small
/// variants of the seed's, so that they hold for overlapping sets of values, and a solver must split cases across them.
/// Storm joins formulas by conjunction and negation only. Each formula is evaluated, and negated if it is false.
class Tangle final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    grafter_.enter(source);
    grafter_->use(rng);
    std::vector<Assertion> result;
    for (std::uint64_t left = 1 + rng.below(kMaxTangled); left > 0; --left) {
      const std::optional<TermId> formula = tangled(rng.percent(kDeepPercent) ? 2 : 1);
      const std::optional<Value> value = formula ? grafter_->value_of(*formula) : std::nullopt;
      if (value) result.push_back({value->as_bool() ? *formula : make_not(grafter_->store(), *formula)});
    }
    return draft_of(std::move(result), HoldsByConstruction{});
  }

 private:
  std::optional<TermId> tangled(unsigned depth) {
    if (depth == 0) return atom();
    const CoreOperators& core = CoreOperators::get();
    const std::vector<OperatorId> operators{core.equal,  core.equal,       core.exclusive,   core.exclusive,
                                            core.choice, core.implication, core.disjunction, core.conjunction};
    const OperatorId op = grafter_->rng().pick(operators);
    std::vector<TermId> operands;
    for (std::size_t i = 0; i < (op == core.choice ? 3 : 2); ++i) {
      const std::optional<TermId> operand = tangled(depth - 1);
      if (!operand) return std::nullopt;
      operands.push_back(*operand);
    }
    return grafter_->store().apply_as(op, operands, {}, grafter_->store().bool_sort());
  }

  std::optional<TermId> atom() {
    TermStore& store = grafter_->store();
    core::Rng& rng = grafter_->rng();
    if (rng.percent(kNewAtomPercent))
      if (auto made = grafter_->application(store.bool_sort(), 2); made && store.node(*made).kind == TermKind::Apply)
        return made;
    const std::vector<PoolEntry>& pool = grafter_->valuation().pool();
    std::vector<TermId> leaves;
    for (const PoolEntry& entry : pool)
      if (entry.depth == 0 && !entry.by_solvers) leaves.push_back(entry.term);
    if (leaves.empty()) return std::nullopt;
    const TermId leaf = rng.pick(leaves);
    const Occurrence place = random_occurrence(store, leaf, rng);
    const TermId original = place.term();
    if (rng.percent(20) || original == leaf || store.has(original, kHasVariable)) return leaf;
    const std::optional<TermId> other = grafter_->argument(store.sort_of(original), 2);
    return other ? with_replaced(store, place, *other).value_or(leaf) : leaf;
  }

  BlockGrafter grafter_;
};

}  // namespace

std::unique_ptr<Strategy> make_tangle() { return std::make_unique<Tangle>(); }

}  // namespace assay::smt

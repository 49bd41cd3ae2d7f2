#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/fuzz/seed/pair.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/fusion.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/rules/rule_proof.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kContradictionPercent = 50;
constexpr unsigned kPartnerAttempts = 8;
constexpr unsigned kFusionAttempts = 6;
constexpr unsigned kCaseAttempts = 5;
constexpr std::uint64_t kMaxFusions = 2;          // of one satisfiable case
constexpr std::size_t kSharedContradictions = 6;  // for each of the two seeds, shared by the cases of a block
constexpr unsigned kFusedPercent = 70;            // of the formulas that contain a fused constant

/// The formulas that a seed of the pair contributes, and the constants in them.
struct Side {
  std::vector<TermId> formulas;
  std::vector<TermId> constants;  ///< declared constants, in order of appearance
};

/// An unsatisfiable set of formulas: an instance of a built-in rule.
struct PlantedContradiction {
  Side side;
  std::vector<Rule> rules;
};

/// Cache of the seeds that were read as the second seed of a pair. It is emptied at kMaxSides entries.
class SecondSides {
 public:
  /// nullptr if the seed cannot be the second of a pair.
  std::shared_ptr<const PairSide> of(const SeedCorpus& corpus, const Seed& seed, const std::string& prefix) {
    if (corpus_ != &corpus || sides_.size() >= kMaxSides) sides_.clear();
    corpus_ = &corpus;
    const auto [place, is_new] = sides_.try_emplace({&seed - corpus.seeds.data(), prefix});
    if (!is_new) return place->second;
    if (auto side = second_side(seed.text, prefix)) place->second = std::make_shared<const PairSide>(std::move(*side));
    return place->second;
  }

 private:
  static constexpr std::size_t kMaxSides = 4096;
  const SeedCorpus* corpus_ = nullptr;
  std::map<std::pair<std::ptrdiff_t, std::string>, std::shared_ptr<const PairSide>> sides_;
};

/// Semantic fusion (Winterer, Zhang, Su: Validating SMT Solvers via Semantic Fusion, PLDI 2020). It fuses two
/// satisfiable conjunctions with a known witness, or two contradictions that are instances of rules.
class Fuse final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    if (block_key_ != source.block_key) enter(source);
    if (!pair_) return std::nullopt;
    const bool wants_contradiction = rng.percent(kContradictionPercent);
    std::optional<Draft> made;
    for (unsigned attempt = 0; attempt < kCaseAttempts && !made && !wants_contradiction; ++attempt)
      made = satisfiable(source, rng);
    for (unsigned attempt = 0; attempt < kCaseAttempts && !made; ++attempt) made = contradiction(source, rng);
    if (!made) return std::nullopt;
    made->own = {pair_->both, valuation_};
    made->partner_seed = partner_;
    return made;
  }

 private:
  // Draws the second seed of the block. If no other seed fits, the second seed is a renamed copy of the first.
  void enter(const CaseSource& source) {
    block_key_ = source.block_key;
    valuation_.reset();
    pair_.reset();
    for (auto& side : planted_) side.fill(std::nullopt);
    if (source.corpus == nullptr || source.corpus->seeds.empty()) return;
    core::Rng rng = source.visit.split("partner");
    find_partner(source, rng);
    if (!pair_) return;
    core::Rng values = rng.split("values");
    valuation_ = std::make_shared<Valuation>(*pair_->both, random_model(*pair_->both, values),
                                             source.valuation.interpretation());
  }

  void find_partner(const CaseSource& source, core::Rng& rng) {
    partner_ = {};
    const PairSide first = first_side(source.seed);
    const std::string prefix = source.prefix + "s!";
    std::vector<std::pair<std::shared_ptr<const PairSide>, std::string_view>> apart;
    for (unsigned attempt = 0; attempt < kPartnerAttempts && !pair_; ++attempt) {
      const Seed& other = rng.pick(source.corpus->seeds);
      auto second = seconds_.of(*source.corpus, other, prefix);
      if (!second || collide(first, *second)) continue;
      if (!share_sort(first, *second)) {
        apart.emplace_back(std::move(second), other.name);
        continue;
      }
      pair_ = joined(first, *second);
      if (pair_) partner_ = other.name;
    }
    if (pair_) return;
    const auto itself = second_side(first.text, prefix);
    if (itself && !collide(first, *itself)) pair_ = joined(first, *itself);
    for (; !pair_ && !apart.empty(); apart.pop_back()) {
      pair_ = joined(first, *apart.back().first);
      if (pair_) partner_ = apart.back().second;
    }
  }

  [[nodiscard]] CaseSource over_both(const CaseSource& source, const std::string& prefix) {
    return {*pair_->both,     *valuation_, source.rung, source.unsupported, source.block,
            source.block_key, prefix,      nullptr,     core::Rng(0),       source.focus};
  }
  TermStore& store() { return pair_->both->store; }

  void find_constants(Side& side) {
    std::set<TermId> seen;
    for (const auto& level : levels_of(store(), side.formulas)) {
      for (const TermId term : level) {
        if (store().node(term).kind != TermKind::Call || !store().children(term).empty()) continue;
        const bool is_declared = store().node(store().function_of(term)).kind == FunctionKind::Declared;
        if (is_declared && seen.insert(term).second) side.constants.push_back(term);
      }
    }
  }

  /// A random fusion of a constant of `one` with a constant of `other`, and the two constants.
  std::optional<std::pair<Fusion, std::pair<TermId, TermId>>> draw(const CaseSource& source, const Side& one,
                                                                   const Side& other, core::Rng& rng) {
    if (one.constants.empty() || other.constants.empty()) return std::nullopt;
    for (unsigned attempt = 0; attempt < kFusionAttempts; ++attempt) {
      const TermId x = rng.pick(one.constants);
      std::vector<TermId> partners;
      for (const TermId y : other.constants)
        if (y != x && store().sort_of(y) == store().sort_of(x)) partners.push_back(y);
      if (partners.empty()) continue;
      const TermId y = rng.pick(partners);
      std::vector<const FusionRow*> rows;
      for (const FusionRow& row : fusion_rows())
        if (smt::fits(store(), row, store().sort_of(x))) rows.push_back(&row);
      if (rows.empty()) continue;
      const std::string name = source.prefix + "z" + std::to_string(fused_);
      auto fusion = fusion_of(store(), *rng.pick(rows), x, y, name);
      if (!fusion || has_unsupported_operator(source, *fusion)) continue;
      ++fused_;
      return std::pair{*fusion, std::pair{x, y}};
    }
    return std::nullopt;
  }
  bool has_unsupported_operator(const CaseSource& source, const Fusion& fusion) {
    if (source.unsupported == nullptr) return false;
    for (const auto& level : levels_of(store(), {fusion.fused, fusion.first, fusion.second}))
      for (const TermId term : level)
        if (store().node(term).kind == TermKind::Apply && source.unsupported->has(store().op(term))) return true;
    return false;
  }

  /// Replaces the constant in a random non-empty subset of the formulas that contain it.
  void replace(Side& side, TermId constant, TermId by, core::Rng& rng) {
    std::vector<std::size_t> with;
    std::vector<TermId> changed = side.formulas;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      TermMap known{{constant, by}};
      const auto made = rewrite(store(), side.formulas[i], known);
      if (!made || *made == side.formulas[i]) continue;
      changed[i] = *made;
      with.push_back(i);
    }
    if (with.empty()) return;
    const std::size_t always = rng.pick(with);
    for (const std::size_t i : with) {
      const bool chosen = rng.percent(kFusedPercent);
      if (chosen || i == always) side.formulas[i] = changed[i];
    }
  }

  std::optional<Draft> satisfiable(const CaseSource& source, core::Rng& rng) {
    std::array<Side, 2> sides = drawn_sides(source, rng);
    if (sides[0].formulas.empty() || sides[1].formulas.empty()) return std::nullopt;
    fused_ = 0;
    Model model = valuation_->model();
    for (std::uint64_t left = rng.below(kMaxFusions) + 1; left > 0; --left) {
      const auto fusion = draw(source, sides[0], sides[1], rng);
      if (!fusion || !extend(model, fusion->first)) continue;
      replace(sides[0], fusion->second.first, fusion->first.first, rng);
      replace(sides[1], fusion->second.second, fusion->first.second, rng);
    }
    if (fused_ == 0) return std::nullopt;
    std::vector<Assertion> made;
    Evaluator evaluator(store(), model, witness_options(valuation_->interpretation()));
    for (const Side& side : sides) {
      for (const TermId formula : side.formulas) {
        const Outcome& outcome = evaluator.evaluate(formula);
        if (outcome.known() && outcome.value.as_bool()) made.push_back({formula});
      }
    }
    rng.shuffle(made);
    return draft_of(std::move(made), Witness{std::move(model)});
  }

  // Draws formulas of each seed that the valuation satisfies. A side stays empty if its seed has no such formula.
  std::array<Side, 2> drawn_sides(const CaseSource& source, core::Rng& rng) {
    std::array<Side, 2> sides;
    const auto& pool = valuation_->pool();
    if (pool.empty()) return sides;
    for (std::uint64_t left = 12 * (rng.below(source.rung.assertions) + 2); left > 0; --left) {
      const PoolEntry& entry = rng.pick(pool);
      if (entry.depth > source.rung.depth || store().node(entry.term).kind == TermKind::Constant) continue;
      Side& side = sides[pair_->of_first.contains(entry.term) ? 0 : 1];
      if (side.formulas.size() < source.rung.assertions)
        side.formulas.push_back(entry.value ? entry.term : make_not(store(), entry.term));
    }
    for (Side& side : sides) find_constants(side);
    return sides;
  }

  /// Adds the value of the fusion's constant z to the model. False if the model does not satisfy the row's condition.
  bool extend(Model& model, const Fusion& fusion) {
    if (fusion.base) {
      auto value = default_value(store(), store().sort_of(*fusion.base));
      if (!value) return false;
      model.functions[store().function_of(*fusion.base)].fallback = std::move(*value);
    }
    Evaluator evaluator(store(), model, witness_options(valuation_->interpretation()));
    const Outcome& needs = evaluator.evaluate(fusion.needs);
    const Outcome& fused = evaluator.evaluate(fusion.fused);
    if (!needs.known() || !needs.value.as_bool() || !fused.known()) return false;
    model.functions[store().function_of(fusion.z)].fallback = fused.value;
    return true;
  }

  // Asserts the disjunction of two contradictions, with constants replaced by their inversions, which are equations.
  std::optional<Draft> contradiction(const CaseSource& source, core::Rng& rng) {
    fused_ = 0;
    std::array<Side, 2> sides;
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < 2; ++i) {
      const PlantedContradiction& planted = planted_side(source, i, rng.below(kSharedContradictions));
      if (planted.side.formulas.empty()) return std::nullopt;
      sides[i] = planted.side;
      rules.insert(rules.end(), planted.rules.begin(), planted.rules.end());
    }
    const auto fusion = draw(source, sides[0], sides[1], rng);
    if (!fusion) return std::nullopt;
    const auto [x, y] = fusion->second;
    replace(sides[0], x, fusion->first.first, rng);
    replace(sides[1], y, fusion->first.second, rng);
    std::vector<Assertion> made;
    const std::array both{conjunction(sides[0]), conjunction(sides[1])};
    made.push_back({store().apply_as(CoreOperators::get().disjunction, both, {}, store().bool_sort()), false, true});
    made.push_back({equation(x, fusion->first.first), false, true});
    made.push_back({equation(y, fusion->first.second), false, true});
    made.push_back({equation(fusion->first.z, fusion->first.fused), false, false});
    std::vector<TermId> terms;
    for (const Assertion& assertion : made) terms.push_back(assertion.term);
    if (!refuted_by_rules(store(), terms, rules)) return std::nullopt;
    rng.shuffle(made);
    return Draft{std::move(made), RuleContradiction{std::move(rules)}};
  }

  /// A contradiction that the cases of a block share; each case fuses it differently.
  const PlantedContradiction& planted_side(const CaseSource& source, std::size_t side, std::uint64_t which) {
    std::optional<PlantedContradiction>& slot = planted_[side][which];
    if (slot) return *slot;
    slot.emplace();
    CaseSource both = over_both(source, source.prefix + (side == 0 ? "" : "y") + std::to_string(which));
    both.rung = Rung{};  // the result must not depend on which case of the block comes first
    core::Rng rng = source.visit.split("fused contradiction").split(side).split(which);
    const auto planted = planter_->make(both, rng);
    if (!planted) return *slot;
    for (const Assertion& assertion : planted->assertions)
      if (assertion.in_core) slot->side.formulas.push_back(assertion.term);
    slot->rules = std::get<RuleContradiction>(planted->evidence).rules;
    find_constants(slot->side);
    return *slot;
  }

  TermId equation(TermId left, TermId right) {
    return store().apply_as(CoreOperators::get().equal, std::array{left, right}, {}, store().bool_sort());
  }
  TermId conjunction(const Side& side) {
    if (side.formulas.size() == 1) return side.formulas[0];
    return store().apply_as(CoreOperators::get().conjunction, side.formulas, {}, store().bool_sort());
  }

  std::uint64_t block_key_ = 0;
  std::optional<SeedPair> pair_;
  std::string_view partner_;  ///< name of the second seed in the corpus; empty: a copy of the first seed
  SecondSides seconds_;
  std::shared_ptr<Valuation> valuation_;
  std::array<std::array<std::optional<PlantedContradiction>, kSharedContradictions>, 2> planted_;
  std::unique_ptr<Strategy> planter_ = find_strategy("plant")->make();
  std::size_t fused_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_fuse() { return std::make_unique<Fuse>(); }

}  // namespace assay::smt

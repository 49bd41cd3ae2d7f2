#include <algorithm>
#include <optional>
#include <utility>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/mutations.hpp"
#include "smt/fuzz/terms/occurrence.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxMutations = 4;       // of one case
constexpr unsigned kMoreMutationsPercent = 40;   // probability of one more mutation after each
constexpr unsigned kMutationAttempts = 6;        // for one mutation, each at another random occurrence
constexpr std::size_t kMaxWholeAssertions = 24;  // of a seed whose assertions are all kept in 70 % of the cases

/// The path to an occurrence, and the variables that are bound there.
struct Descent {
  Occurrence place;
  std::vector<BoundVariable> bound;
};

/// Well-sorted mutants of a seed's assertions: operators, constants, arguments, quantifiers and whole terms change
/// (mutations.hpp). Their truth is open until solvers answer and the evaluator has checked their models.
class Mutate final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    grafter_.enter(source);
    grafter_->use(rng);
    std::vector<TermId> terms = chosen(source, rng);
    if (terms.empty()) return std::nullopt;
    const bool whole = terms.size() == source.seed.assertions.size();
    bool changed = false;
    for (std::uint64_t left = number_of_mutations(rng); left > 0; --left) {
      const auto at = static_cast<std::size_t>(rng.below(terms.size()));
      const TermId mutant = mutated(terms[at]).value_or(terms[at]);
      changed = changed || mutant != terms[at];
      terms[at] = mutant;
    }
    if (!changed) return std::nullopt;
    std::vector<Assertion> result;
    for (const TermId term : terms) result.push_back({term, false});
    return Draft{std::move(result), NoEvidence{}, whole ? DraftLayout::SeedPositions : DraftLayout::Flat};
  }

 private:
  // One mutation is the most frequent number, because a small change keeps the seed hard.
  static std::uint64_t number_of_mutations(core::Rng& rng) {
    std::uint64_t number = 1;
    while (number < kMaxMutations && rng.percent(kMoreMutationsPercent)) ++number;
    return number;
  }

  /// All assertions of the seed, or a random subset. All assertions together often make the seed hard.
  static std::vector<TermId> chosen(const CaseSource& source, core::Rng& rng) {
    std::vector<TermId> all = source.seed.assertions;
    const bool whole = all.size() <= kMaxWholeAssertions && rng.percent(70);
    if (whole || all.size() <= source.rung.assertions) return all;
    rng.shuffle(all);
    all.resize(source.rung.assertions);
    return all;
  }

  std::optional<TermId> mutated(TermId assertion) {
    std::vector<unsigned> weights;
    for (const Mutation& row : mutations()) weights.push_back(row.weight);
    TermStore& store = grafter_->store();
    for (unsigned attempt = 0; attempt < kMutationAttempts; ++attempt) {
      const Descent way = descent(assertion);
      const TermId original = way.place.term();
      const std::size_t row = grafter_->rng().weighted(weights);
      const auto made = mutations()[row].make(*grafter_, {original, way.bound});
      if (!made || *made == original || store.sort_of(*made) != store.sort_of(original)) continue;
      if (const auto rebuilt = with_replaced(store, way.place, *made)) return rebuilt;
    }
    return std::nullopt;
  }

  // The path may go below quantifiers, but not into patterns, match cases, or arguments that most solvers require to be
  // values.
  Descent descent(TermId assertion) {
    const TermStore& store = grafter_->store();
    Descent way;
    way.place.nodes.push_back(assertion);
    std::vector<std::size_t> bound_at{0};  ///< number of variables that are bound at each node
    for (;;) {
      const TermId node = way.place.nodes.back();
      const TermKind kind = store.node(node).kind;
      const auto children = store.children(node);
      const bool opens = kind == TermKind::Binder && (store.binder_info(node).kind == BinderKind::Forall ||
                                                      store.binder_info(node).kind == BinderKind::Exists);
      if (children.empty() || (kind != TermKind::Apply && kind != TermKind::Call && !opens)) break;
      if (kind == TermKind::Apply && wants_values(Operators::get().row(store.op(node)))) break;
      if (opens) {
        const auto& variables = store.binder_info(node).variables;
        way.bound.insert(way.bound.end(), variables.begin(), variables.end());
      }
      const std::size_t step = opens ? 0 : static_cast<std::size_t>(grafter_->rng().below(children.size()));
      way.place.steps.push_back(step);
      way.place.nodes.push_back(children[step]);
      bound_at.push_back(way.bound.size());
    }
    const auto length = static_cast<std::size_t>(grafter_->rng().below(way.place.nodes.size())) + 1;
    way.place.cut(length);
    way.bound.resize(bound_at[length - 1]);
    return way;
  }

  BlockGrafter grafter_;
};

}  // namespace

std::unique_ptr<Strategy> make_mutate() { return std::make_unique<Mutate>(); }

}  // namespace assay::smt

#include <algorithm>
#include <optional>
#include <utility>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/fuzz_strategies.hpp"
#include "smt/fuzz/terms/mutations.hpp"
#include "smt/fuzz/terms/occurrence.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMostMutations = 4;  // of one case
constexpr unsigned kAnotherPercent = 40;     // mutations after which one more follows
constexpr unsigned kTries = 6;               // at one mutation, each at a spot of its own
constexpr std::size_t kWhole = 24;           // a seed with so many assertions is mostly taken whole

/// The way to a spot, and what is bound there.
struct Descent {
  Occurrence place;
  std::vector<BoundVariable> bound;
};

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
    return Draft{std::move(result), NotKnown{}, whole ? DraftLayout::SeedPositions : DraftLayout::Flat};
  }

 private:
  // One small change keeps what makes a seed hard: it gets its turn most often.
  static std::uint64_t number_of_mutations(core::Rng& rng) {
    std::uint64_t number = 1;
    while (number < kMostMutations && rng.percent(kAnotherPercent)) ++number;
    return number;
  }

  /// The seed's assertions, or some of them: what makes a seed hard are often all of them together.
  static std::vector<TermId> chosen(const CaseSource& source, core::Rng& rng) {
    std::vector<TermId> all = source.seed.assertions;
    const bool whole = all.size() <= kWhole && rng.percent(70);
    if (whole || all.size() <= source.rung.assertions) return all;
    rng.shuffle(all);
    all.resize(source.rung.assertions);
    return all;
  }

  std::optional<TermId> mutated(TermId assertion) {
    std::vector<unsigned> weights;
    for (const Mutation& row : mutations()) weights.push_back(row.weight);
    TermStore& store = grafter_->store();
    for (unsigned attempt = 0; attempt < kTries; ++attempt) {
      const Descent way = descent(assertion);
      const TermId original = way.place.term();
      const std::size_t row = grafter_->rng().weighted(weights);
      const auto made = mutations()[row].make(*grafter_, {original, way.bound});
      if (!made || *made == original || store.sort_of(*made) != store.sort_of(original)) continue;
      if (const auto rebuilt = with_in_place(store, way.place, *made)) return rebuilt;
    }
    return std::nullopt;
  }

  // Below quantifiers, too; not into patterns, cases of a match, or places where most solvers read only values.
  Descent descent(TermId assertion) {
    const TermStore& store = grafter_->store();
    Descent way;
    way.place.nodes.push_back(assertion);
    std::vector<std::size_t> bound_at{0};  ///< how many variables are bound at each node
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

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/occurrence.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxChanges = 4;    // of the seed's assertions; at least 1
constexpr std::uint64_t kMaxAdditions = 2;  // new assertions

/// An occurrence of a formula below connectives only, and its polarity (true: positive). `sign` is nullopt below xor,
/// =, distinct and the condition of ite: only an equivalent formula may replace it there.
struct Position {
  Occurrence spot;
  std::optional<bool> sign = true;
};

/// Mutants of an unsatisfiable seed that stay unsatisfiable: more assertions, formulas strengthened by polarity,
/// equivalent terms, another order. References of two families must have answered `unsat` for the seed.
class Refute final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    grafter_.enter(source);
    grafter_->use(rng);
    std::vector<TermId> terms = source.seed.assertions;
    for (std::uint64_t left = rng.below(kMaxChanges) + 1; left > 0; --left) {
      TermId& changed = terms[static_cast<std::size_t>(rng.below(terms.size()))];
      changed = rng.percent(60) ? strengthened(changed) : with_equal_term(changed);
    }
    for (std::uint64_t left = rng.below(kMaxAdditions + 1); left > 0; --left)
      if (const auto more = grafter_->application(grafter_->store().bool_sort(), 2)) terms.push_back(*more);
    rng.shuffle(terms);
    std::vector<Assertion> result;
    for (const TermId term : terms) result.push_back({term, true});
    return draft_of(std::move(result), RefutedWithSeed{});
  }

 private:
  Position draw_place(TermId assertion) {
    const TermStore& store = grafter_->store();
    const CoreOperators& core = CoreOperators::get();
    Position place;
    place.spot.nodes.push_back(assertion);
    while (is_connective(store, place.spot.nodes.back()) && grafter_->rng().percent(75)) {
      const TermId node = place.spot.nodes.back();
      const OperatorId op = store.op(node);
      const auto step = static_cast<std::size_t>(grafter_->rng().below(store.node(node).count));
      const bool last = step + 1 == store.node(node).count;
      const bool flips = op == core.negation || (op == core.implication && !last);
      const bool mixes =
          op == core.exclusive || op == core.equal || op == core.distinct || (op == core.choice && step == 0);
      if (mixes) place.sign.reset();
      if (flips && place.sign) place.sign = !*place.sign;
      place.spot.steps.push_back(step);
      place.spot.nodes.push_back(store.children(node)[step]);
    }
    return place;
  }

  TermId rebuilt_with(const Position& place, TermId built) {
    return with_replaced(grafter_->store(), place.spot, built).value_or(place.spot.nodes.front());
  }

  // Replaces a formula of positive polarity by a stronger formula, or a formula of negative polarity by a weaker one.
  TermId strengthened(TermId assertion) {
    const Position place = draw_place(assertion);
    if (!place.sign) return with_equal_term(assertion);
    TermStore& store = grafter_->store();
    const CoreOperators& core = CoreOperators::get();
    const TermId spot = place.spot.term();
    const OperatorId dropped = *place.sign ? core.disjunction : core.conjunction;
    if (store.is(spot, dropped) && store.node(spot).count > 1 && grafter_->rng().coin()) {
      const auto old = store.children(spot);
      std::vector<TermId> rest(old.begin(), old.end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(grafter_->rng().below(rest.size())));
      const TermId smaller = rest.size() == 1 ? rest[0] : store.apply_as(dropped, rest, {}, store.bool_sort());
      return rebuilt_with(place, smaller);
    }
    const auto other =
        grafter_->rng().coin() ? grafter_->from_pool(store.bool_sort()) : grafter_->application(store.bool_sort(), 2);
    if (!other) return assertion;
    const OperatorId added = *place.sign ? core.conjunction : core.disjunction;
    const bool first = grafter_->rng().coin();
    const std::array<TermId, 2> both{first ? *other : spot, first ? spot : *other};
    return rebuilt_with(place, store.apply_as(added, both, {}, store.bool_sort()));
  }

  // Replaces a formula by a formula that is equivalent under every assignment.
  TermId with_equal_term(TermId assertion) {
    TermStore& store = grafter_->store();
    const CoreOperators& core = CoreOperators::get();
    const Position place = draw_place(assertion);
    const TermId spot = place.spot.term();
    const SortId boolean = store.bool_sort();
    const auto make = [&](OperatorId op, std::vector<TermId> children) {
      return store.apply_as(op, children, {}, boolean);
    };
    const auto other = grafter_->from_pool(boolean).value_or(spot);
    switch (grafter_->rng().below(6)) {
      case 0: return rebuilt_with(place, make_not(store, make_not(store, spot)));
      case 1: return rebuilt_with(place, make(core.choice, {other, spot, spot}));
      case 2: return rebuilt_with(place, make(core.equal, {spot, store.bool_constant(true)}));
      case 3: return rebuilt_with(place, make(core.conjunction, {spot, make(core.disjunction, {spot, other})}));
      case 4: return rebuilt_with(place, make(core.disjunction, {make(core.conjunction, {spot, other}), spot}));
      default: return rebuilt_with(place, make(core.exclusive, {spot, store.bool_constant(false)}));
    }
  }

  BlockGrafter grafter_;
};

}  // namespace

std::unique_ptr<Strategy> make_refute() { return std::make_unique<Refute>(); }

}  // namespace assay::smt

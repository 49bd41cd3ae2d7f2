#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/occurrence.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxVariables = 4;
constexpr std::uint64_t kMaxMonomials = 4;
constexpr std::uint64_t kMaxDegree = 3;
constexpr std::uint64_t kMaxConstraints = 7;  // of one case; at least 2 are attempted

/// Nonlinear constraints whose bounds are at or near the witness.
class Algebra final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    grafter_.enter(source);
    grafter_->use(rng);
    TermStore& store = grafter_->store();
    const auto has = [&](SortId sort) {
      return std::find(source.seed.sorts.begin(), source.seed.sorts.end(), sort) != source.seed.sorts.end();
    };
    const bool both = has(store.int_sort()) && has(store.real_sort());
    sort_ = both ? (rng.coin() ? store.int_sort() : store.real_sort())
                 : (has(store.real_sort()) ? store.real_sort() : store.int_sort());
    witness_ = source.valuation.model();
    draw_variables(source);
    evaluator_ = std::make_unique<Evaluator>(store, *witness_, witness_options(source.valuation.interpretation()));
    std::vector<Assertion> made;
    for (std::uint64_t left = rng.below(kMaxConstraints - 1) + 2; left > 0; --left)
      if (const auto formula = constraint()) add(*formula, made);
    const auto& pool = source.valuation.pool();
    for (std::uint64_t left = rng.below(source.rung.assertions); left > 0 && !pool.empty(); --left) {
      const PoolEntry& entry = rng.pick(pool);
      if (!entry.by_solvers && entry.depth <= source.rung.depth)
        made.push_back({entry.value ? entry.term : make_not(store, entry.term)});
    }
    rng.shuffle(made);
    evaluator_.reset();
    return draft_of(std::move(made), Witness{*std::exchange(witness_, std::nullopt)});
  }

 private:
  bool is_int() { return sort_ == grafter_->store().int_sort(); }

  // The variables of the polynomials: new constants with random values, and terms of the seed without quantifiers.
  void draw_variables(const CaseSource& source) {
    TermStore& store = grafter_->store();
    core::Rng& rng = grafter_->rng();
    variables_.clear();
    const std::uint64_t count = 1 + rng.below(kMaxVariables);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (rng.percent(40)) {
        const auto term = grafter_->from_pool(sort_);
        if (term && !store.has(*term, kHasQuantifier)) variables_.push_back(*term);
        continue;
      }
      Function function;
      function.name = store.symbol(source.prefix + (is_int() ? "n" : "r") + std::to_string(i));
      function.result = sort_;
      const FunctionId id = store.function(std::move(function));
      auto value = grafter_->values().draw(sort_, rng);
      if (!value) continue;
      witness_->functions[id].fallback = std::move(*value);
      variables_.push_back(store.call_as(id, {}, sort_));
    }
  }

  /// Adds the formula if the witness satisfies it, its negation if not; nothing if the evaluator has no value.
  void add(TermId formula, std::vector<Assertion>& made) {
    const Outcome& outcome = evaluator_->evaluate(formula);
    if (!outcome.known()) return;
    made.push_back({outcome.value.as_bool() ? formula : make_not(grafter_->store(), formula)});
  }

  TermId number(const mpq_class& value) {
    return is_int() ? *grafter_->literal(Value(mpz_class(value.get_num())), sort_)
                    : *grafter_->literal(Value(value), sort_);
  }
  std::optional<mpq_class> value_of(TermId term) {
    const Outcome& outcome = evaluator_->evaluate(term);
    if (!outcome.known()) return std::nullopt;
    return is_int() ? mpq_class(outcome.value.as_int()) : outcome.value.as_real();
  }
  TermId make(std::string_view op, const std::vector<TermId>& children, bool is_formula = false) {
    TermStore& store = grafter_->store();
    return store.apply_as(Operators::get().at(op), children, {}, is_formula ? store.bool_sort() : sort_);
  }

  TermId polynomial() {
    core::Rng& rng = grafter_->rng();
    std::vector<TermId> sum;
    for (std::uint64_t left = rng.below(kMaxMonomials) + 1; left > 0; --left) {
      std::vector<TermId> product;
      if (rng.coin()) product.push_back(number(mpq_class(static_cast<long>(rng.between(-5, 5)))));
      for (std::uint64_t degree = rng.below(kMaxDegree) + 1; degree > 0; --degree)
        product.push_back(rng.pick(variables_));
      sum.push_back(product.size() == 1 ? product[0] : make("*", product));
    }
    return sum.size() == 1 ? sum[0] : make("+", sum);
  }

  /// A constraint whose bound is the polynomial's value under the witness, or one step beside that value. The witness
  /// may violate the constraint.
  std::optional<TermId> constraint() {
    if (variables_.empty()) return std::nullopt;
    core::Rng& rng = grafter_->rng();
    TermId term = polynomial();
    if (rng.percent(25)) term = quotient(term);
    const auto value = value_of(term);
    if (!value) return std::nullopt;
    if (rng.percent(20)) return vanishing();
    const mpq_class step = is_int() ? mpq_class(1) : mpq_class(1, static_cast<unsigned long>(1) << rng.below(12));
    const mpq_class bound = *value + step * static_cast<long>(rng.between(-1, 1));
    constexpr std::array kRelations = {"=", "<=", ">=", "<", ">", "distinct"};
    const std::string_view relation = kRelations[static_cast<std::size_t>(rng.below(kRelations.size()))];
    const bool first = rng.percent(70);
    return make(relation, first ? std::vector{term, number(bound)} : std::vector{number(bound), term}, true);
  }

  // Divides by a random constant from -9 to 9 except 0.
  TermId quotient(TermId term) {
    core::Rng& rng = grafter_->rng();
    const auto divisor = static_cast<long>(rng.between(1, 9));
    const TermId by = number(mpq_class(rng.coin() ? divisor : -divisor));
    if (!is_int()) return make("/", {term, by});
    return make(rng.coin() ? "div" : "mod", {term, by});
  }

  /// A constraint that only the values of the variables under the witness satisfy: a sum of squares is at most zero.
  std::optional<TermId> vanishing() {
    std::vector<TermId> squares;
    for (const TermId variable : variables_) {
      const auto value = value_of(variable);
      if (!value) return std::nullopt;
      const TermId difference = make("-", {variable, number(*value)});
      squares.push_back(make("*", {difference, difference}));
    }
    const TermId sum = squares.size() == 1 ? squares[0] : make("+", squares);
    return make(grafter_->rng().coin() ? "<=" : "=", {sum, number(mpq_class(0))}, true);
  }

  BlockGrafter grafter_;
  SortId sort_;
  std::optional<Model> witness_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<TermId> variables_;
};

}  // namespace

bool has_numbers(const Fragments& seed) {
  return std::any_of(seed.sorts.begin(), seed.sorts.end(),
                     [&](SortId sort) { return sort == seed.store.int_sort() || sort == seed.store.real_sort(); });
}

std::unique_ptr<Strategy> make_algebra() { return std::make_unique<Algebra>(); }

}  // namespace assay::smt

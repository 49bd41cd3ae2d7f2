#include "smt/truth/linear.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace assay::smt {
namespace {

using Relation = LinearConstraint::Relation;

constexpr std::uint64_t kMaxWork = 200'000;  ///< LinearAnswer::work of one problem

mpz_class rounded_up(const mpq_class& number) {
  mpz_class result;
  mpz_cdiv_q(result.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return result;
}

mpz_class rounded_down(const mpq_class& number) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return result;
}

/// A bound of one unknown, given values of the other unknowns.
struct Bound {
  mpq_class value;
  bool strict = false;
};

class Solver {
 public:
  Solver(const std::function<bool(std::uint32_t)>& is_integer, std::size_t max_constraints)
      : is_integer_(is_integer), max_constraints_(max_constraints) {}

  LinearAnswer solve(std::vector<LinearConstraint> constraints) {
    LinearAnswer answer = decide(std::move(constraints));
    answer.work = work_;
    return answer;
  }

 private:
  LinearAnswer decide(std::vector<LinearConstraint> constraints) {
    open_ = std::move(constraints);
    for (LinearConstraint& constraint : open_)
      if (!normalize(constraint)) return {true, {}, 0};
    for (;;) {
      const State state = solve_equation();
      if (state == State::Contradictory) return {true, {}, 0};
      if (state == State::Done) break;
    }
    remove_trivial();
    while (!open_.empty()) {
      const State state = eliminate_next();
      if (state == State::Contradictory) return {true, {}, 0};
      if (state == State::TooLarge) return {};
    }
    return {false, point(), 0};
  }

  enum class State : std::uint8_t { Going, Done, Contradictory, TooLarge };

  /// The elimination of one unknown, with the equation or the bounds that determine its value. point() undoes the steps
  /// in reverse order.
  struct Step {
    std::uint32_t unknown;
    std::vector<LinearConstraint> constraints;
  };

  [[nodiscard]] bool all_integer(const LinearSum& sum) const {
    return std::all_of(sum.factors.begin(), sum.factors.end(), [&](const auto& f) { return is_integer_(f.first); });
  }

  /// Scales the factors to coprime integers, and rounds the bound if all unknowns are integers. False: no solution.
  bool normalize(LinearConstraint& constraint) const {
    LinearSum& sum = constraint.sum;
    if (sum.factors.empty()) {
      switch (constraint.relation) {
        case Relation::Zero: return sum.constant == 0;
        case Relation::AtMostZero: return sum.constant <= 0;
        case Relation::BelowZero: return sum.constant < 0;
      }
    }
    mpz_class denominators = 1;
    mpz_class divisor = 0;
    for (const auto& [unknown, factor] : sum.factors) denominators = lcm(denominators, factor.get_den());
    for (const auto& [unknown, factor] : sum.factors) divisor = gcd(divisor, mpz_class(factor * denominators));
    mpq_class scale(denominators, divisor);
    scale.canonicalize();
    for (auto& [unknown, factor] : sum.factors) factor *= scale;
    sum.constant *= scale;
    if (!all_integer(sum)) return true;
    if (constraint.relation == Relation::Zero) return sum.constant.get_den() == 1;
    // sum + c <= 0 is equivalent to sum <= -c, and the sum is an integer.
    const bool strict = constraint.relation == Relation::BelowZero;
    sum.constant = strict ? mpz_class(rounded_down(sum.constant) + 1) : rounded_up(sum.constant);
    constraint.relation = Relation::AtMostZero;
    return true;
  }

  /// The preference for solving an equation for this unknown; 0 is best. The elimination is exact (0 or 1) if the
  /// unknown is rational, or if its factor is 1 or -1 in an equation of integers.
  [[nodiscard]] int rank(const LinearSum& sum, const std::pair<const std::uint32_t, mpq_class>& factor) const {
    if (!is_integer_(factor.first)) return 0;
    return abs(factor.second) == 1 && all_integer(sum) ? 1 : 2;
  }

  /// Solves one equation and substitutes the solution in all other constraints.
  State solve_equation() {
    const auto equation = std::find_if(open_.begin(), open_.end(), [](const LinearConstraint& c) {
      return c.relation == Relation::Zero && !c.sum.factors.empty();
    });
    if (equation == open_.end()) return State::Done;
    const LinearConstraint chosen = *equation;
    open_.erase(equation);
    const auto best =
        std::min_element(chosen.sum.factors.begin(), chosen.sum.factors.end(),
                         [&](const auto& a, const auto& b) { return rank(chosen.sum, a) < rank(chosen.sum, b); });
    const std::uint32_t unknown = best->first;
    for (LinearConstraint& constraint : open_) {
      const auto at = constraint.sum.factors.find(unknown);
      if (at == constraint.sum.factors.end()) continue;
      constraint.sum.add(chosen.sum, mpq_class(-at->second / best->second));
      work_ += constraint.sum.factors.size();
      if (!normalize(constraint)) return State::Contradictory;
    }
    steps_.push_back({unknown, {chosen}});
    return State::Going;
  }

  /// Removes constraints without unknowns (they hold), and all but the strongest of constraints with the same factors.
  void remove_trivial() {
    std::erase_if(open_, [](const LinearConstraint& c) { return c.sum.factors.empty(); });
    const auto weight = [](const LinearConstraint& c) { return std::pair(c.sum.constant, c.relation); };
    std::stable_sort(open_.begin(), open_.end(), [&](const LinearConstraint& a, const LinearConstraint& b) {
      if (a.sum.factors != b.sum.factors) return a.sum.factors < b.sum.factors;
      return weight(a) > weight(b);
    });
    const auto same = [](const LinearConstraint& a, const LinearConstraint& b) {
      return a.sum.factors == b.sum.factors;
    };
    open_.erase(std::unique(open_.begin(), open_.end(), same), open_.end());
  }

  /// The unknown whose elimination produces the fewest constraints.
  [[nodiscard]] std::uint32_t cheapest() const {
    std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> signs;
    for (const LinearConstraint& constraint : open_)
      for (const auto& [unknown, factor] : constraint.sum.factors)
        ++(factor > 0 ? signs[unknown].first : signs[unknown].second);
    return std::min_element(signs.begin(), signs.end(),
                            [](const auto& a, const auto& b) {
                              return a.second.first * a.second.second < b.second.first * b.second.second;
                            })
        ->first;
  }

  State eliminate_next() {
    const std::uint32_t unknown = cheapest();
    std::vector<LinearConstraint> upper, lower, rest;
    for (LinearConstraint& constraint : open_) {
      const auto at = constraint.sum.factors.find(unknown);
      const int sign = at == constraint.sum.factors.end() ? 0 : sgn(at->second);
      (sign == 0 ? rest : sign > 0 ? upper : lower).push_back(std::move(constraint));
    }
    if (rest.size() + upper.size() * lower.size() > max_constraints_) return State::TooLarge;
    for (const LinearConstraint& high : upper) {
      for (const LinearConstraint& low : lower) {
        LinearConstraint both = low;
        both.sum.add(high.sum, mpq_class(-low.sum.factors.at(unknown) / high.sum.factors.at(unknown)));
        const bool strict = low.relation == Relation::BelowZero || high.relation == Relation::BelowZero;
        both.relation = strict ? Relation::BelowZero : Relation::AtMostZero;
        if (!normalize(both)) return State::Contradictory;
        work_ += both.sum.factors.size();
        if (work_ > kMaxWork) return State::TooLarge;
        rest.push_back(std::move(both));
      }
    }
    upper.insert(upper.end(), std::make_move_iterator(lower.begin()), std::make_move_iterator(lower.end()));
    steps_.push_back({unknown, std::move(upper)});
    open_ = std::move(rest);
    remove_trivial();
    return State::Going;
  }

  /// Values of the unknowns, in reverse order of their elimination. Nullopt if an integer unknown has no value.
  std::optional<LinearPoint> point() const {
    LinearPoint values;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      std::optional<Bound> low, high;
      for (const LinearConstraint& constraint : step->constraints)
        add_bound(constraint, step->unknown, values, low, high);
      const std::optional<mpq_class> value = between(low, high, is_integer_(step->unknown));
      if (!value) return std::nullopt;
      values[step->unknown] = *value;
    }
    return values;
  }

  static void add_bound(const LinearConstraint& constraint, std::uint32_t unknown, LinearPoint& values,
                        std::optional<Bound>& low, std::optional<Bound>& high) {
    mpq_class rest = constraint.sum.constant;
    for (const auto& [other, factor] : constraint.sum.factors)
      if (other != unknown) rest += factor * values[other];  // 0 for an unbounded unknown
    const mpq_class& own = constraint.sum.factors.at(unknown);
    const Bound bound{mpq_class(-rest / own), constraint.relation == Relation::BelowZero};
    const bool is_equation = constraint.relation == Relation::Zero;
    if (is_equation || own < 0)
      if (!low || bound.value > low->value || (bound.value == low->value && bound.strict)) low = bound;
    if (is_equation || own > 0)
      if (!high || bound.value < high->value || (bound.value == high->value && bound.strict)) high = bound;
  }

  /// 0 if the bounds allow it, else a value near a bound. Nullopt if no such value is allowed.
  static std::optional<mpq_class> between(const std::optional<Bound>& low, const std::optional<Bound>& high,
                                          bool is_integer) {
    const auto allowed = [&](const mpq_class& value) {
      return (!low || (low->strict ? value > low->value : value >= low->value)) &&
             (!high || (high->strict ? value < high->value : value <= high->value)) &&
             (!is_integer || value.get_den() == 1);
    };
    std::vector<mpq_class> candidates = {0};
    if (low) candidates.emplace_back(is_integer ? mpq_class(rounded_up(low->value)) : low->value);
    if (low) candidates.emplace_back(is_integer ? mpq_class(rounded_down(low->value) + 1) : mpq_class(low->value + 1));
    if (high) candidates.emplace_back(is_integer ? mpq_class(rounded_down(high->value)) : high->value);
    if (high) candidates.emplace_back(is_integer ? mpq_class(rounded_up(high->value) - 1) : mpq_class(high->value - 1));
    if (low && high) candidates.emplace_back(mpq_class((low->value + high->value) / 2));
    const auto found = std::find_if(candidates.begin(), candidates.end(), allowed);
    return found == candidates.end() ? std::nullopt : std::optional(*found);
  }

  const std::function<bool(std::uint32_t)>& is_integer_;
  std::size_t max_constraints_;
  std::vector<LinearConstraint> open_;
  std::vector<Step> steps_;
  std::uint64_t work_ = 0;
};

}  // namespace

void LinearSum::add(const LinearSum& other, const mpq_class& factor) {
  constant += other.constant * factor;
  for (const auto& [unknown, value] : other.factors) {
    mpq_class& mine = factors[unknown];
    mine += value * factor;
    if (mine == 0) factors.erase(unknown);
  }
}

LinearAnswer solve_linear(std::vector<LinearConstraint> constraints,
                          const std::function<bool(std::uint32_t)>& is_integer, std::size_t max_constraints) {
  return Solver(is_integer, max_constraints).solve(std::move(constraints));
}

}  // namespace assay::smt

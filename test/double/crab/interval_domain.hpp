#pragma once

// A stand-in for CRAB's domain of intervals, with bugs to switch on.

#include <cstdlib>

#include "numbers.hpp"

/// The bugs of this domain, at most one at a time.
enum class CrabBug {
  Honest,
  JoinKeepsLeftEnds,    ///< a join is as low as its left side
  JoinOfBottom,         ///< a bottom on the right makes everything of the join
  MeetIsLeft,           ///< imprecise: the right side is ignored
  WidenIsJoin,          ///< grows for ever
  AssumeRoundsInwards,  ///< ends are divided as if they were larger
  AssignForgetsSign,    ///< of coefficients below zero
  AssignOfBottom,       ///< something is left of it
  SubstituteIsAssign,   ///< forward instead of backward
  ForgetSkipsLast,      ///< never imprecise, unsound for the last variable
  LeqIgnoresHigh,       ///< says yes too often
  EntailsTooMuch,       ///< claims one constraint that does not hold
  AtIsNarrow,           ///< the interval of a variable has lost its highest value
  ProjectLoses,         ///< a projection empties the variables that it keeps
  WriteChanges,         ///< printing moves an end
};
/// The environment's ASSAY_DOUBLE_BUG may be its number.
inline CrabBug crab_double_bug = [] {
  const char* const number = std::getenv("ASSAY_DOUBLE_BUG");
  return number == nullptr ? CrabBug::Honest : static_cast<CrabBug>(std::atoi(number));
}();

namespace ikos {

template <typename Number, typename Name>
class interval_domain {
 public:
  using variable_t = crab::variable<Number, Name>;
  using interval_t = interval<Number>;
  using linear_t = linear_expression<Number, Name>;
  using constraint_t = linear_constraint<Number, Name>;
  using system_t = linear_constraint_system<Number, Name>;

  void set_to_top() { *this = interval_domain(); }
  void set_to_bottom() {
    set_to_top();
    empty_ = true;
  }
  [[nodiscard]] bool is_bottom() const { return empty_; }
  [[nodiscard]] bool is_top() const { return !empty_ && known_.empty(); }

  [[nodiscard]] interval_t at(const variable_t& variable) const {
    if (empty_) return {1, 0};
    interval_t result = of(variable);
    if (is_wrong(CrabBug::AtIsNarrow) && result.high && result.low != result.high) --*result.high;
    return result;
  }

  bool operator<=(const interval_domain& other) const {
    if (empty_ || other.empty_) return empty_;
    for (const auto& [variable, outer] : other.known_) {
      const interval_t inner = of(variable);
      if (outer.low && (!inner.low || *inner.low < *outer.low)) return false;
      if (is_wrong(CrabBug::LeqIgnoresHigh)) continue;
      if (outer.high && (!inner.high || *outer.high < *inner.high)) return false;
    }
    return true;
  }
  interval_domain operator|(const interval_domain& other) const {
    if (empty_) return other;
    if (other.empty_) return is_wrong(CrabBug::JoinOfBottom) ? interval_domain() : *this;
    return merged(other, [](const End& a, const End& b, bool low) -> End {
      if (!a || !b) return std::nullopt;
      if (low && is_wrong(CrabBug::JoinKeepsLeftEnds)) return a;
      return (*a < *b) == low ? a : b;
    });
  }
  interval_domain operator||(const interval_domain& other) const {
    if (empty_ || other.empty_ || is_wrong(CrabBug::WidenIsJoin)) return *this | other;
    return merged(other, [](const End& a, const End& b, bool low) -> End {
      const bool grows = a && (!b || (low ? *b < *a : *a < *b));
      return grows ? std::nullopt : a;
    });
  }
  interval_domain operator&(const interval_domain& other) const {
    if (is_wrong(CrabBug::MeetIsLeft) && !other.empty_) return *this;
    return empty_ || other.empty_ ? bottom() : merged(other, tighter);
  }
  interval_domain operator&&(const interval_domain& other) const {
    if (empty_ || other.empty_) return bottom();
    return merged(other, [](const End& a, const End& b, bool) -> End { return a ? a : b; });
  }

  void operator+=(const system_t& constraints) {
    for (const constraint_t& each : constraints) add(each);
  }
  void assign(const variable_t& variable, const linear_t& value) {
    if (empty_ && !is_wrong(CrabBug::AssignOfBottom)) return;
    if (empty_) set_to_top();
    const interval_t range = {end(value, true, nullptr), end(value, false, nullptr)};
    set(variable, range);
  }
  void backward_assign(const variable_t& variable, const linear_t& value, const interval_domain& invariant) {
    if (is_wrong(CrabBug::SubstituteIsAssign)) return assign(variable, value);
    const interval_t before = of(variable);
    *this -= variable;
    if (before.low) add({lower(value, *before.low), constraint_t::INEQUALITY});
    if (before.high) add({-lower(value, *before.high), constraint_t::INEQUALITY});
    *this = *this & invariant;
  }
  void operator-=(const variable_t& variable) {
    if (is_wrong(CrabBug::ForgetSkipsLast) && !known_.empty() && !(known_.begin()->first == variable)) return;
    known_.erase(variable);
  }
  void expand(const variable_t& variable, const variable_t& other) { set(other, of(variable)); }
  void project(const std::vector<variable_t>& kept) {
    interval_domain result;
    for (const variable_t& variable : kept) result.set(variable, of(variable));
    if (is_wrong(CrabBug::ProjectLoses) && !known_.empty()) result.empty_ = true;
    known_ = empty_ ? known_ : result.known_;
    empty_ = empty_ || result.empty_;
  }
  void normalize() const {}
  void minimize() const {}

  [[nodiscard]] system_t to_linear_constraint_system() const {
    system_t all;
    if (empty_) all += constraint_t(linear_t(Number(1)), constraint_t::INEQUALITY);
    for (const auto& [variable, range] : known_) {
      const linear_t itself(variable);
      if (range.low) all += constraint_t(lower(itself, *range.low), constraint_t::INEQUALITY);
      if (range.high) all += constraint_t(-lower(itself, *range.high), constraint_t::INEQUALITY);
    }
    return all;
  }
  [[nodiscard]] bool entails(const constraint_t& constraint) const {
    if (empty_) return true;
    const End high = end(constraint.expression(), false, nullptr);
    const End low = end(constraint.expression(), true, nullptr);
    const mpz_class most = (constraint.is_strict_inequality() ? -1 : 0) + (is_wrong(CrabBug::EntailsTooMuch) ? 1 : 0);
    return high && *high <= most && (!constraint.is_equality() || (low && *low >= 0));
  }
  template <typename Stream>
  void write(Stream& out) {
    if (is_wrong(CrabBug::WriteChanges) && !known_.empty() && known_.begin()->second.high)
      ++*known_.begin()->second.high;
    out.add(empty_ ? "_|_" : "{");
    for (const auto& [variable, range] : known_)
      out.add(variable.name() + " in [" + (range.low ? range.low->get_str() : "-oo") + ", " +
              (range.high ? range.high->get_str() : "+oo") + "] ");
    if (!empty_) out.add("}");
  }

 private:
  using End = std::optional<mpz_class>;

  static bool is_wrong(CrabBug bug) { return crab_double_bug == bug; }
  static interval_domain bottom() {
    interval_domain result;
    result.empty_ = true;
    return result;
  }
  static End tighter(const End& a, const End& b, bool low) {
    if (!a || !b) return a ? a : b;
    return (*a < *b) == low ? b : a;
  }
  /// number - value: not above zero where the value is at least the number.
  static linear_t lower(const linear_t& value, const mpz_class& number) { return linear_t(Number(number)) + -value; }

  [[nodiscard]] interval_t of(const variable_t& variable) const {
    const auto found = known_.find(variable);
    return found == known_.end() ? interval_t() : found->second;
  }
  void set(const variable_t& variable, const interval_t& range) {
    known_.erase(variable);
    if (range.is_bottom()) *this = bottom();
    if (!empty_ && !range.is_top()) known_.emplace(variable, range);
  }
  template <typename Merge>
  interval_domain merged(const interval_domain& other, Merge merge) const {
    interval_domain result = *this;
    for (const auto& each : other.known_) result.known_.emplace(each.first, interval_t());
    const auto variables = result.known_;
    for (const auto& each : variables) {
      const interval_t a = of(each.first);
      const interval_t b = other.of(each.first);
      result.set(each.first, {merge(a.low, b.low, true), merge(a.high, b.high, false)});
      if (result.empty_) return result;
    }
    return result;
  }

  /// The least or the greatest value of an expression; `without` is left out of the expression.
  [[nodiscard]] End end(const linear_t& value, bool low, const variable_t* without) const {
    mpz_class sum = value.constant().value();
    for (const auto& [coefficient, variable] : value.terms()) {
      if (without != nullptr && variable == *without) continue;
      const interval_t range = of(variable);
      const bool below = sgn(coefficient.value()) < 0;
      const End& chosen = low != (below && !is_wrong(CrabBug::AssignForgetsSign)) ? range.low : range.high;
      if (!chosen) return std::nullopt;
      sum += coefficient.value() * *chosen;
    }
    return sum;
  }
  void add(const constraint_t& constraint) {
    if (constraint.is_equality()) {
      add_not_above(constraint.expression(), 0);
      add_not_above(-constraint.expression(), 0);
      add_not_above(constraint.expression(), 0);
      return;
    }
    add_not_above(constraint.expression(), constraint.is_strict_inequality() ? -1 : 0);
  }
  /// Requires value <= most: the bounds of the other variables bound each variable.
  void add_not_above(const linear_t& value, int most) {
    const End least = end(value, true, nullptr);
    if (least && *least > most) *this = bottom();
    for (const auto& [coefficient, variable] : value.terms()) {
      if (empty_) return;
      const End others = end(value, true, &variable);
      if (!others) continue;
      const mpz_class left = most - *others;
      interval_t range = of(variable);
      mpz_class bound;
      const bool inwards = is_wrong(CrabBug::AssumeRoundsInwards);
      if (sgn(coefficient.value()) > 0) {
        mpz_fdiv_q(bound.get_mpz_t(), left.get_mpz_t(), coefficient.value().get_mpz_t());
        if (inwards) bound -= 1;
        range.high = tighter(range.high, bound, false);
      } else {
        mpz_cdiv_q(bound.get_mpz_t(), left.get_mpz_t(), coefficient.value().get_mpz_t());
        range.low = tighter(range.low, bound, true);
      }
      set(variable, range);
    }
  }

  std::map<variable_t, interval_t> known_;
  bool empty_ = false;
};

}  // namespace ikos

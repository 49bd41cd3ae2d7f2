// The box domain on expressions that need not be linear: interval arithmetic.

#include <algorithm>

#include "domain_bugs.hpp"
#include "domain_interval.hpp"

namespace assay::domain {

Interval::Range Interval::product(const Range& left, const Range& right) {
  const auto times = [](const std::optional<Rational>& l, const std::optional<Rational>& r) {
    return l && r ? std::optional<Rational>(*l * *r) : std::nullopt;
  };
  if (planted(Bug::ProductOfLikeEnds)) return {times(left.low, right.low), times(left.high, right.high)};
  const auto is_zero = [](const Range& range) { return range.low && range.low == range.high && sgn(*range.low) == 0; };
  if (is_zero(left) || is_zero(right)) return {Rational(0), Rational(0)};
  if (left.low && left.high && right.low && right.high) {
    const auto [low, high] = std::minmax({Rational(*left.low * *right.low), Rational(*left.low * *right.high),
                                          Rational(*left.high * *right.low), Rational(*left.high * *right.high)});
    return {low, high};
  }
  // With an infinite end, the signs decide which ends are finite.
  const auto at_least_zero = [](const Range& range) { return range.low && sgn(*range.low) >= 0; };
  const auto at_most_zero = [](const Range& range) { return range.high && sgn(*range.high) <= 0; };
  if (at_least_zero(left) && at_least_zero(right)) return {times(left.low, right.low), times(left.high, right.high)};
  if (at_most_zero(left) && at_most_zero(right)) return {times(left.high, right.high), times(left.low, right.low)};
  if (at_least_zero(left) && at_most_zero(right)) return {times(left.high, right.low), times(left.low, right.high)};
  if (at_most_zero(left) && at_least_zero(right)) return {times(left.low, right.high), times(left.high, right.low)};
  return {};
}

std::optional<Interval::Range> Interval::quotient(const Range& left, const Range& right) {
  const bool below = !right.low || sgn(*right.low) < 0;
  const bool above = !right.high || sgn(*right.high) > 0;
  if (!below && !above) return std::nullopt;
  const auto inverse = [](const std::optional<Rational>& end) -> std::optional<Rational> {
    if (!end) return Rational(0);
    return sgn(*end) == 0 ? std::nullopt : std::optional<Rational>(1 / *end);
  };
  if (below && above && !(planted(Bug::QuotientThroughZero) && right.low && right.high)) return Range{};
  return product(left, {inverse(right.high), inverse(right.low)});
}

std::optional<Interval::Range> Interval::range_of(const Expression& expression) const {
  using Kind = Expression::Kind;
  if (expression.kind == Kind::Interval)
    return Range{expression.low, planted(Bug::IntervalsTakeLow) ? expression.low : expression.high};
  if (expression.kind == Kind::Dimension) return ranges_[expression.dimension];
  const std::optional<Range> left = range_of(expression.arguments[0]);
  const std::optional<Range> right = range_of(expression.arguments[1]);
  if (!left || !right) return std::nullopt;
  switch (expression.kind) {
    case Kind::Add: return sum(*left, *right);
    case Kind::Multiply: return product(*left, *right);
    case Kind::Divide: return quotient(*left, *right);
    default: break;
  }
  const Rational minus = -1;
  Range negative = scaled(*right, minus);
  if (planted(Bug::DifferenceOfLikeEnds)) std::swap(negative.low, negative.high);
  return sum(*left, negative);
}

Interval Interval::assign_expression(unsigned dimension, const Expression& expression) const {
  if (empty_) return *this;
  const std::optional<Range> range = range_of(expression);
  if (!range) return bottom(static_cast<unsigned>(ranges_.size()));
  Interval result = *this;
  result.ranges_[dimension] = *range;
  return std::move(result).settled();
}

/// Bottom, or the box itself: no range becomes smaller.
Interval Interval::assume_expression(const Expression& expression, Constraint::Relation relation) const {
  using Relation = Constraint::Relation;
  if (empty_ || relation == Relation::NotEqual) return *this;
  const std::optional<Range> range = range_of(expression);
  const bool equal = relation == Relation::Equal && !planted(Bug::GeneralEqualityAsInequality);
  const bool strict = relation == Relation::Greater || (relation == Relation::Equal && !equal);
  const bool above = range && (!range->high || sgn(*range->high) >= (strict ? 1 : 0));
  const bool below = range && (!equal || !range->low || sgn(*range->low) <= 0);
  return above && below ? *this : bottom(static_cast<unsigned>(ranges_.size()));
}

}  // namespace assay::domain

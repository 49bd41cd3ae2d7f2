#include "domain_interval.hpp"

#include <algorithm>
#include <utility>

#include "domain_bugs.hpp"

namespace assay::domain {
namespace {

/// nullopt is -infinity for low ends and infinity for high ones.
bool low_leq(const std::optional<Rational>& left, const std::optional<Rational>& right) {
  return !left || (right && *left <= *right);
}
bool high_leq(const std::optional<Rational>& left, const std::optional<Rational>& right) {
  return !right || (left && *left <= *right);
}

LinearExpression variable(unsigned dimension, const Rational& factor, const Rational& constant) {
  LinearExpression made;
  made.coefficients.resize(dimension + 1);
  made.coefficients[dimension] = factor;
  made.constant = constant;
  return made;
}

}  // namespace

Interval Interval::top(unsigned dimensions) { return Interval(dimensions); }

Interval Interval::bottom(unsigned dimensions) {
  Interval made(dimensions);
  made.empty_ = true;
  return made;
}

Interval Interval::settled() && {
  for (const Range& range : ranges_)
    if (range.low && range.high && *range.low > *range.high) return bottom(static_cast<unsigned>(ranges_.size()));
  return std::move(*this);
}

bool Interval::leq(const Interval& other) const {
  if (empty_) return true;
  if (other.empty_) return false;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const Range& mine = ranges_[i];
    const Range& its = other.ranges_[i];
    if (planted(Bug::LeqIsStrict) && mine.high && its.high && *mine.high == *its.high && mine.low != its.low)
      return false;
    if (!low_leq(its.low, mine.low) && !planted(Bug::LeqIgnoresSide)) return false;
    if (!high_leq(mine.high, its.high)) return false;
  }
  return true;
}

bool Interval::equal(const Interval& other) const {
  if (empty_ || other.empty_) return empty_ == other.empty_;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    if (ranges_[i].high != other.ranges_[i].high) return false;
    if (ranges_[i].low != other.ranges_[i].low && !planted(Bug::EqualLooksAtHalf)) return false;
  }
  return true;
}

bool Interval::is_bottom() const {
  if (planted(Bug::BottomTestEager))
    for (const Range& range : ranges_)
      if (range.low && range.low == range.high) return true;
  return empty_;
}

bool Interval::is_top() const {
  if (empty_) return false;
  const std::size_t count = planted(Bug::TopTestLooksAtFirst) ? 1 : ranges_.size();
  for (std::size_t i = 0; i < count; ++i)
    if (ranges_[i].low || ranges_[i].high) return false;
  return true;
}

Interval Interval::join(const Interval& other) const {
  if (planted(Bug::JoinWithItself) && this == &other) return top(static_cast<unsigned>(ranges_.size()));
  if (empty_) return planted(Bug::JoinOfBottom) ? top(static_cast<unsigned>(ranges_.size())) : other;
  if (other.empty_) return *this;
  Interval result = *this;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const Range& its = other.ranges_[i];
    if (low_leq(its.low, result.ranges_[i].low)) result.ranges_[i].low = its.low;
    const bool larger = high_leq(result.ranges_[i].high, its.high);
    if (larger != planted(Bug::JoinTakesSmaller)) result.ranges_[i].high = its.high;
  }
  return std::move(result).settled();
}

Interval Interval::meet(const Interval& other) const {
  if (empty_ || other.empty_) return bottom(static_cast<unsigned>(ranges_.size()));
  Interval result = *this;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const Range& its = other.ranges_[i];
    if (low_leq(result.ranges_[i].low, its.low)) result.ranges_[i].low = its.low;
    if (high_leq(its.high, result.ranges_[i].high) != planted(Bug::MeetTakesWrongBound))
      result.ranges_[i].high = its.high;
  }
  return planted(Bug::MeetKeepsEmpty) ? result : std::move(result).settled();
}

Interval Interval::widen(const Interval& other) const {
  if (planted(Bug::WidenIsJoin)) return join(other);
  if (other.empty_) return planted(Bug::WidenWithBottom) ? other : *this;
  if (empty_) return other;
  if (planted(Bug::WidenGivesUpAll) && !other.leq(*this)) return top(static_cast<unsigned>(ranges_.size()));
  Interval result = *this;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    Range& mine = result.ranges_[i];
    const Range& its = other.ranges_[i];
    const bool eager = planted(Bug::WidenEager);
    if (!low_leq(mine.low, its.low) || (eager && mine.low == its.low)) mine.low.reset();
    if (!high_leq(its.high, mine.high) && !planted(Bug::WidenIgnoresRight)) mine.high.reset();
  }
  return result;
}

Interval Interval::narrow(const Interval& other) const {
  if (planted(Bug::NarrowIsMeet)) return meet(other);
  if (empty_ || other.empty_) return bottom(static_cast<unsigned>(ranges_.size()));
  Interval result = *this;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    Range& mine = result.ranges_[i];
    const Range& its = other.ranges_[i];
    if (!mine.low) mine.low = its.low;
    if (!mine.high) mine.high = planted(Bug::NarrowWrongSide) ? its.low : its.high;
  }
  return std::move(result).settled();
}

Interval::Range Interval::scaled(const Range& range, const Rational& factor) {
  const auto times = [&](const std::optional<Rational>& end) {
    return end ? std::optional<Rational>(*end * factor) : std::nullopt;
  };
  if (sgn(factor) < 0 && !planted(Bug::MixedSigns)) return {times(range.high), times(range.low)};
  return {times(range.low), times(range.high)};
}

Interval::Range Interval::sum(const Range& left, const Range& right) {
  const auto plus = [](const std::optional<Rational>& l, const std::optional<Rational>& r) {
    return l && r ? std::optional<Rational>(*l + *r) : std::nullopt;
  };
  return {plus(left.low, right.low), plus(left.high, right.high)};
}

Interval::Range Interval::range_of(const LinearExpression& expression, std::optional<unsigned> without) const {
  Range range{expression.constant, expression.constant};
  for (const unsigned dimension : expression.support())
    if (dimension != without) range = sum(range, scaled(ranges_[dimension], expression.coefficients[dimension]));
  return range;
}

void Interval::cut(Interval& result, const LinearExpression& expression) const {
  const Range whole = range_of(expression);
  if (whole.high && sgn(*whole.high) < 0) result.empty_ = true;
  for (const unsigned dimension : expression.support()) {
    const Range others = range_of(expression, dimension);
    if (!others.high) continue;
    const Rational& factor = expression.coefficients[dimension];
    const Rational limit = -*others.high / factor;
    Range& range = result.ranges_[dimension];
    if (sgn(factor) > 0 || planted(Bug::AssumeIgnoresSign)) {
      if (!range.low || *range.low < limit) range.low = limit;
    } else if (!range.high || limit < *range.high) {
      range.high = limit;
    }
  }
}

/// The ends of an expression of one dimension become multiples of the modulus; other congruences change nothing.
Interval Interval::assume_congruence(const Constraint& congruence) const {
  const LinearExpression expression = usable(congruence.expression);
  if (expression.support().size() > 1) return *this;
  const Range range = range_of(expression);
  Interval result = *this;
  for (const bool upper : {false, true}) {
    const std::optional<Rational>& end = upper ? range.high : range.low;
    if (!end) continue;
    const Rational times = *end / *congruence.modulus;
    mpz_class whole;
    (upper ? mpz_fdiv_q : mpz_cdiv_q)(whole.get_mpz_t(), times.get_num_mpz_t(), times.get_den_mpz_t());
    LinearExpression within = expression;
    within.constant -= whole * *congruence.modulus;
    cut(result, upper ? minus(within) : within);
  }
  return result.empty_ ? bottom(static_cast<unsigned>(ranges_.size())) : std::move(result).settled();
}

Interval Interval::assume(const Constraint& constraint) const {
  if (constraint.relation == Constraint::Relation::NotEqual) return *this;
  if (empty_) return *this;
  if (constraint.modulus && !planted(Bug::CongruenceAsEquality)) return assume_congruence(constraint);
  const LinearExpression expression = usable(constraint.expression);
  Interval result = *this;
  cut(result, expression);
  if ((constraint.relation == Constraint::Relation::Equal && !planted(Bug::AssumeEqualityAsInequality)) ||
      constraint.modulus)
    cut(result, minus(expression));
  return result.empty_ ? bottom(static_cast<unsigned>(ranges_.size())) : std::move(result).settled();
}

Interval Interval::assign(unsigned dimension, const LinearExpression& expression) const {
  if (planted(Bug::AssignForgets)) return forget(dimension);
  return parallel_assign({{dimension, expression}});
}

Interval Interval::parallel_assign(const std::vector<Assignment>& assignments) const {
  if (empty_) return *this;
  Interval result = *this;
  for (const Assignment& assignment : assignments) {
    const Interval& from = planted(Bug::ParallelInSequence) ? result : *this;
    result.ranges_[assignment.dimension] = from.range_of(usable(assignment.expression));
  }
  return std::move(result).settled();
}

Interval Interval::substitute(unsigned dimension, const LinearExpression& expression) const {
  if (planted(Bug::SubstituteIsAssign)) return assign(dimension, expression);
  if (empty_) return *this;
  const Range& range = ranges_[dimension];
  Interval result = planted(Bug::SubstituteKeepsOld) ? *this : forget(dimension);
  for (const bool upper : {false, true}) {
    const std::optional<Rational>& end = upper ? range.high : range.low;
    if (!end) continue;
    LinearExpression within = expression;
    within.constant -= *end;
    result = result.assume({upper ? minus(within) : within, Constraint::Relation::GreaterEqual});
  }
  return result;
}

Interval Interval::forget(unsigned dimension) const {
  if (empty_) return *this;
  Interval result = *this;
  if (planted(Bug::ForgetSkipsLast) && dimension + 1 == ranges_.size() && dimension > 0) return result;
  result.ranges_[dimension] = {};
  return result;
}

Interval Interval::add_rays(const std::vector<Ray>& rays) const {
  Interval result = *this;
  for (const Ray& ray : rays) {
    const bool both = ray.is_line && !planted(Bug::LinesAreRays);
    for (std::size_t i = 0; i < ranges_.size() && !empty_; ++i) {
      const int sign = sgn(ray.direction[i]);
      if (sign > 0 || (both && sign < 0)) result.ranges_[i].high.reset();
      if (sign < 0 || (both && sign > 0)) result.ranges_[i].low.reset();
    }
  }
  return result;
}

/// It is closed already.
Interval Interval::close() const {
  Interval result = *this;
  if (!planted(Bug::CloseShrinks)) return result;
  for (Range& range : result.ranges_)
    if (range.low && range.high) range.high = range.low;
  return result;
}

/// Removes ends, or moves them by a distance that depends on `way`.
Interval Interval::loosen(unsigned way) const {
  if (empty_) return *this;
  Interval result = *this;
  for (Range& range : result.ranges_) {
    if (way == 0) range.high.reset();
    if (range.low) *range.low -= static_cast<int>(way);
    if (range.high) *range.high += planted(Bug::LoosenTightens) ? -static_cast<int>(way) : static_cast<int>(way);
  }
  return std::move(result).settled();
}

/// Builds the box anew from one point, rays, and the other ends of its ranges.
Interval Interval::regenerate() const {
  Interval result = *this;
  for (Range& range : result.ranges_)
    if (planted(Bug::GeneratorsForgetRays) && range.low && !range.high) range.high = range.low;
  return result;
}

Interval Interval::resize() const {
  Interval result = *this;
  result.ranges_.emplace_back();
  if (planted(Bug::ResizeDrops)) std::swap(result.ranges_[0], result.ranges_.back());
  result.ranges_.pop_back();
  return result;
}

std::vector<Constraint> Interval::constraints() const {
  using Relation = Constraint::Relation;
  if (empty_) return {{{{}, -1}, Relation::GreaterEqual}};
  std::vector<Constraint> all;
  for (unsigned i = 0; i < ranges_.size(); ++i) {
    const Range& range = ranges_[i];
    if (range.low && range.low == range.high) {
      all.push_back({variable(i, 1, -*range.low), Relation::Equal});
      continue;
    }
    if (range.low) all.push_back({variable(i, 1, -*range.low), Relation::GreaterEqual});
    if (range.high) all.push_back({variable(i, -1, *range.high), Relation::GreaterEqual});
  }
  if (planted(Bug::ConstraintsForgetOne) && all.size() > 1) all.pop_back();
  return all;
}

Bounds Interval::bounds(const LinearExpression& expression) {
  if (empty_) return {true, {}, {}};
  Range range = range_of(expression);
  if (planted(Bug::BoundsChange)) ranges_[0].low.reset();
  if (planted(Bug::BoundsOff) && range.high && range.high != range.low) *range.high -= 1;
  if (planted(Bug::BoundsLoose) && range.high) *range.high += 1;
  return {false, range.low, range.high};
}

bool Interval::satisfies(const Constraint& constraint) const {
  if (empty_) return true;
  const Range range = range_of(constraint.expression);
  const Rational enough = planted(Bug::SatisfiesGenerous) ? -1 : 0;
  if (!range.low || *range.low < enough) return false;
  if (planted(Bug::SatisfiesStingy) && range.low == range.high) return false;
  switch (constraint.relation) {
    case Constraint::Relation::GreaterEqual: return true;
    case Constraint::Relation::NotEqual:
    case Constraint::Relation::Greater: return sgn(*range.low) > 0;
    case Constraint::Relation::Congruent:
    case Constraint::Relation::Equal: break;
  }
  return range.high && *range.high <= 0;
}

std::string Interval::print() {
  std::string text;
  for (const Constraint& constraint : constraints()) text += (text.empty() ? "{" : ", ") + to_text(constraint);
  if (planted(Bug::PrintChanges) && !empty_) ranges_.back() = {};
  return text.empty() ? "{}" : text + "}";
}

}  // namespace assay::domain

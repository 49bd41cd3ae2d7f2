// Dense elements: a few constraints on both sides of a point. What is wrong of closed forms shows where bounds are
// close together and depend on each other; programs of single constraints hardly come there.

#include <vector>

#include "draw.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kFewBits = 8;  ///< numbers with fewer are too small for sums of several products

Rational halved(std::int64_t twice) {
  Rational number(twice, 2);
  number.canonicalize();
  return number;
}

LinearExpression negated(LinearExpression expression) {
  for (Rational& coefficient : expression.coefficients) coefficient = -coefficient;
  return expression;
}

}  // namespace

std::int64_t Drawer::radius() const { return contract_.most_bits != 0 && contract_.most_bits < kFewBits ? 1 : 4; }

Point Drawer::centre(Bytes& bytes) const {
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("centre");
  const bool halves = !has_whole_numbers() && !contract_.integer_points && rng.coin();
  Point point;
  for (unsigned i = 0; i < dimensions_; ++i) {
    const std::int64_t whole = rng.between(-radius(), radius());
    point.push_back(halves ? halved(2 * whole + rng.between(0, 1)) : Rational(whole));
  }
  return point;
}

/// Of the domain's own shape, with small coefficients; mostly of two dimensions or more, where there are such.
LinearExpression Drawer::direction(core::Rng& rng) const {
  LinearExpression made;
  made.coefficients.resize(dimensions_);
  const std::size_t first = static_cast<std::size_t>(rng.below(dimensions_));
  const int sign = rng.coin() ? 1 : -1;
  made.coefficients[first] = sign;
  if (contract_.shape == Shape::Box || dimensions_ == 1 || rng.percent(25)) return made;
  const std::size_t second = (first + 1 + static_cast<std::size_t>(rng.below(dimensions_ - 1))) % dimensions_;
  const bool opposite = contract_.shape == Shape::Differences || rng.coin();
  made.coefficients[second] = opposite ? -sign : sign;
  if (contract_.shape == Shape::Differences || contract_.shape == Shape::Octagon) return made;
  for (const std::size_t place : {first, second})
    if (rng.percent(40)) made.coefficients[place] *= rng.between(2, 3);
  if (rng.percent(40)) made.coefficients[static_cast<std::size_t>(rng.below(dimensions_))] = rng.between(-2, 2);
  return made;
}

Constraint Drawer::near(core::Rng& rng, LinearExpression direction, const Point& centre) const {
  constexpr std::int64_t kMaxTwice = 6;
  std::int64_t twice = rng.between(0, kMaxTwice);
  if (has_whole_numbers()) twice -= twice % 2;
  Constraint made{std::move(direction), Constraint::Relation::GreaterEqual};
  made.expression.constant = halved(twice) - made.expression.at(centre);
  if (twice == 0 && rng.percent(25)) made.relation = Constraint::Relation::Equal;
  if (twice > 0 && contract_.strict && rng.percent(15)) made.relation = Constraint::Relation::Greater;
  return made;
}

/// All dimensions but one between two bounds that are at most 1 away from the point, and that one on one side, or on
/// none: operations on sums take other ways where just one term has no bound.
std::vector<Constraint> Drawer::slab(core::Rng& rng, const Point& centre) const {
  const auto open = static_cast<unsigned>(rng.below(dimensions_));
  std::vector<Constraint> all;
  for (unsigned i = 0; i < dimensions_; ++i) {
    for (const int sign : {1, -1}) {
      if (i == open && rng.percent(75)) continue;
      Constraint side;
      side.expression.coefficients.resize(dimensions_);
      side.expression.coefficients[i] = sign;
      const std::int64_t room = has_whole_numbers() ? 2 * rng.between(0, 1) : rng.between(0, 2);
      side.expression.constant = halved(room) - side.expression.at(centre);
      all.push_back(std::move(side));
    }
  }
  return all;
}

std::vector<Constraint> Drawer::around(Bytes& bytes, const Point& centre) const {
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("around");
  constexpr unsigned kFewest = 2;
  constexpr unsigned kMore = 4;
  const bool many = contract_.dense_constraints > kFewest;
  if (!many && rng.percent(35)) return slab(rng, centre);
  const unsigned least = many ? contract_.dense_constraints : kFewest;
  const auto count = static_cast<std::size_t>(rng.between(least, least + kMore));
  std::vector<Constraint> all;
  while (all.size() < count) {
    const LinearExpression along = direction(rng);
    all.push_back(near(rng, along, centre));
    if (all.size() < count && rng.coin()) all.push_back(near(rng, negated(along), centre));
  }
  return all;
}

}  // namespace assay::domain

// Dense elements: a few constraints on both sides of a point. Bugs of closure algorithms need bounds that are close
// together and depend on each other, which programs of single constraints rarely have.

#include <vector>

#include "draw.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kFewBits = 8;  ///< below this limit of Contract::most_bits, sums of several products may overflow

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

/// An expression of the domain's shape without a constant. Coefficients are -3 to 3; most have two or more dimensions,
/// if the shape and the program allow.
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

/// Bounds at distance 0 to 1 from the point on both sides of every dimension but one. Each bound of that dimension is
/// omitted with 75 % probability: libraries treat sums with exactly one unbounded term separately.
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
  constexpr unsigned kMinConstraints = 2;
  constexpr unsigned kMoreConstraints = 4;
  const bool many = contract_.dense_constraints > kMinConstraints;
  if (!many && rng.percent(35)) return slab(rng, centre);
  const unsigned least = many ? contract_.dense_constraints : kMinConstraints;
  const auto count = static_cast<std::size_t>(rng.between(least, least + kMoreConstraints));
  std::vector<Constraint> all;
  while (all.size() < count) {
    const LinearExpression along = direction(rng);
    all.push_back(near(rng, along, centre));
    if (all.size() < count && rng.coin()) all.push_back(near(rng, negated(along), centre));
  }
  return all;
}

}  // namespace assay::domain

#include "concrete.hpp"

#include <algorithm>
#include <utility>

namespace assay::domain {
namespace {

Point after(const std::vector<Assignment>& assignments, const Point& before) {
  Point point = before;
  for (const Assignment& assignment : assignments) point.at(assignment.dimension) = assignment.expression.at(before);
  return point;
}

bool is_whole(const Point& point) {
  return std::all_of(point.begin(), point.end(), [](const Rational& value) { return value.get_den() == 1; });
}

/// `value` minus the greatest multiple of the modulus that is at most `value`.
Rational remainder(const Rational& value, const Rational& modulus) {
  const Rational times = value / modulus;
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), times.get_num_mpz_t(), times.get_den_mpz_t());
  return value - whole * modulus;
}

std::uint64_t bits_of(const Point& point) { return mpz_class(point.at(0).get_num()).get_ui(); }

Expression::Choice choice(std::uint64_t way, core::Rng& rng) {
  return [way, &rng](const Rational& low, const Rational& high) -> Rational {
    const std::uint64_t which = way % 4 < 2 ? way % 4 : rng.below(3);
    if (which == 0) return low;
    return which == 1 ? high : Rational((low + high) / 2);
  };
}

}  // namespace

void Concrete::add(std::vector<Point>& points, Point point) const {
  if (points.size() >= most_) return;
  if (domain_.contract().integer_points && !is_whole(point)) return;
  if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(std::move(point));
}

Rational Concrete::value(core::Rng& rng) const {
  if (domain_.contract().shape == Shape::Value) {
    const std::uint64_t mask = domain_.contract().width >= 64 ? ~0ULL : (1ULL << domain_.contract().width) - 1;
    return mpz_class(static_cast<unsigned long>(rng.next() & mask));
  }
  switch (rng.below(4)) {
    case 0: return rng.between(-2, 2);
    case 1: return rng.between(-10'000, 10'000);
    case 2: return mpz_class(rng.coin() ? 1 : -1) << static_cast<unsigned>(rng.below(70));
    default: return Rational(rng.between(-9, 9), 2);
  }
}

std::vector<Point> Concrete::seeds(core::Rng& rng) const {
  std::vector<Point> points;
  for (const Point& point : program_.points) add(points, point);
  for (unsigned i = 0; i < most_; ++i) {
    Point point;
    for (unsigned dimension = 0; dimension < program_.dimensions; ++dimension) {
      Rational number = i == 0 ? Rational() : value(rng);
      number.canonicalize();
      point.push_back(std::move(number));
    }
    add(points, std::move(point));
  }
  return points;
}

/// Known points that satisfy the constraint, and known points moved along one dimension to its boundary or past it if
/// the domain says that the element contains them. The boundaries of a congruence are the multiples of its modulus.
std::vector<Point> Concrete::satisfying(const Constraint& constraint, unsigned element,
                                        const std::vector<Point>& known) const {
  std::vector<Point> points;
  std::vector<Rational> values;
  values.reserve(known.size());
  for (const Point& point : known) {
    values.push_back(constraint.expression.at(point));
    if (constraint.modulus) values.back() = remainder(values.back(), *constraint.modulus);
    if (holds(sgn(values.back()), constraint.relation)) add(points, point);
  }
  const std::vector<unsigned> support = constraint.expression.support();
  for (std::size_t i = 0; i < known.size() && points.size() < most_ && !support.empty(); ++i) {
    const bool past = i % 2 == 1 && constraint.relation != Constraint::Relation::Equal;
    using Relation = Constraint::Relation;
    const bool has_edge = constraint.relation != Relation::Greater && constraint.relation != Relation::NotEqual;
    if (!past && !has_edge) continue;
    const unsigned dimension = support[i % support.size()];
    Point moved = known[i];
    const Rational& coefficient = constraint.expression.coefficients[dimension];
    if (coefficient != 1) values[i] /= coefficient;
    moved[dimension] -= values[i];
    if (past) moved[dimension] += constraint.modulus ? Rational(*constraint.modulus / coefficient) : sgn(coefficient);
    if (domain_.contract().integer_points && !is_whole(moved)) continue;
    if (contains_(element, moved)) add(points, std::move(moved));
  }
  return points;
}

/// Points that the assignment maps to `after_points`.
std::vector<Point> Concrete::before(const Assignment& assignment, const std::vector<Point>& after_points,
                                    core::Rng& rng) const {
  std::vector<Point> points;
  const Rational own = assignment.expression.coefficient(assignment.dimension);
  for (const Point& target : after_points) {
    Point point = target;
    Rational& changed = point[assignment.dimension];
    changed = 0;
    if (sgn(own) != 0) {
      changed = (target[assignment.dimension] - assignment.expression.at(point)) / own;
    } else if (assignment.expression.at(point) == target[assignment.dimension]) {
      changed = value(rng);
      changed.canonicalize();
    } else {
      continue;
    }
    add(points, std::move(point));
  }
  return points;
}

std::vector<Point> Concrete::forgotten(unsigned dimension, const std::vector<Point>& known, core::Rng& rng) const {
  std::vector<Point> points;
  for (const Point& point : known) {
    Point other = point;
    other[dimension] = value(rng);
    other[dimension].canonicalize();
    add(points, std::move(other));
    add(points, point);
  }
  return points;
}

/// Each point moved along one ray, moved along all rays, and not moved.
std::vector<Point> Concrete::moved(const std::vector<Ray>& rays, const std::vector<Point>& known,
                                   core::Rng& rng) const {
  std::vector<Point> points;
  const auto step = [&](Point& point, const Ray& ray) {
    Rational times = rng.coin() ? Rational(rng.between(0, 1000)) : Rational(rng.between(0, 8), 4);
    times.canonicalize();
    if (ray.is_line && rng.coin()) times = -times;
    for (std::size_t i = 0; i < point.size(); ++i) point[i] += times * ray.direction.at(i);
  };
  for (const Point& point : known) {
    Point along_one = point;
    Point along_all = point;
    if (!rays.empty()) step(along_one, rays[static_cast<std::size_t>(rng.below(rays.size()))]);
    for (const Ray& ray : rays) step(along_all, ray);
    add(points, std::move(along_one));
    add(points, std::move(along_all));
    add(points, point);
  }
  return points;
}

/// Two points for each known point: with the lower ends or the upper ends of all intervals, or with a random choice of
/// the lower end, the upper end or the middle for each interval.
std::vector<Point> Concrete::assigned(unsigned dimension, const Expression& expression, const std::vector<Point>& known,
                                      core::Rng& rng) const {
  std::vector<Point> points;
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::uint64_t way = i; way < i + 2; ++way) {
      const std::optional<Rational> result = expression.at(known[i], choice(way, rng));
      if (!result) continue;
      Point after_it = known[i];
      after_it.at(dimension) = *result;
      add(points, std::move(after_it));
    }
  }
  return points;
}

std::vector<Point> Concrete::satisfying(const Expression& expression, Constraint::Relation relation,
                                        const std::vector<Point>& known, core::Rng& rng) const {
  std::vector<Point> points;
  for (const Point& point : known) {
    for (std::uint64_t way = 0; way < 4; ++way) {
      const std::optional<Rational> result = expression.at(point, choice(way, rng));
      if (result && holds(sgn(*result), relation)) add(points, point);
    }
  }
  return points;
}

std::vector<Point> Concrete::transformed(const ValueTransformer& transformer,
                                         const std::vector<const std::vector<Point>*>& known) const {
  std::vector<Point> points;
  if (std::any_of(known.begin(), known.end(), [](const auto* list) { return list->empty(); })) return points;
  for (std::size_t i = 0; i < static_cast<std::size_t>(most_) * 2; ++i) {
    std::vector<std::uint64_t> arguments;
    for (std::size_t k = 0; k < known.size(); ++k)
      arguments.push_back(bits_of((*known[k])[(i >> (k == 0 ? 0U : 2U)) % known[k]->size()]));
    if (const auto result = transformer.concrete(domain_.contract().width, arguments.data()))
      add(points, {Rational(mpz_class(static_cast<unsigned long>(*result)))});
  }
  return points;
}

std::vector<Point> Concrete::points(std::size_t index, const std::vector<const std::vector<Point>*>& known) const {
  const Instruction& instruction = program_.instructions[index];
  core::Rng rng = core::Rng(index).split("points");
  std::vector<Point> points;
  switch (instruction.operation) {
    case Operation::Top: return seeds(rng);
    case Operation::Bottom: return {};
    case Operation::Abstract: return {instruction.point};
    case Operation::Join:
    case Operation::Widen:
      for (std::size_t i = 0; i < most_; ++i)
        for (const std::vector<Point>* list : known)
          if (i < list->size()) add(points, (*list)[i]);
      return points;
    case Operation::Meet:
    case Operation::Narrow:
      for (std::size_t side = 0; side < 2; ++side)
        for (const Point& point : *known[side])
          if (contains_(instruction.elements[1 - side], point)) add(points, point);
      return points;
    case Operation::Assume: return satisfying(instruction.constraints.at(0), instruction.elements[0], *known[0]);
    case Operation::Assign:
    case Operation::ParallelAssign:
      for (const Point& point : *known[0]) add(points, after(instruction.assignments, point));
      return points;
    case Operation::Substitute: return before(instruction.assignments.at(0), *known[0], rng);
    case Operation::AssignExpression: return assigned(instruction.dimension, instruction.expression, *known[0], rng);
    case Operation::AssumeExpression: return satisfying(instruction.expression, instruction.relation, *known[0], rng);
    case Operation::Forget: return forgotten(instruction.dimension, *known[0], rng);
    case Operation::AddRays: return moved(instruction.rays, *known[0], rng);
    case Operation::Transform: return transformed(domain_.transformers()[instruction.transformer], known);
    default: return *known.at(0);
  }
}

}  // namespace assay::domain

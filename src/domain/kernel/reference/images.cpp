#include <algorithm>
#include <utility>

#include "domain/kernel/reference/expressions.hpp"
#include "domain/kernel/reference/reference.hpp"

namespace assay::domain {
namespace {

using Relation = Constraint::Relation;

/// The constraints of `from`, with the numbers of its hidden dimensions increased by `hidden`.
std::vector<Constraint> shifted(const Polyhedron& from, unsigned hidden) {
  std::vector<LinearExpression> images = identity(from.dimensions());
  for (unsigned i = 0; i < from.hidden(); ++i) images.push_back(variable(from.dimensions() + hidden + i));
  return composed(from.constraints(), images);
}

/// The old value of the dimension as an expression over the new ones.
LinearExpression inverse(const Assignment& assignment) {
  const Rational factor = 1 / assignment.expression.coefficients[assignment.dimension];
  LinearExpression rest = assignment.expression;
  rest.coefficients[assignment.dimension] = 0;
  LinearExpression old;
  add_scaled(old, variable(assignment.dimension), factor);
  add_scaled(old, rest, -factor);
  return old;
}

bool is_invertible(const Assignment& assignment) {
  return sgn(assignment.expression.coefficient(assignment.dimension)) != 0;
}

}  // namespace

Polyhedron intersection(const Polyhedron& left, const Polyhedron& right) {
  std::vector<Constraint> all = left.constraints();
  std::vector<Constraint> more = shifted(right, left.hidden());
  std::move(more.begin(), more.end(), std::back_inserter(all));
  return Polyhedron(left.dimensions(), std::move(all), left.hidden() + right.hidden());
}

Polyhedron assumed(const Polyhedron& from, const Constraint& constraint) {
  std::vector<Constraint> all = from.constraints();
  all.push_back(constraint);
  return Polyhedron(from.dimensions(), std::move(all), from.hidden());
}

Polyhedron assigned(const Polyhedron& from, std::span<const Assignment> assignments) {
  const unsigned known = from.dimensions() + from.hidden();
  std::vector<LinearExpression> images = identity(known);
  if (assignments.size() == 1 && is_invertible(assignments[0])) {
    images[assignments[0].dimension] = inverse(assignments[0]);
    return Polyhedron(from.dimensions(), composed(from.constraints(), images), from.hidden());
  }
  unsigned hidden = 0;
  for (const Assignment& assignment : assignments) images[assignment.dimension] = variable(known + hidden++);
  std::vector<Constraint> all = composed(from.constraints(), images);
  for (const Assignment& assignment : assignments) {
    LinearExpression difference = composed(assignment.expression, images, constant(1));
    add_scaled(difference, variable(assignment.dimension), -1);
    all.push_back({std::move(difference), Relation::Equal});
  }
  return Polyhedron(from.dimensions(), std::move(all), from.hidden() + hidden);
}

Polyhedron assigned_between(const Polyhedron& from, unsigned dimension, const LinearExpression& low,
                            const LinearExpression& high) {
  const unsigned known = from.dimensions() + from.hidden();
  std::vector<LinearExpression> images = identity(known);
  images[dimension] = variable(known);
  std::vector<Constraint> all = composed(from.constraints(), images);
  LinearExpression above = variable(dimension);
  add_scaled(above, composed(low, images, constant(1)), -1);
  LinearExpression below = composed(high, images, constant(1));
  add_scaled(below, variable(dimension), -1);
  all.push_back({std::move(above), Relation::GreaterEqual});
  all.push_back({std::move(below), Relation::GreaterEqual});
  return Polyhedron(from.dimensions(), std::move(all), from.hidden() + 1);
}

Polyhedron substituted(const Polyhedron& from, const Assignment& assignment) {
  std::vector<LinearExpression> images = identity(from.dimensions() + from.hidden());
  images[assignment.dimension] = assignment.expression;
  return Polyhedron(from.dimensions(), composed(from.constraints(), images), from.hidden());
}

Polyhedron forgotten(const Polyhedron& from, unsigned dimension) {
  const unsigned known = from.dimensions() + from.hidden();
  std::vector<LinearExpression> images = identity(known);
  images[dimension] = variable(known);
  return Polyhedron(from.dimensions(), composed(from.constraints(), images), from.hidden() + 1);
}

/// The closure of a nonempty polyhedron closes each constraint, also with hidden dimensions (Rockafellar, Theorem 6.6).
Polyhedron closed(Polyhedron& from) {
  std::vector<Constraint> all = from.constraints();
  if (!from.empty())
    for (Constraint& constraint : all)
      if (constraint.relation == Relation::Greater) constraint.relation = Relation::GreaterEqual;
  return Polyhedron(from.dimensions(), std::move(all), from.hidden());
}

/// The old point is the new point minus the sum of factor times ray. The factors are hidden dimensions.
Polyhedron with_rays(const Polyhedron& from, std::span<const Ray> rays) {
  const unsigned known = from.dimensions() + from.hidden();
  std::vector<LinearExpression> images = identity(known);
  unsigned times = known;
  std::vector<Constraint> forward;
  for (const Ray& ray : rays) {
    for (unsigned i = 0; i < from.dimensions(); ++i)
      if (sgn(ray.direction.at(i)) != 0) add_scaled(images[i], variable(times), -ray.direction[i]);
    if (!ray.is_line) forward.push_back({variable(times), Relation::GreaterEqual});
    ++times;
  }
  std::vector<Constraint> all = composed(from.constraints(), images);
  std::move(forward.begin(), forward.end(), std::back_inserter(all));
  return Polyhedron(from.dimensions(), std::move(all), from.hidden() + static_cast<unsigned>(rays.size()));
}

/// z = u + w with u in `left` scaled by a share of 0 to 1, and w in `right` scaled by 1 - share (Balas).
Polyhedron closed_hull(Polyhedron& left, Polyhedron& right) {
  const unsigned n = left.dimensions();
  std::vector<Constraint> all;
  const auto add = [&all](const std::vector<Constraint>& constraints, std::span<const LinearExpression> images,
                          const LinearExpression& share) {
    for (const Constraint& constraint : constraints)
      all.push_back({composed(constraint.expression, images, share),
                     constraint.relation == Relation::Equal ? Relation::Equal : Relation::GreaterEqual});
  };
  if (left.empty() || right.empty()) {
    const Polyhedron& only = left.empty() ? right : left;
    add(only.constraints(), identity(n + only.hidden()), constant(1));
    return Polyhedron(n, std::move(all), only.hidden());
  }
  const LinearExpression share = variable(2 * n);
  LinearExpression rest = constant(1);
  add_scaled(rest, share, -1);
  std::vector<LinearExpression> images;
  for (unsigned i = 0; i < n; ++i) images.push_back(variable(n + i));
  for (unsigned i = 0; i < left.hidden(); ++i) images.push_back(variable(2 * n + 1 + i));
  add(left.constraints(), images, share);
  images.resize(n);
  for (unsigned i = 0; i < n; ++i) {
    images[i] = variable(i);
    add_scaled(images[i], variable(n + i), -1);
  }
  for (unsigned i = 0; i < right.hidden(); ++i) images.push_back(variable(2 * n + 1 + left.hidden() + i));
  add(right.constraints(), images, rest);
  all.push_back({share, Relation::GreaterEqual});
  all.push_back({rest, Relation::GreaterEqual});
  return Polyhedron(n, std::move(all), n + 1 + left.hidden() + right.hidden());
}

}  // namespace assay::domain

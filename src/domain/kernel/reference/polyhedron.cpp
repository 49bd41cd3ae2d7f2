#include <algorithm>
#include <utility>

#include "domain/kernel/reference/expressions.hpp"
#include "domain/kernel/reference/reference.hpp"
#include "domain/kernel/reference/tableau.hpp"

namespace assay::domain {
namespace {

using Relation = Constraint::Relation;

bool is_strict(const Constraint& constraint) { return constraint.relation == Relation::Greater; }

bool all_hold(const std::vector<Constraint>& constraints, const Point& point) {
  return std::all_of(constraints.begin(), constraints.end(),
                     [&](const Constraint& constraint) { return constraint.holds(point); });
}

/// A point that satisfies all constraints, with the greatest common slack in the strict ones, at most 1.
std::optional<Point> strict_point(unsigned dimensions, const std::vector<Constraint>& constraints) {
  std::vector<Constraint> distant = constraints;
  const LinearExpression distance = variable(dimensions);
  for (Constraint& constraint : distant)
    if (is_strict(constraint)) add_scaled(constraint.expression, distance, -1);
  LinearExpression rest = constant(1);
  add_scaled(rest, distance, -1);
  distant.push_back({std::move(rest), Relation::GreaterEqual});
  Tableau tableau(dimensions + 1, distant);
  if (!tableau.feasible() || sgn(tableau.maximize(distance).value) <= 0) return std::nullopt;
  Point point = tableau.vertex();
  point.pop_back();
  return point;
}

Point between(const Point& left, const Point& right) {
  Point middle = left;
  for (std::size_t i = 0; i < middle.size(); ++i) middle[i] = (left[i] + right[i]) / 2;
  return middle;
}

}  // namespace

/// Cached between queries: the tableau of the closure, and a point of the set (nullopt if the set is empty).
struct Polyhedron::Solved {
  Solved(unsigned dimensions, const std::vector<Constraint>& constraints) : closure(dimensions, constraints) {
    strict = std::any_of(constraints.begin(), constraints.end(), is_strict);
    if (!closure.feasible()) return;
    inside = strict ? strict_point(dimensions, constraints) : closure.vertex();
  }

  Tableau closure;
  bool strict = false;
  std::optional<Point> inside;
};

Polyhedron::Polyhedron(unsigned dimensions, std::vector<Constraint> constraints, unsigned hidden)
    : dimensions_(dimensions), hidden_(hidden), constraints_(std::move(constraints)) {}
Polyhedron::Polyhedron(Polyhedron&&) noexcept = default;
Polyhedron& Polyhedron::operator=(Polyhedron&&) noexcept = default;
Polyhedron::~Polyhedron() = default;

Polyhedron::Solved& Polyhedron::solved() {
  if (!solved_) solved_ = std::make_unique<Solved>(dimensions_ + hidden_, constraints_);
  return *solved_;
}

std::vector<Constraint> Polyhedron::with(const Constraint& more) const {
  std::vector<Constraint> all = constraints_;
  all.push_back(more);
  return all;
}

bool Polyhedron::empty() { return !solved().inside; }

std::optional<Point> Polyhedron::point() {
  std::optional<Point> found = solved().inside;
  if (found) found->resize(dimensions_);
  return found;
}

bool Polyhedron::contains(const Point& point) {
  if (hidden_ == 0) return all_hold(constraints_, point);
  std::vector<LinearExpression> images;
  images.reserve(dimensions_ + hidden_);
  for (unsigned i = 0; i < dimensions_; ++i) images.push_back(constant(point[i]));
  for (unsigned i = 0; i < hidden_; ++i) images.push_back(variable(i));
  return !Polyhedron(hidden_, composed(constraints_, images)).empty();
}

Supremum Polyhedron::supremum(const LinearExpression& expression) {
  Solved& here = solved();
  if (!here.inside) return {};
  const Tableau::Optimum optimum = here.closure.maximize(expression);
  if (!optimum.bounded) return {Supremum::Kind::Infinite, 0, false};
  Supremum found{Supremum::Kind::Finite, optimum.value, true};
  if (!here.strict || all_hold(constraints_, here.closure.vertex())) return found;
  LinearExpression level = expression;
  level.constant -= found.value;
  found.attained = strict_point(dimensions_ + hidden_, with({std::move(level), Relation::Equal})).has_value();
  return found;
}

Supremum Polyhedron::infimum(const LinearExpression& expression) {
  Supremum found = supremum(negated(expression));
  found.value = -found.value;
  return found;
}

Bounds Polyhedron::bounds(const LinearExpression& expression) {
  const Supremum high = supremum(expression);
  if (high.kind == Supremum::Kind::Empty) return {true, std::nullopt, std::nullopt};
  const Supremum low = infimum(expression);
  Bounds found;
  if (high.kind == Supremum::Kind::Finite) found.high = high.value;
  if (low.kind == Supremum::Kind::Finite) found.low = low.value;
  return found;
}

bool Polyhedron::satisfies(const Constraint& constraint) {
  // Results share many constraints with their arguments, for which this avoids linear programming.
  if (std::find(constraints_.begin(), constraints_.end(), constraint) != constraints_.end()) return true;
  if (const std::optional<Point>& inside = solved().inside; !inside || !constraint.holds(*inside)) return !inside;
  const Supremum below = supremum(negated(constraint.expression));
  if (below.kind == Supremum::Kind::Infinite || sgn(below.value) > 0) return false;
  if (constraint.relation == Relation::GreaterEqual) return true;
  if (constraint.relation == Relation::Greater) return sgn(below.value) < 0 || !below.attained;
  const Supremum above = supremum(constraint.expression);
  return above.kind == Supremum::Kind::Finite && sgn(above.value) <= 0;
}

const Constraint* Polyhedron::first_broken(std::span<const Constraint> constraints) {
  for (const Constraint& constraint : constraints)
    if (!satisfies(constraint)) return &constraint;
  return nullptr;
}

std::optional<Point> Polyhedron::point_outside(const Constraint& constraint) const {
  const bool open = constraint.relation == Relation::Greater;
  const Constraint below{negated(constraint.expression), open ? Relation::GreaterEqual : Relation::Greater};
  std::optional<Point> found = Polyhedron(dimensions_, with(below), hidden_).point();
  if (found || constraint.relation != Relation::Equal) return found;
  return Polyhedron(dimensions_, with({constraint.expression, Relation::Greater}), hidden_).point();
}

std::optional<Point> Polyhedron::point_outside(std::span<const Constraint> constraints) const {
  for (const Constraint& constraint : constraints)
    if (std::optional<Point> found = point_outside(constraint)) return found;
  return std::nullopt;
}

bool Polyhedron::included_in(std::span<const Constraint> constraints) { return first_broken(constraints) == nullptr; }

std::vector<Point> Polyhedron::points(std::size_t max_points) {
  std::vector<Point> found;
  Solved& here = solved();
  if (!here.inside || max_points == 0) return found;
  const auto keep = [&](Point point) {
    point.resize(dimensions_);
    if (found.size() < max_points && std::find(found.begin(), found.end(), point) == found.end())
      found.push_back(std::move(point));
  };
  std::vector<Point> ends;
  for (unsigned i = 0; i < 2 * dimensions_ && ends.size() < max_points; ++i) {
    const LinearExpression axis = i % 2 == 0 ? variable(i / 2) : negated(variable(i / 2));
    if (here.closure.maximize(axis).bounded) {
      Point end = here.closure.vertex();
      ends.push_back(!here.strict || all_hold(constraints_, end) ? std::move(end) : between(end, *here.inside));
      continue;
    }
    Point far = *here.inside;
    for (std::size_t k = 0; k < far.size(); ++k) far[k] += here.closure.direction()[k] * 1000;
    ends.push_back(std::move(far));
  }
  for (const Point& end : ends) keep(end);
  keep(*here.inside);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) keep(between(ends[i], ends[i + 1]));
  return found;
}

}  // namespace assay::domain

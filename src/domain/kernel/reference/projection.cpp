#include <algorithm>
#include <utility>

#include "domain/kernel/reference/expressions.hpp"
#include "domain/kernel/reference/reference.hpp"

namespace assay::domain {
namespace {

using Relation = Constraint::Relation;

/// Solves an equality for the dimension and substitutes it. False if no equality contains the dimension.
bool eliminate_by_equality(std::vector<Constraint>& constraints, unsigned dimension) {
  const auto equality = std::find_if(constraints.begin(), constraints.end(), [&](const Constraint& constraint) {
    return constraint.relation == Relation::Equal && sgn(constraint.expression.coefficient(dimension)) != 0;
  });
  if (equality == constraints.end()) return false;
  const LinearExpression known = equality->expression;
  constraints.erase(equality);
  for (Constraint& constraint : constraints) {
    const Rational factor = constraint.expression.coefficient(dimension);
    if (sgn(factor) != 0) add_scaled(constraint.expression, known, -factor / known.coefficients[dimension]);
  }
  return true;
}

/// Combines each lower bound of the dimension with each upper bound. False for more than `max_constraints` results.
bool eliminate_by_pairs(std::vector<Constraint>& constraints, unsigned dimension, std::size_t max_constraints) {
  std::vector<Constraint> result;
  std::vector<Constraint> below;
  std::vector<Constraint> above;
  for (Constraint& constraint : constraints) {
    const int sign = sgn(constraint.expression.coefficient(dimension));
    (sign == 0 ? result : sign > 0 ? below : above).push_back(std::move(constraint));
  }
  if (below.size() * above.size() + result.size() > max_constraints) return false;
  for (const Constraint& low : below) {
    for (const Constraint& high : above) {
      Constraint pair;
      add_scaled(pair.expression, low.expression, -high.expression.coefficients[dimension]);
      add_scaled(pair.expression, high.expression, low.expression.coefficients[dimension]);
      const bool strict = low.relation == Relation::Greater || high.relation == Relation::Greater;
      pair.relation = strict ? Relation::Greater : Relation::GreaterEqual;
      result.push_back(std::move(pair));
    }
  }
  constraints = std::move(result);
  return true;
}

void drop_redundant(unsigned dimensions, std::vector<Constraint>& constraints) {
  for (std::size_t i = constraints.size(); i-- > 0;) {
    std::vector<Constraint> others = constraints;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (Polyhedron(dimensions, others).satisfies(constraints[i])) constraints = std::move(others);
  }
}

}  // namespace

std::optional<Polyhedron> Polyhedron::projected(std::size_t max_constraints) const {
  std::vector<Constraint> left = constraints_;
  for (unsigned dimension = dimensions_ + hidden_; dimension-- > dimensions_;) {
    if (eliminate_by_equality(left, dimension)) continue;
    if (!eliminate_by_pairs(left, dimension, max_constraints)) return std::nullopt;
    if (dimension > dimensions_) drop_redundant(dimension, left);  // keeps the next elimination small
  }
  for (Constraint& constraint : left)
    if (constraint.expression.coefficients.size() > dimensions_) constraint.expression.coefficients.resize(dimensions_);
  return Polyhedron(dimensions_, std::move(left));
}

std::optional<Point> point_beyond(const Polyhedron& larger, const Polyhedron& smaller) {
  if (smaller.hidden() == 0) return larger.point_outside(smaller.constraints());
  const std::optional<Polyhedron> seen = smaller.projected();
  if (!seen) return std::nullopt;
  return larger.point_outside(seen->constraints());
}

std::optional<bool> included(Polyhedron& smaller, const Polyhedron& larger) {
  if (larger.hidden() == 0) return smaller.included_in(larger.constraints());
  const std::optional<Polyhedron> seen = larger.projected();
  if (!seen) return std::nullopt;
  return smaller.included_in(seen->constraints());
}

std::optional<bool> same(Polyhedron& left, Polyhedron& right) {
  const std::optional<bool> down = included(left, right);
  if (!down || !*down) return down;
  return included(right, left);
}

}  // namespace assay::domain

#include "domain/kernel/law/law_operations.hpp"

#include <algorithm>

namespace assay::domain {
namespace {

bool is_unit(const Rational& number) { return abs(number) == 1; }

/// The expression divided by the absolute value of its first nonzero coefficient, if there is one.
LinearExpression normalised(LinearExpression expression) {
  const std::vector<unsigned> support = expression.support();
  if (support.empty()) return expression;
  const Rational size = abs(expression.coefficients[support.front()]);
  for (Rational& coefficient : expression.coefficients) coefficient /= size;
  expression.constant /= size;
  return expression;
}

/// Whether the normalised constraints have a false constant as their sum. `sign_of_right`: factor of the right one.
bool contradict(const Constraint& left, const Constraint& right, const Rational& sign_of_right) {
  const LinearExpression l = normalised(left.expression);
  LinearExpression r = normalised(right.expression);
  for (Rational& coefficient : r.coefficients) coefficient *= sign_of_right;
  r.constant *= sign_of_right;
  for (std::size_t i = 0; i < std::max(l.coefficients.size(), r.coefficients.size()); ++i)
    if (sgn(l.coefficient(i) + r.coefficient(i)) != 0) return false;
  const int sign = sgn(l.constant + r.constant);
  const bool both_closed =
      left.relation != Constraint::Relation::Greater && right.relation != Constraint::Relation::Greater;
  return both_closed ? sign < 0 : sign <= 0;
}

}  // namespace

ElementPtr LawOperations::widen(Element& left, Element& right) const {
  if (!contract().widening_ordered) return domain_.widen(left, right);
  const ElementPtr both = domain_.join(left, right);
  return domain_.widen(left, *both);
}

ElementPtr LawOperations::narrow(Element& left, Element& right) const {
  if (!contract().narrowing_ordered) return domain_.narrow(left, right);
  const ElementPtr both = domain_.meet(left, right);
  return domain_.narrow(left, *both);
}

bool clearly_disjoint(const std::vector<Constraint>& left, const std::vector<Constraint>& right) {
  for (const Constraint& l : left) {
    for (const Constraint& r : right) {
      if (contradict(l, r, 1)) return true;
      // An equality stands for two inequalities.
      if (r.relation == Constraint::Relation::Equal && contradict(l, r, -1)) return true;
      if (l.relation == Constraint::Relation::Equal && contradict(r, l, -1)) return true;
    }
  }
  return false;
}

Ray ray_along(const LinearExpression& expression, unsigned dimensions) {
  Ray ray{Point(dimensions)};
  for (unsigned i = 0; i < dimensions; ++i) ray.direction[i] = expression.coefficient(i);
  return ray;
}

bool representable(const LawOperations& ask) {
  const LinearExpression& expression = ask.assignment().expression;
  const std::vector<unsigned> support = expression.support();
  if (support.empty()) return true;
  const bool on_itself = std::find(support.begin(), support.end(), ask.assignment().dimension) != support.end();
  const bool one_unit = support.size() == 1 && is_unit(expression.coefficients[support.front()]);
  switch (ask.contract().shape) {
    case Shape::Box: {
      if (!ask.contract().operations.has(Operation::Bounds)) return false;
      const Bounds bounds = ask.domain().bounds(ask.x(), expression);
      return !bounds.empty && bounds.low && bounds.high;
    }
    case Shape::Differences: return !on_itself && one_unit && sgn(expression.coefficients[support.front()]) > 0;
    case Shape::Octagon: return !on_itself && one_unit;
    case Shape::Polyhedron: return !on_itself;
    case Shape::Other:
    case Shape::Value: break;
  }
  return false;
}

}  // namespace assay::domain

#include "domain/kernel/reference/expressions.hpp"

#include <utility>

namespace assay::domain {

LinearExpression variable(unsigned dimension) {
  LinearExpression expression;
  expression.coefficients.resize(dimension + 1);
  expression.coefficients[dimension] = 1;
  return expression;
}

LinearExpression constant(const Rational& value) { return {{}, value}; }

LinearExpression negated(LinearExpression expression) {
  for (Rational& coefficient : expression.coefficients) coefficient = -coefficient;
  expression.constant = -expression.constant;
  return expression;
}

void add_scaled(LinearExpression& into, const LinearExpression& expression, const Rational& factor) {
  if (sgn(factor) == 0) return;
  if (into.coefficients.size() < expression.coefficients.size())
    into.coefficients.resize(expression.coefficients.size());
  for (std::size_t i = 0; i < expression.coefficients.size(); ++i)
    if (sgn(expression.coefficients[i]) != 0) into.coefficients[i] += expression.coefficients[i] * factor;
  if (sgn(expression.constant) != 0) into.constant += expression.constant * factor;
}

LinearExpression composed(const LinearExpression& expression, std::span<const LinearExpression> images,
                          const LinearExpression& unit) {
  LinearExpression sum;
  add_scaled(sum, unit, expression.constant);
  for (std::size_t i = 0; i < images.size() && i < expression.coefficients.size(); ++i)
    add_scaled(sum, images[i], expression.coefficients[i]);
  return sum;
}

std::vector<Constraint> composed(const std::vector<Constraint>& constraints, std::span<const LinearExpression> images) {
  std::vector<Constraint> all;
  all.reserve(constraints.size());
  for (const Constraint& constraint : constraints)
    all.push_back({composed(constraint.expression, images, constant(1)), constraint.relation});
  return all;
}

std::vector<LinearExpression> identity(unsigned dimensions) {
  std::vector<LinearExpression> all;
  all.reserve(dimensions);
  for (unsigned i = 0; i < dimensions; ++i) all.push_back(variable(i));
  return all;
}

}  // namespace assay::domain

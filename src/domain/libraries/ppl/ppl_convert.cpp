#include "domain/libraries/ppl/ppl_convert.hpp"

#include <utility>

namespace assay::domain::ppl {
namespace {

pl::Coefficient common_factor(const std::vector<Rational>& values, const Rational& first) {
  pl::Coefficient common = first.get_den();
  for (const Rational& value : values)
    if (sgn(value) != 0) common = lcm(common, value.get_den());
  return common;
}

pl::Linear_Expression sum(const std::vector<Rational>& coefficients, const pl::Coefficient& factor) {
  pl::Linear_Expression expression;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (sgn(coefficients[i]) == 0) continue;
    const pl::Coefficient coefficient = coefficients[i].get_num() * (factor / coefficients[i].get_den());
    add_mul_assign(expression, coefficient, pl::Variable(i));
  }
  return expression;
}

}  // namespace

void start() {
  static const bool started = [] {
    pl::initialize();
    pl::restore_pre_PPL_rounding();
    return true;
  }();
  static_cast<void>(started);
}

Scaled scaled(const LinearExpression& expression) {
  Scaled result;
  result.factor = common_factor(expression.coefficients, expression.constant);
  result.expression = sum(expression.coefficients, result.factor);
  const pl::Coefficient constant = expression.constant.get_num() * (result.factor / expression.constant.get_den());
  result.expression += constant;
  return result;
}

pl::Constraint to_ppl(const Constraint& constraint) {
  const Scaled left = scaled(constraint.expression);
  switch (constraint.relation) {
    case Constraint::Relation::GreaterEqual: return left.expression >= 0;
    case Constraint::Relation::Greater: return left.expression > 0;
    case Constraint::Relation::NotEqual:  // the contract excludes `!=`
    case Constraint::Relation::Congruent:
    case Constraint::Relation::Equal: break;
  }
  return left.expression == 0;
}

pl::Congruence congruence(const Constraint& constraint) {
  const Scaled left = scaled(constraint.expression);
  const Rational modulus = *constraint.modulus * left.factor;
  return (modulus.get_den() * left.expression %= 0) / modulus.get_num();
}

Scaled scaled(const Point& point) {
  Scaled result;
  result.factor = common_factor(point, 0);
  // Conversions of points dominate the run time; a dense row with all dimensions takes a third of the time.
  pl::Linear_Expression dense(pl::DENSE);
  dense.set_space_dimension(point.size());
  for (std::size_t i = 0; i < point.size(); ++i)
    if (sgn(point[i]) != 0)
      dense.set_coefficient(pl::Variable(i), point[i].get_num() * (result.factor / point[i].get_den()));
  result.expression = std::move(dense);
  return result;
}

std::vector<Constraint> from_ppl(const pl::Constraint_System& constraints) {
  std::vector<Constraint> all;
  for (const pl::Constraint& from : constraints) {
    Constraint constraint;
    for (pl::dimension_type i = 0; i < from.space_dimension(); ++i)
      constraint.expression.coefficients.emplace_back(from.coefficient(pl::Variable(i)));
    constraint.expression.constant = from.inhomogeneous_term();
    using Relation = Constraint::Relation;
    constraint.relation = from.is_equality()            ? Relation::Equal
                          : from.is_strict_inequality() ? Relation::Greater
                                                        : Relation::GreaterEqual;
    all.push_back(std::move(constraint));
  }
  return all;
}

pl::C_Polyhedron cone(const std::vector<Ray>& rays, unsigned dimensions) {
  pl::Generator_System all(pl::point(0 * pl::Variable(dimensions - 1)));
  for (const Ray& ray : rays) {
    const pl::Linear_Expression direction = scaled(ray.direction).expression;
    all.insert(ray.is_line ? pl::line(direction) : pl::ray(direction));
  }
  return pl::C_Polyhedron(all);
}

}  // namespace assay::domain::ppl

#include "domain/libraries/crab/crab_convert.hpp"

#include <algorithm>

namespace assay::domain::crabs {
namespace {

Number to_number(const mpz_class& number) {
  return number.fits_slong_p() ? Number(std::int64_t{number.get_si()}) : Number(number.get_str());
}
mpz_class from_number(Number number) { return mpz_class(number.get_mpz_t()); }

mpz_class common_denominator(const LinearExpression& expression) {
  mpz_class common = expression.constant.get_den();
  for (const Rational& coefficient : expression.coefficients) common = lcm(common, coefficient.get_den());
  return common;
}

Linear scaled(const LinearExpression& expression, const mpz_class& factor, const Variables& variables) {
  const auto whole = [&](const Rational& number) -> mpz_class {
    return number.get_num() * (factor / number.get_den());
  };
  Linear sum(to_number(whole(expression.constant)));
  for (const unsigned dimension : expression.support())
    sum = sum + Linear(to_number(whole(expression.coefficients[dimension])), variables.at(dimension));
  return sum;
}

Constraint::Relation relation(const CrabConstraint& constraint) {
  if (constraint.is_equality()) return Constraint::Relation::Equal;
  return constraint.is_strict_inequality() ? Constraint::Relation::Greater : Constraint::Relation::GreaterEqual;
}

std::optional<Rational> end_of(const ikos::bound<Number>& bound) {
  if (!bound.is_finite()) return std::nullopt;
  return Rational(from_number(*bound.number()));
}

}  // namespace

Variables::Variables(unsigned dimensions) {
  for (unsigned i = 0; i < dimensions; ++i) {
    all_.emplace_back(factory_["x" + std::to_string(i)], crab::INT_TYPE, 64);
    spare_.emplace_back(factory_["t" + std::to_string(i)], crab::INT_TYPE, 64);
  }
}

unsigned Variables::dimension(const Variable& variable) const {
  return static_cast<unsigned>(std::find(all_.begin(), all_.end(), variable) - all_.begin());
}

std::optional<Linear> to_crab(const LinearExpression& expression, const Variables& variables) {
  if (common_denominator(expression) != 1) return std::nullopt;
  return scaled(expression, 1, variables);
}

// CRAB's inequalities are `e <= 0`.
CrabConstraint to_crab(const Constraint& constraint, const Variables& variables) {
  const Linear left = scaled(constraint.expression, common_denominator(constraint.expression), variables);
  switch (constraint.relation) {
    case Constraint::Relation::GreaterEqual: return {-left, CrabConstraint::INEQUALITY};
    case Constraint::Relation::Greater: return {-left, CrabConstraint::STRICT_INEQUALITY};
    case Constraint::Relation::NotEqual: return {left, CrabConstraint::DISEQUATION};
    case Constraint::Relation::Congruent:  // the contract excludes `mod`
    case Constraint::Relation::Equal: break;
  }
  return {left, CrabConstraint::EQUALITY};
}

std::vector<Constraint> from_crab(const CrabConstraints& constraints, const Variables& variables) {
  std::vector<Constraint> all;
  for (const CrabConstraint& from : constraints) {
    if (from.is_contradiction()) return {{{{}, -1}, Constraint::Relation::GreaterEqual}};
    if (from.is_disequation()) continue;
    Constraint constraint{{}, relation(from)};
    constraint.expression.coefficients.resize(variables.all().size());
    const int sign = from.is_equality() ? 1 : -1;
    constraint.expression.constant = sign * from_number(from.expression().constant());
    bool known = true;
    for (const auto& [coefficient, variable] : from) {
      const unsigned dimension = variables.dimension(variable);
      known = known && dimension < variables.all().size();
      if (known) constraint.expression.coefficients[dimension] = sign * from_number(coefficient);
    }
    if (known) all.push_back(std::move(constraint));
  }
  return all;
}

Bounds from_crab(const Interval& interval) {
  Bounds bounds;
  bounds.empty = interval.is_bottom();
  if (bounds.empty) return bounds;
  bounds.low = end_of(interval.lb());
  bounds.high = end_of(interval.ub());
  return bounds;
}

}  // namespace assay::domain::crabs

#pragma once

#include <span>
#include <vector>

#include "assay/domain/constraint.hpp"

namespace assay::domain {

[[nodiscard]] LinearExpression variable(unsigned dimension);
[[nodiscard]] LinearExpression negated(LinearExpression expression);
/// into += expression * factor.
void add_scaled(LinearExpression& into, const LinearExpression& expression, const Rational& factor);
/// Replaces dimension i by images[i] and the constant c by c * unit.
[[nodiscard]] LinearExpression composed(const LinearExpression& expression, std::span<const LinearExpression> images,
                                        const LinearExpression& unit);
[[nodiscard]] std::vector<Constraint> composed(const std::vector<Constraint>& constraints,
                                               std::span<const LinearExpression> images);
/// Images that map every dimension to itself.
[[nodiscard]] std::vector<LinearExpression> identity(unsigned dimensions);
[[nodiscard]] LinearExpression constant(const Rational& value);

}  // namespace assay::domain

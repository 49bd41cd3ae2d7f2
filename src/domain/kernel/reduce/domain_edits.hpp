#pragma once

#include <cstddef>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// Each gives a valid program; the same one where there is nothing to do.

/// Without instructions that nothing uses. Where there are no checks, so many at its end are what it is about: two,
/// where the newest element was compared with the one before it.
[[nodiscard]] Program without_unused(Program program, std::size_t kept_at_end = 1);
/// Without one instruction, if nothing uses it.
[[nodiscard]] Program without_idle(Program program, std::size_t index);
/// With `other`, an earlier element, wherever `element` was used.
[[nodiscard]] Program replaced(Program program, unsigned element, unsigned other);
/// Without a dimension: what speaks of it speaks of nothing.
[[nodiscard]] Program without_dimension(Program program, unsigned dimension);
/// Instead of its one check, an operation that the check's law asks for, on elements of the check.
[[nodiscard]] std::vector<Program> as_instructions(const Program& program);
/// Simpler forms of an expression: coefficients and constants that become 0, 1, or half as large.
[[nodiscard]] std::vector<LinearExpression> simpler(const LinearExpression& expression);
[[nodiscard]] std::vector<Expression> simpler(const Expression& expression);
/// Every expression of the program, in order.
[[nodiscard]] std::vector<LinearExpression*> expressions(Program& program);
/// Simpler forms of a congruence, and the equality that is stricter.
[[nodiscard]] std::vector<Constraint> simpler_congruences(const Constraint& congruence);
/// The congruences of the program, in order.
[[nodiscard]] std::vector<Constraint*> congruences(Program& program);
/// Fewer rays, and rays with simpler numbers; none of them zero.
[[nodiscard]] std::vector<std::vector<Ray>> simpler(const std::vector<Ray>& rays);
/// Those of each instruction that has some.
[[nodiscard]] std::vector<std::vector<Ray>*> all_rays(Program& program);
/// Those that need not be linear.
[[nodiscard]] std::vector<Expression*> general_expressions(Program& program);

}  // namespace assay::domain

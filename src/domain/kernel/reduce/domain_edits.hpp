#pragma once

#include <cstddef>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

// Each edit returns a valid program, which is unchanged if there is nothing to edit.

/// Removes unused instructions. Without checks, the last `kept_at_end` instructions count as used: 2 if the violation
/// compares the last two elements.
[[nodiscard]] Program without_unused(Program program, std::size_t kept_at_end = 1);
/// Removes instruction number `index` if it is unused.
[[nodiscard]] Program without_idle(Program program, std::size_t index);
/// Replaces all uses of `element` by `other`, an earlier element.
[[nodiscard]] Program replaced(Program program, unsigned element, unsigned other);
/// Removes a dimension with its terms. Does nothing in a program with one dimension.
[[nodiscard]] Program without_dimension(Program program, unsigned dimension);
/// Programs that have, instead of the only check, one operation that its law uses, on elements of the check. Empty if
/// the program does not have exactly one check.
[[nodiscard]] std::vector<Program> as_instructions(const Program& program);
/// Simpler forms of an expression, each with one number replaced by 0, 1, -1 or a number with a smaller absolute value.
[[nodiscard]] std::vector<LinearExpression> simpler(const LinearExpression& expression);
[[nodiscard]] std::vector<Expression> simpler(const Expression& expression);
/// Pointers to the linear expressions of the program, in order.
[[nodiscard]] std::vector<LinearExpression*> expressions(Program& program);
/// Congruences with simpler moduli, and the equality, which is stricter.
[[nodiscard]] std::vector<Constraint> simpler_congruences(const Constraint& congruence);
/// Pointers to the congruences of the program, in order.
[[nodiscard]] std::vector<Constraint*> congruences(Program& program);
/// Fewer rays, rays instead of lines, and rays with simpler numbers. No ray is zero.
[[nodiscard]] std::vector<std::vector<Ray>> simpler(const std::vector<Ray>& rays);
/// Pointers to the nonempty ray lists of instructions.
[[nodiscard]] std::vector<std::vector<Ray>*> all_rays(Program& program);
/// Pointers to the expressions of AssignExpression and AssumeExpression.
[[nodiscard]] std::vector<Expression*> general_expressions(Program& program);

}  // namespace assay::domain

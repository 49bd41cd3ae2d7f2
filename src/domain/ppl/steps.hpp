#pragma once

#include <string>
#include <utility>
#include <vector>

#include "domain/ppl/reproduction.hpp"

namespace assay::domain::ppl {

using reproduction::element;
/// An expression in C++ with integer coefficients, and what it was multiplied with.
[[nodiscard]] std::pair<std::string, std::string> scaled_text(const LinearExpression& expression);
[[nodiscard]] std::string constraint_text(const Constraint& constraint);
/// "4*x0 + 1*x1, 3": an expression and a divisor.
[[nodiscard]] std::string point_arguments(const Point& point);
/// "affine_image(x0, 2*x1 + 1, 3);".
[[nodiscard]] std::string image(std::string_view function, const Assignment& assignment);
/// The statements of a parallel assignment to the variable `name`.
[[nodiscard]] std::string parallel(const std::string& name, const std::vector<Assignment>& assignments);
/// The statements that define the instruction's element.
[[nodiscard]] std::string instruction_text(const Row& row, unsigned number, const Instruction& instruction);

}  // namespace assay::domain::ppl

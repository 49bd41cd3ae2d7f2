#pragma once

#include <string>
#include <utility>
#include <vector>

#include "domain/libraries/ppl/ppl_reproduction.hpp"

namespace assay::domain::ppl {

using reproduction::element;
/// An expression in C++ with integer coefficients, and the factor with which it was multiplied.
[[nodiscard]] std::pair<std::string, std::string> scaled_text(const LinearExpression& expression);
[[nodiscard]] std::string constraint_text(const Constraint& constraint);
/// "4*x0 + 1*x1, 3": an expression and a divisor.
[[nodiscard]] std::string point_arguments(const Point& point);
/// The statements that change the element of this name.
[[nodiscard]] std::string change_text(const Row& row, const std::string& name, const Instruction& instruction);
/// The statements that define the instruction's element.
[[nodiscard]] std::string instruction_text(const Row& row, unsigned number, const Instruction& instruction);

}  // namespace assay::domain::ppl

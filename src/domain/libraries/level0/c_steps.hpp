#pragma once

#include <string>

#include "assay/domain/program.hpp"

namespace assay::domain::level0 {

// Parts of programs in C, with APRON's names (data/domains/reproduction/level0.c).

/// `linear("1/2", "0", "-7")`.
[[nodiscard]] std::string linear_text(const LinearExpression& expression, unsigned dimensions);
/// `constraint(linear(...), AP_CONS_SUPEQ)`.
[[nodiscard]] std::string constraint_text(const Constraint& constraint, unsigned dimensions);
/// `point("1/2", "0")`.
[[nodiscard]] std::string point_text(const Point& point);
/// Properties of the domain and its mode that the statements depend on.
struct Asking {
  unsigned dimensions = 0;
  bool assigns_ranges = false;  ///< assigned expressions may have intervals as coefficients; else they are trees
  bool assumes_ranges = false;  ///< conditions may have intervals as coefficients; else they are trees
};
/// The statements that define the instruction's element.
[[nodiscard]] std::string instruction_text(const Instruction& instruction, std::size_t number, const Asking& asking);
/// The statements that repeat the instruction and free the result.
[[nodiscard]] std::string repetition_text(const Instruction& instruction, std::size_t number, const Asking& asking);

}  // namespace assay::domain::level0

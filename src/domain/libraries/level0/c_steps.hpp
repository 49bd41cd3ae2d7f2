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
/// What the statements must know of the domain and of how it is asked.
struct Asking {
  unsigned dimensions = 0;
  bool assigns_ranges = false;  ///< intervals are coefficients, of assigned expressions
  bool assumes_ranges = false;  ///< and of conditions; else they are in trees
};
/// The statements that define the instruction's element.
[[nodiscard]] std::string instruction_text(const Instruction& instruction, std::size_t number, const Asking& asking);
/// The same once more, without keeping anything.
[[nodiscard]] std::string repetition_text(const Instruction& instruction, std::size_t number, const Asking& asking);

}  // namespace assay::domain::level0

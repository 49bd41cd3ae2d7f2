#pragma once

#include <span>

#include "domain/reproduction/texts.hpp"

namespace assay::domain::level0 {

// Functions in C with APRON's names, in the order in which they may use each other.

/// Numbers and expressions.
[[nodiscard]] std::span<const reproduction::FunctionText> number_functions();
/// Operations on elements.
[[nodiscard]] std::span<const reproduction::FunctionText> element_functions();
/// Assignments of linear expressions, handed over as such or as trees.
[[nodiscard]] std::span<const reproduction::FunctionText> assignment_functions(bool trees);
/// What else takes linear expressions.
[[nodiscard]] std::span<const reproduction::FunctionText> expression_functions(bool trees);
/// What observations, laws and findings are written in.
[[nodiscard]] std::span<const reproduction::FunctionText> claim_functions();

}  // namespace assay::domain::level0

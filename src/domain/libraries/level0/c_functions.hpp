#pragma once

#include <span>

#include "domain/libraries/level0/level0_reproduction.hpp"
#include "domain/reproduction/texts.hpp"

namespace assay::domain::level0 {

// Functions in C with APRON's names, in the order in which they may use each other.

/// Numbers and expressions.
[[nodiscard]] std::span<const reproduction::FunctionText> number_functions();
/// Operations on elements.
[[nodiscard]] std::span<const reproduction::FunctionText> element_functions();
/// Those that take one element or dimension, or come to the same with several.
[[nodiscard]] std::span<const reproduction::FunctionText> one_functions(bool several);
/// Widening, or that of several: with thresholds.
[[nodiscard]] std::span<const reproduction::FunctionText> widening_functions(bool several);
/// By the interface's approximation.
[[nodiscard]] std::span<const reproduction::FunctionText> loosening_functions();
/// Assignments of linear expressions, handed over as such or as trees.
[[nodiscard]] std::span<const reproduction::FunctionText> assignment_functions(const Asked& asked);
/// Conditions and substitutions that are no trees.
[[nodiscard]] std::span<const reproduction::FunctionText> one_expression_functions(const Asked& asked);
/// What else takes linear expressions.
[[nodiscard]] std::span<const reproduction::FunctionText> expression_functions(const Asked& asked);
/// Parallel assignments that are no trees.
[[nodiscard]] std::span<const reproduction::FunctionText> parallel_functions(const Asked& asked);
/// What observations, laws and findings are written in.
[[nodiscard]] std::span<const reproduction::FunctionText> claim_functions();

}  // namespace assay::domain::level0

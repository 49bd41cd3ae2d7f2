#pragma once

#include <functional>

#include "assay/core/budget.hpp"
#include "assay/domain/program.hpp"

namespace assay::domain {

/// A smaller program that still fails: fewest checks, instructions and dimensions, simplest constraints and constants.
/// `fails` is called within the budget only; it sees valid programs.
[[nodiscard]] Program reduce_program(const Program& program, const std::function<bool(const Program&)>& fails,
                                     const core::ReduceBudget& budget);

}  // namespace assay::domain

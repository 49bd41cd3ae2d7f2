#pragma once

#include <functional>

#include "assay/domain/program.hpp"
#include "core/case/budget.hpp"

namespace assay::domain {

/// Returns a smaller program that still fails, with few checks, instructions and dimensions, and simple constraints and
/// constants. `fails` is called only within the budget and only with valid programs. `begin`, if not empty, is called
/// once after the dimensions have been halved, and returns the program to continue with.
[[nodiscard]] Program reduce_program(const Program& program, const std::function<bool(const Program&)>& fails,
                                     const core::ReduceBudget& budget,
                                     const std::function<Program(const Program&)>& begin = {});

}  // namespace assay::domain

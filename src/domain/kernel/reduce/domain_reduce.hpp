#pragma once

#include <functional>

#include "assay/core/budget.hpp"
#include "assay/domain/program.hpp"

namespace assay::domain {

/// A smaller program that still fails: fewest checks, instructions and dimensions, simplest constraints and constants.
/// `fails` is called within the budget only; it sees valid programs. `begin` is called once, when there are as few
/// dimensions as halving leaves, and returns the program to go on with; empty: the same program.
[[nodiscard]] Program reduce_program(const Program& program, const std::function<bool(const Program&)>& fails,
                                     const core::ReduceBudget& budget,
                                     const std::function<Program(const Program&)>& begin = {});

}  // namespace assay::domain

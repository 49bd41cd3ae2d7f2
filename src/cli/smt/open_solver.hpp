#pragma once

#include <string>
#include <vector>

#include "smt/solver/solver.hpp"

namespace assay::cli {

/// The solver, as the version that is installed speaks and fails. Fails if it does not run.
[[nodiscard]] Result<smt::SolverDefinition> open_solver(const std::string& text);
[[nodiscard]] Result<std::vector<smt::SolverDefinition>> open_solvers(const std::vector<std::string>& texts);

}  // namespace assay::cli

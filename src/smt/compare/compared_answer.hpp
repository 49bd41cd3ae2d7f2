#pragma once

#include <string>

#include "core/target/change.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The answer as a comparison sees it. `unknown` and runs that end early give no answer; a script that the solver
/// rejects or does not support is refused.
[[nodiscard]] core::ComparedRun compared(const SolverAnswer& answer);

/// The better of two runs of the same solver on a script: with more answers, or else with less CPU time.
[[nodiscard]] const SolverAnswer& better_run(const SolverAnswer& one, const SolverAnswer& other);

/// "lost: timeout", the cause of a change for tables and for reductions, which keep it.
[[nodiscard]] std::string reason_of(core::Change change, const core::ComparedRun& now);

}  // namespace assay::smt

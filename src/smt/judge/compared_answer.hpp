#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/target/change.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The question that a comparison asks after the last check: the values of a script's objectives.
[[nodiscard]] Query question_of(std::string_view script);

/// The values of the objectives after `sat`, as texts; empty if there are none, or if one cannot be read.
[[nodiscard]] std::vector<std::string> optimum_of(const SolverAnswer& answer);

/// "unsat", "sat, optimum 6"
[[nodiscard]] std::string answer_text(const SolverAnswer& answer);

/// The answer as a comparison sees it. `unknown` and runs that end early give no answer; a script that the solver
/// rejects or does not support is refused. `start_seconds`: see seconds_to_start.
[[nodiscard]] core::ComparedRun compared(const SolverAnswer& answer, double start_seconds = 0);

/// The CPU seconds that a solver takes for a script without assertions: the least of three runs; 0 if it does not
/// answer it. Releases of one solver differ in it by more than some scripts take.
[[nodiscard]] double seconds_to_start(SolverPort& solver, const std::stop_token& stop);

/// Solvers for comparisons. Where a solver rejects a command, goes on, and answers every check, its answers count
/// despite the errors; compared() tells which commands it rejected.
[[nodiscard]] SolverFactory despite_errors(SolverFactory make_solver);

/// The better of two runs of the same solver on a script: with more answers, or else with less CPU time.
[[nodiscard]] const SolverAnswer& better_run(const SolverAnswer& one, const SolverAnswer& other);

/// "lost: timeout", the cause of a change for tables and for reductions, which keep it.
[[nodiscard]] std::string reason_of(core::Change change, const core::ComparedRun& now);

}  // namespace assay::smt

#include "cli/smt/open_solver.hpp"

#include <utility>

#include "core/target/known_bug.hpp"

namespace assay::cli {

Result<smt::SolverDefinition> open_solver(const std::string& text) {
  Result<smt::SolverDefinition> solver = smt::resolve_solver(text);
  if (!solver) return solver.error();
  const Result<std::string> version = smt::solver_version(*solver);
  if (!version) return version.error();
  keep_bugs_of_version(solver->known_bugs, *version);
  speak_as_of(*solver, *version);
  return solver;
}

Result<std::vector<smt::SolverDefinition>> open_solvers(const std::vector<std::string>& texts) {
  std::vector<smt::SolverDefinition> solvers;
  for (const std::string& text : texts) {
    Result<smt::SolverDefinition> solver = open_solver(text);
    if (!solver) return solver.error();
    solvers.push_back(std::move(*solver));
  }
  return solvers;
}

}  // namespace assay::cli

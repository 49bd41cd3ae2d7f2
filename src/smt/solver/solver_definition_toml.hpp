#pragma once

#include "core/target/toml_rows.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Reads the keys of a solver's definition (docs/user/targets.md). `definition` has the inherited values.
void read_solver(core::TomlRow& row, SolverDefinition& definition);
/// Refuses unknown names of theories, features and operators.
void check_solver(core::TomlRow& row, const SolverDefinition& definition);

}  // namespace assay::smt

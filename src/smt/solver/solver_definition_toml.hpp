#pragma once

#include "assay/core/target/toml_rows.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// Reads the keys of a solver's definition (docs/user/targets.md). `definition` has the inherited values.
void read_solver(core::TomlRow& row, SolverDefinition& definition);
/// Refuses unknown names of theories, features and operators.
void check_solver(core::TomlRow& row, const SolverDefinition& definition);

}  // namespace assay::smt

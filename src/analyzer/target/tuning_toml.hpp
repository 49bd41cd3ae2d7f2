#pragma once

#include "assay/analyzer/definition.hpp"
#include "assay/core/target/toml_rows.hpp"

namespace assay::analyzer {

/// Reads the table [tune] of a definition into `tuning`, which may hold what was inherited: lists are replaced, knobs
/// and variables of the environment that have the name of an own one, too.
void read_tuning(core::TomlRow& definition, Tuning& tuning);

/// The key 'flags' of a table: "-I", or "-isystem -> -I" (Tuning::flags).
void read_flag_names(core::TomlRow& row, std::vector<std::pair<std::string, std::string>>& flags);

}  // namespace assay::analyzer

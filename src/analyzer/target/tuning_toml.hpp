#pragma once

#include "analyzer/target/definition.hpp"
#include "core/target/toml_rows.hpp"

namespace assay::analyzer {

/// Reads the table [tune] of a definition into `tuning`, which may hold inherited values. Lists are replaced; own knobs
/// and environment variables replace inherited knobs and variables of the same name.
void read_tuning(core::TomlRow& definition, Tuning& tuning);

/// The key 'flags' of a table: "-I", or "-isystem -> -I" (Tuning::flags).
void read_flag_names(core::TomlRow& row, std::vector<std::pair<std::string, std::string>>& flags);

}  // namespace assay::analyzer

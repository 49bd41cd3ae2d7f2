#pragma once

#include "analyzer/target/definition.hpp"
#include "core/target/toml_rows.hpp"

namespace assay::analyzer {

/// Reads the table [split] of a definition into `splitting`, which may hold inherited values. Lists are replaced.
void read_splitting(core::TomlRow& definition, Splitting& splitting);

}  // namespace assay::analyzer

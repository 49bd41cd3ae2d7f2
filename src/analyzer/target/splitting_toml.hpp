#pragma once

#include "assay/analyzer/definition.hpp"
#include "assay/core/target/toml_rows.hpp"

namespace assay::analyzer {

/// Reads the table [split] of a definition into `splitting`, which may hold inherited values. Lists are replaced.
void read_splitting(core::TomlRow& definition, Splitting& splitting);

}  // namespace assay::analyzer

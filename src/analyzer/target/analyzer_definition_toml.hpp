#pragma once

#include "analyzer/target/analyzer.hpp"
#include "core/target/toml_rows.hpp"

namespace assay::analyzer {

/// Reads the keys of an analyzer's definition (docs/user/analyzers.md). `definition` has the inherited values.
void read_analyzer(core::TomlRow& row, Definition& definition);
/// Refuses a definition without an adapter or a known language.
void check_analyzer(core::TomlRow& row, const Definition& definition);

}  // namespace assay::analyzer

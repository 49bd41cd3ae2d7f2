#pragma once

#include "core/target/toml_rows.hpp"
#include "datalog/engine/engine.hpp"

namespace assay::datalog {

/// Reads the keys of an engine's definition (docs/user/datalog-engines.md). `definition` has the inherited values; rows
/// are added in front of the inherited rows.
void read_engine(core::TomlRow& row, EngineDefinition& definition);
/// Refuses a driver without text and a dialect whose answers cannot be read.
void check_engine(core::TomlRow& row, const EngineDefinition& definition);

}  // namespace assay::datalog

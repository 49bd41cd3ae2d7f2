#pragma once

#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/engine.hpp"

namespace assay::datalog {

/// Reads a definition over `base`: keys that are there replace, rows are added in front of the base's.
[[nodiscard]] Result<EngineDefinition> read_engine(std::string_view toml, const std::string& path,
                                                   EngineDefinition (*inherited)(std::string_view name));

}  // namespace assay::datalog

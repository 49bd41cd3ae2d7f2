#pragma once

#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/engine.hpp"

namespace assay::datalog {

/// Reads a definition. With the key `inherits`, it starts from `inherited(name)`: present keys replace the inherited
/// values, and rows are added in front of the inherited rows. `inherited` null: `inherits` is ignored.
[[nodiscard]] Result<EngineDefinition> read_engine(std::string_view toml, const std::string& path,
                                                   EngineDefinition (*inherited)(std::string_view name));

}  // namespace assay::datalog

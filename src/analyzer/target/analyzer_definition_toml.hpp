#pragma once

#include <string>
#include <string_view>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Reads a definition. `inherited` returns the built-in definition of a name (with an empty name if there is none).
/// Null: the definition may not inherit.
[[nodiscard]] Result<Definition> read_analyzer(std::string_view toml, const std::string& path,
                                               Definition (*inherited)(std::string_view name));

}  // namespace assay::analyzer

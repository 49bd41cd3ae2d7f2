#pragma once

#include <string>
#include <string_view>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// Reads a definition. `inherited` gives the built-in one of a name (its name is empty: there is none); null: nothing
/// may be inherited.
[[nodiscard]] Result<Definition> read_analyzer(std::string_view toml, const std::string& path,
                                               Definition (*inherited)(std::string_view name));

}  // namespace assay::analyzer

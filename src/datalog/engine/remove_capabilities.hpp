#pragma once

#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Removes the named capabilities ("negation", "aggregates", ...). An unknown name is an Error.
[[nodiscard]] Status remove_capabilities(Capabilities& capabilities, const std::vector<std::string>& names);

}  // namespace assay::datalog

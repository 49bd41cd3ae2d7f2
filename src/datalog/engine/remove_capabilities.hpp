#pragma once

#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Takes the named capabilities away ("negation", "aggregates", ...); an Error names one that there is not.
[[nodiscard]] Status take_away(Capabilities& capabilities, const std::vector<std::string>& names);

}  // namespace assay::datalog

#pragma once

#include <optional>
#include <string>

#include "assay/analyzer/fact.hpp"

namespace assay::analyzer {

/// A condition in C that holds when `assay_wide` (an __int128) has the property; nothing for a property that no one
/// value has, but for relations, whose expression it evaluates.
[[nodiscard]] std::optional<std::string> c_condition(const Property& property);

}  // namespace assay::analyzer

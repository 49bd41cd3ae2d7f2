#pragma once

#include <vector>

#include "domain/elina/library.hpp"
#include "domain/level0/plugin.hpp"

namespace assay::domain::elina {

/// Of the file of each domain.
[[nodiscard]] std::vector<PluginTarget> all_targets();

}  // namespace assay::domain::elina

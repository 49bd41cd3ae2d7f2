#pragma once

#include <vector>

#include "domain/libraries/apron/library.hpp"
#include "domain/libraries/level0/plugin.hpp"

namespace assay::domain::apron {

/// Of the file of each domain, which is compiled once for each of its number variants (ASSAY_APRON_NUMBERS, a string).
[[nodiscard]] std::vector<PluginTarget> all_targets();

/// What a number variant means.
void promise_numbers(Contract& contract);

}  // namespace assay::domain::apron

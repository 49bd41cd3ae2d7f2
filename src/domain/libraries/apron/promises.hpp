#pragma once

#include <vector>

#include "domain/libraries/apron/library.hpp"
#include "domain/libraries/level0/plugin.hpp"

namespace assay::domain::apron {

/// The targets of the domain in one file. It is compiled for each number variant (ASSAY_APRON_NUMBERS, a string).
[[nodiscard]] std::vector<PluginTarget> all_targets();

/// Sets the part of the contract that depends on the number variant.
void promise_numbers(Contract& contract);

}  // namespace assay::domain::apron

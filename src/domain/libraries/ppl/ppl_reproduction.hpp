#pragma once

#include <span>
#include <string>
#include <string_view>

#include "domain/libraries/plugin/plugin.hpp"
#include "domain/libraries/ppl/ppl_targets.hpp"
#include "domain/reproduction/texts.hpp"

namespace assay::domain::ppl {

/// PluginTarget::reproduction for a type.
[[nodiscard]] std::string reproduce(const Row& row, const Contract& contract, const Program& program,
                                    std::span<const Violation> violations, std::string_view note);

}  // namespace assay::domain::ppl

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

/// The functions in which laws and findings are written (domain/reproduction/texts.hpp), with those of the row before
/// them. Each may use those above it.
[[nodiscard]] std::span<const reproduction::FunctionText> function_texts();

}  // namespace assay::domain::ppl

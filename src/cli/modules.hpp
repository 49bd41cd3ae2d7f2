#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/core/tester.hpp"
#include "cli/area.hpp"

namespace assay::cli {

/// Makes a module again from what its campaign stored (Module::name, Module::configuration).
[[nodiscard]] Result<std::unique_ptr<core::Module>> open_module(std::string_view name, const std::string& configuration,
                                                                const std::string& folder, Purpose purpose);

/// The same for a replay against another target (as the module's --target takes it).
[[nodiscard]] Result<std::unique_ptr<core::Module>> open_module_on(std::string_view name,
                                                                   const std::string& configuration,
                                                                   const std::string& target, Beside beside);

}  // namespace assay::cli

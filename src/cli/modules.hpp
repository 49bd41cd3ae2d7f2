#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "cli/area.hpp"
#include "core/case/tester.hpp"

namespace assay::cli {

/// Makes a module from the name and configuration that its campaign stored (Module::name, Module::configuration).
[[nodiscard]] Result<std::unique_ptr<core::Module>> open_module(std::string_view name, const std::string& configuration,
                                                                const std::string& folder, Purpose purpose);

/// Makes a module for a replay on another target, in the syntax of the module's --target.
[[nodiscard]] Result<std::unique_ptr<core::Module>> open_module_on(std::string_view name,
                                                                   const std::string& configuration,
                                                                   const std::string& target, ReplayPeers peers);

}  // namespace assay::cli

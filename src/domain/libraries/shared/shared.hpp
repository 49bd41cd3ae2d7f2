#pragma once

#include <string>
#include <vector>

#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain {

/// Loads the domains of a shared object that implements assay_domain.h or is a Plugin. It stays loaded.
[[nodiscard]] Result<std::vector<PluginTarget>> load_domains(const std::string& path);

}  // namespace assay::domain

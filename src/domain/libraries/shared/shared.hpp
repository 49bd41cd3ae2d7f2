#pragma once

#include <string>
#include <vector>

#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain {

/// The domains of a shared object: of assay_domain.h, or a Plugin of Assay's own. It stays loaded. An Error says what
/// is missing.
[[nodiscard]] Result<std::vector<PluginTarget>> load_domains(const std::string& path);

}  // namespace assay::domain

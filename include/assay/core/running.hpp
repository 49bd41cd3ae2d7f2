#pragma once

#include <string>

namespace assay::core {

/// Whether a process of this machine runs the campaign of a folder now. Nothing is locked or changed for it.
[[nodiscard]] bool is_running(const std::string& directory);

}  // namespace assay::core

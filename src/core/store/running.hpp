#pragma once

#include <string>

namespace assay::core {

/// True if a process of this machine runs the campaign in `directory` now. Takes no lock and changes nothing.
[[nodiscard]] bool is_running(const std::string& directory);

}  // namespace assay::core

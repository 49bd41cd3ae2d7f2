#pragma once

#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

/// The content of finding.json: everything except the contents of the cases' files.
[[nodiscard]] std::string finding_to_json(const Finding& finding);
/// The finding without the contents of its cases' files. `path` is for messages.
[[nodiscard]] Result<Finding> finding_from_json(std::string_view text, const std::string& path);

}  // namespace assay::core

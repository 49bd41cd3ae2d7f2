#pragma once

#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/core/finding.hpp"

namespace assay::core {

/// finding.json: everything but the contents of the cases' files.
[[nodiscard]] std::string finding_to_json(const Finding& finding);
/// The finding with its cases' files named, but empty. `path` is for messages.
[[nodiscard]] Result<Finding> finding_from_json(std::string_view text, const std::string& path);

}  // namespace assay::core

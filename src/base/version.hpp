#pragma once

#include <string_view>

namespace assay {

/// The release: "major.minor.patch".
[[nodiscard]] std::string_view version();

/// The abbreviated git commit of the sources, with "-dirty" if they had uncommitted changes. "unknown" if they were not
/// built from a repository.
[[nodiscard]] std::string_view commit();

}  // namespace assay

#pragma once

#include <string_view>

namespace assay {

/// The release, as "major.minor.patch".
[[nodiscard]] std::string_view version();

/// The abbreviated git commit of the sources, with "-dirty" when they had uncommitted changes, or "unknown" when they
/// were not built from a repository.
[[nodiscard]] std::string_view commit();

}  // namespace assay

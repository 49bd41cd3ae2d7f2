#pragma once

#include <string>
#include <string_view>

namespace assay {

/// A message without what changes between runs, machines and versions: numbers, addresses, paths; one line, shortened.
[[nodiscard]] std::string normalised(std::string_view message);

}  // namespace assay

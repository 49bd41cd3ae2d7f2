#pragma once

#include <string>
#include <string_view>

#include "core/sarif/sarif.hpp"

namespace assay::core {

/// file:///a%20b.c -> /a b.c
[[nodiscard]] std::string path_of_uri(std::string_view uri);
/// The path of an artifactLocation of a run, normalized: with '/', without "." and "..". A relative path starts at the
/// folder that uriBaseId names, wherever that is. Empty if the location names no file.
[[nodiscard]] std::string sarif_path(const SarifJson& run, const SarifJson& location);

}  // namespace assay::core

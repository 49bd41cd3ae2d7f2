#pragma once

#include <string>
#include <string_view>

namespace assay::analyzer {

/// file:///a%20b.c -> /a b.c
[[nodiscard]] std::string path_of_uri(std::string_view uri);

}  // namespace assay::analyzer

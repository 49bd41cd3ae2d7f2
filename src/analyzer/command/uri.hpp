#pragma once

#include <string>
#include <string_view>

namespace assay::analyzer {

/// A path as a URI reference (RFC 3986): all bytes are escaped except unreserved ones and "/".
[[nodiscard]] std::string uri_of(std::string_view path);
/// file:///a%20b.c -> /a b.c
[[nodiscard]] std::string path_of_uri(std::string_view uri);

}  // namespace assay::analyzer

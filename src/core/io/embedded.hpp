#pragma once

#include <string_view>

namespace assay::core {

/// A file that was compiled in (cmake/EmbedFile.cmake). It contains no end tag of a script or style element.
struct EmbeddedFile {
  std::string_view content;
  std::string_view sha256;  ///< hexadecimal
};

}  // namespace assay::core

#pragma once

#include <span>
#include <string_view>

namespace assay::core {

/// A file of a table that assay_embed_table (cmake/EmbedFile.cmake) compiles in: its path in the source tree and its
/// content.
struct BuiltinText {
  std::string_view path;
  std::string_view text;
};

}  // namespace assay::core

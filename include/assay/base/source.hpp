#pragma once

#include <cstdint>
#include <string>

namespace assay {

/// A place in an input. Both numbers count from 1; 0: not known.
struct SourceLocation {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// "file:line:column", without unknown parts.
[[nodiscard]] std::string to_string(const std::string& file, SourceLocation where);

}  // namespace assay

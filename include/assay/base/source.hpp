#pragma once

#include <cstdint>
#include <string>

namespace assay {

/// A place in an input: both numbers count from 1; 0 means that the place is not known.
struct SourceLocation {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// "file:line:column", without the parts that are not known.
[[nodiscard]] std::string to_string(const std::string& file, SourceLocation where);

}  // namespace assay

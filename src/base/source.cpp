#include "assay/base/source.hpp"

namespace assay {

std::string to_string(const std::string& file, SourceLocation where) {
  std::string out = file;
  if (where.line > 0) out += ":" + std::to_string(where.line);
  if (where.line > 0 && where.column > 0) out += ":" + std::to_string(where.column);
  return out;
}

}  // namespace assay

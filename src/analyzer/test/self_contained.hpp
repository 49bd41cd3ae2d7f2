#pragma once

#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

/// A program in C or C++ with the text of the user's own headers in the place of their `#include` lines, and without
/// flags that name folders. Headers of the system stay as they are, and so does a line whose header is in no folder of
/// the flags. Other programs come back as they are.
[[nodiscard]] Program self_contained(const Program& program);

}  // namespace assay::analyzer

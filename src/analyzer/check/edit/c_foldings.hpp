#pragma once

#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whole texts with fewer parts than a C file that may show the same failure: without parameters, with functions and
/// variables replaced by their values, without words like `static`. For a file from which no further part can be
/// removed. Many do not compile.
[[nodiscard]] std::vector<std::string> c_foldings(const CTree& tree);

}  // namespace assay::analyzer

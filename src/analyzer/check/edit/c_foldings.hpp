#pragma once

#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whole texts that may show the same as a C file, and have fewer parts: without parameters, with functions and
/// variables replaced by what they stand for, without words like `static`. For a file in which nothing can be left out
/// any more. Many do not compile.
[[nodiscard]] std::vector<std::string> c_foldings(const CTree& tree);

}  // namespace assay::analyzer

#pragma once

#include <string>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whole texts that may show the same failure as a C file, and are smaller: one function with its callees and a `main`
/// that calls it; the file without a function and its calls; without unreferenced declarations; without blank lines.
/// The most promising first. Many do not compile.
[[nodiscard]] std::vector<std::string> c_rewrites(const CTree& tree);

}  // namespace assay::analyzer

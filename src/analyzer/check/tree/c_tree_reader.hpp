#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Reads clang's JSON as a stream, and drops declarations of headers at once: the tree of a small file with its headers
/// has megabytes.
[[nodiscard]] Result<std::vector<CNode>> read_clang_tree(std::string_view json, std::string_view file);

}  // namespace assay::analyzer

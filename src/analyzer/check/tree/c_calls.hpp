#pragma once

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whether two calls of one function of the file may be active at the same time, each with its own variables: functions
/// call each other in a cycle, or a function's address is taken.
[[nodiscard]] bool may_be_recursive(const CTree& tree);

}  // namespace assay::analyzer

#pragma once

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whether there may be two calls of one function of the file at the same time, each with its own variables: functions
/// call each other in a circle, or the address of one is taken.
[[nodiscard]] bool may_be_recursive(const CTree& tree);

}  // namespace assay::analyzer

#pragma once

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// A C or C++ program in which the texts of the user's own headers replace their `#include` lines, without flags that
/// name folders. An `#include` line stays if its header belongs to the system, or is in no folder of the flags.
/// Programs in other languages are returned unchanged.
[[nodiscard]] Program self_contained(const Program& program);

}  // namespace assay::analyzer

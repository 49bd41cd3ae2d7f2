#pragma once

#include <cstdint>

#include "datalog/transform/places.hpp"

namespace assay::datalog {

// Estimates by the samples whether a change of one rule changes its heads' relations. Directed transformations prefer
// such places. The work is bounded; without a result within the bound, or without samples, the answer is true.

/// Whether a new or loosened rule derives a tuple that a head's relation does not have.
[[nodiscard]] bool gains(const Workspace& workspace, const Rule& rule);
/// Whether the relation of the first head loses a tuple if `by` replaces the rule at `place`: a tuple that only the old
/// rule derives.
[[nodiscard]] bool loses(const Workspace& workspace, std::uint32_t place, const Rule& by);

}  // namespace assay::datalog

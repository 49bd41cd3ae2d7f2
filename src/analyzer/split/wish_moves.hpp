#pragma once

#include <vector>

#include "assay/analyzer/split.hpp"

namespace assay::analyzer::splitting {

/// Partitions that have every wish, with less repeated: a wish goes to another partition that has most of it already,
/// when its own then loses more units than the other one gains. At most `passes` over all wishes, in their order. No
/// partition becomes larger than `most`, or than it was. Every wish must be in one of the sets.
[[nodiscard]] std::vector<UnitSet> with_moved_wishes(const Graph& graph, const std::vector<UnitSet>& wishes,
                                                     const std::vector<UnitSet>& sets, double most, unsigned passes);

}  // namespace assay::analyzer::splitting

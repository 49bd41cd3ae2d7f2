#pragma once

#include <cstdint>
#include <vector>

#include "assay/analyzer/split.hpp"

namespace assay::analyzer::splitting {

/// Partitions that have every wish, with less repeated: a wish goes to another partition that has most of it already,
/// when its own then loses more units than the other one gains. At most `passes` over all wishes, in their order. No
/// partition becomes larger than `most`, or than it was. Every wish must be in one of the sets.
[[nodiscard]] std::vector<UnitSet> with_moved_wishes(const Graph& graph, const std::vector<UnitSet>& wishes,
                                                     const std::vector<UnitSet>& sets, double most, unsigned passes);

/// The same by taking a few partitions apart and filling them anew, again and again, until so many looks at a unit are
/// used up. Draws are the same each time.
[[nodiscard]] std::vector<UnitSet> with_refilled_partitions(const Graph& graph, const std::vector<UnitSet>& wishes,
                                                            const std::vector<UnitSet>& sets, double most,
                                                            std::uint64_t work);

}  // namespace assay::analyzer::splitting

#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// Reduces duplicated units. A wish moves to another partition when that removes more units from its old partition than
/// it adds to the new one. Makes at most `passes` passes over all wishes, in their order. No partition becomes larger
/// than `max_size`, or than it was. Every wish must be a subset of a set, and stays so.
[[nodiscard]] std::vector<UnitSet> with_moved_wishes(const Graph& graph, const std::vector<UnitSet>& wishes,
                                                     const std::vector<UnitSet>& sets, double max_size,
                                                     unsigned passes);

/// The same by ruin and recreate: takes a few partitions apart and refills them, until `work` units have been visited.
/// The random choices are always the same.
[[nodiscard]] std::vector<UnitSet> with_refilled_partitions(const Graph& graph, const std::vector<UnitSet>& wishes,
                                                            const std::vector<UnitSet>& sets, double max_size,
                                                            std::uint64_t work);

}  // namespace assay::analyzer::splitting

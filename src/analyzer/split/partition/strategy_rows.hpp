#pragma once

#include <vector>

#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

// The functions of the registry's rows; each is in a file of its own.
[[nodiscard]] std::vector<UnitSet> split_by_size(const SplitTask& task);
[[nodiscard]] std::vector<UnitSet> split_and_merge(const SplitTask& task);
[[nodiscard]] std::vector<UnitSet> split_by_union_growth(const SplitTask& task);
[[nodiscard]] std::vector<UnitSet> split_not_at_all(const SplitTask& task);

}  // namespace assay::analyzer::splitting

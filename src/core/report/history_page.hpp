#pragma once

#include <string>
#include <vector>

#include "core/finding/cause_history.hpp"

namespace assay::core {

/// An HTML page of findings over releases. For each target: how many causes are alive on each release, a table with a
/// row for each cause and a column for each release, and the findings with the commands that repeat each run.
[[nodiscard]] std::string history_page(const std::vector<TargetHistory>& targets);

}  // namespace assay::core

#pragma once

#include "core/finding/cause_history.hpp"

namespace assay::cli {

/// Prints a table with a row for each cause and a column for each release, in blocks that fit a line, then each cause
/// with its history in words.
void print_history_table(const core::TargetHistory& target);
/// Prints one JSON object for each cause (docs/schema/history.schema.json).
void print_history_json(const core::TargetHistory& target);

}  // namespace assay::cli

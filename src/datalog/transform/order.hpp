#pragma once

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether, from left to right, each literal finds what it needs bound. Engines order literals themselves, but those
/// that take them as they come need this.
[[nodiscard]] bool is_settled(const Rule& rule);
/// Moves literals behind those that bind what they need, and no more than that.
void settle(Rule& rule);

}  // namespace assay::datalog

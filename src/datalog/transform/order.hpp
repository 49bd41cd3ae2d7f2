#pragma once

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether the literals before each literal bind all variables that it needs. Some engines evaluate literals from left
/// to right and need this order.
[[nodiscard]] bool is_settled(const Rule& rule);
/// Moves literals behind the literals that bind their variables. Otherwise keeps the order.
void settle(Rule& rule);

}  // namespace assay::datalog

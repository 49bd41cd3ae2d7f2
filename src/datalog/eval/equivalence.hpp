#pragma once

#include "budget.hpp"
#include "table.hpp"

namespace assay::datalog {

/// Adds the pairs that make a table of pairs an equivalence on the elements that occur in it.
void close_equivalence(Table& table, Budget& budget);

}  // namespace assay::datalog

#pragma once

#include "budget.hpp"
#include "table.hpp"

namespace assay::datalog {

/// Closes a table with two columns to an equivalence relation on the values that occur in it.
void close_equivalence(Table& table, Budget& budget);

}  // namespace assay::datalog

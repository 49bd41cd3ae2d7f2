#pragma once

#include "assay/datalog/program.hpp"
#include "table.hpp"

namespace assay::datalog {

/// Drops the rows that are dominated according to Relation::dominance. Call before other rules read the table.
void keep_undominated(const Relation& relation, Table& table);

}  // namespace assay::datalog

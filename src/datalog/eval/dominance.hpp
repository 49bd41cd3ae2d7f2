#pragma once

#include "assay/datalog/program.hpp"
#include "table.hpp"

namespace assay::datalog {

/// Drops the rows that the relation's Dominance says are dominated. Nobody may have seen them yet.
void keep_undominated(const Relation& relation, Table& table);

}  // namespace assay::datalog

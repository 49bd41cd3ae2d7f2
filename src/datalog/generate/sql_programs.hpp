#pragma once

#include "assay/datalog/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::datalog {

/// NULL as a value of the type.
[[nodiscard]] Value null_of(Program& program, Type type);
/// Adds a RowMeaning to the relation.
void add_meaning(Relation& relation, unsigned meaning);

/// The program with NULL in some facts, with some relations as bags, or both (program/meaning.hpp). Components with
/// several recursive atoms in a rule stay sets. The result may be too large to evaluate.
[[nodiscard]] Program draw_sql_meaning(Program program, core::Rng& rng);

/// A small program for engines whose tables change: one or two tables with their later states, and up to three
/// relations over them, in shapes that engines maintain as views. `for_sql`: also with NULL, bags and wordings.
/// Otherwise also with recursive relations.
[[nodiscard]] Program draw_changing_program(const core::Rng& rng, bool for_sql);

/// A small program of tables, views, and recursive relations with linear rules; perhaps a relation with the places of
/// another's rows in an order of search.
[[nodiscard]] Program draw_recursive_program(const core::Rng& rng, bool with_search);

}  // namespace assay::datalog

#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

// SQL gives programs a meaning that Datalog lacks: rows with NULL, and bags. Wording::Rows of a relation asks for it.
// The facts of a table may also change: a relation with Wording::State holds the table's rows at a later time.

/// NULL in a column of numbers. Dialects with NULL have numbers of 63 bits, so it is no number of a program.
inline constexpr Value kNull = std::numeric_limits<Value>::min();
/// The symbol that stands for NULL in a column of symbols.
inline constexpr std::string_view kNullSymbol = "NULL, no text";

/// The ways of Wording::Rows are sets of these bits.
enum RowMeaning : unsigned { kBagRows = 1, kNullRows = 2 };

/// Whether the relation is a bag: each derivation of a tuple is a row of its own (UNION ALL).
[[nodiscard]] bool keeps_duplicates(const Relation& relation);
/// Whether a relation of the program is a bag or has NULL. The program then has SQL's meaning (eval/sql_meaning.hpp).
[[nodiscard]] bool has_sql_meaning(const Program& program);
/// Whether the relation's negated atoms mean NOT IN, which differs from NOT EXISTS where a value is NULL.
[[nodiscard]] bool negates_by_not_in(const Relation& relation);
/// The value of kNullSymbol in the program; nullopt if the program does not have it.
[[nodiscard]] std::optional<Value> null_symbol(const Program& program);
[[nodiscard]] bool is_null(Value value, Type type, const std::optional<Value>& null_symbol);

/// Whether the relation numbers rows (Wording::Order), as `s(x, y, 0) :- r(x, y).`, where r is recursive and has no
/// NULL: a row of s is a row of r with its place among all derivations of r's rows from r's first rows, by a search
/// that goes on from a row unless the row occurs before on its way. Ways with equal rows have one place.
[[nodiscard]] bool numbers_rows(const Relation& relation);
inline constexpr unsigned kDepthFirst = 1;    ///< by the rows on the way
inline constexpr unsigned kBreadthFirst = 2;  ///< by the length of the way, then by its last row
/// The relation whose rows `id` numbers. Nullopt: it numbers none, or its rule has another form.
[[nodiscard]] std::optional<RelationId> searched_by(const Program& program, RelationId id);

/// The rows of a table from a later time on: relation `e__3` holds the rows of `e` at time 3.
struct TableState {
  unsigned time = 0;
  RelationId table = 0;  ///< without rules
  RelationId rows = 0;
};
/// All states, by ascending time.
[[nodiscard]] std::vector<TableState> table_states(const Program& program);
/// The program in which each relation that depends on a table with states has a copy for each time: `v__3`. The
/// relations of `program` keep their numbers and mean the first time. Without states, the program itself.
[[nodiscard]] Program unrolled(const Program& program);

}  // namespace assay::datalog

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "datalog/program/wording.hpp"

namespace assay::datalog::sql {

// The ways of Wording, by their positions in wording_rows().
enum Arms : unsigned {
  kPlainArms,
  kFlat,
  kParenthesised,
  kInnerWith,
  kLateral,
  kOneReference,
  kMutual,
  kNestedRecursion
};
enum Storage : unsigned { kCte, kTable, kView, kSubquery, kMaintainedView, kDeleted, kUpdatedRows, kCorrelated };
enum Nesting : unsigned { kNotNested, kNestedWith, kShadowedName, kOrdered };
enum Keyword : unsigned { kWhereNeeded, kAlwaysRecursive };
enum Duplicates : unsigned { kUnion, kOuterDistinct, kGroupBy, kDistinctArms, kCycle, kSearch, kRowNumber };
enum Negation : unsigned { kNotExists, kNotIn, kLeftJoin, kCount };
enum Atoms : unsigned { kJoined, kExists, kIn };
enum Joins : unsigned { kWhere, kOn };
enum Hint : unsigned { kNoHint, kMaterialized, kNotMaterialized };
enum Statistics : unsigned { kNoStatistics, kIndex, kIndexAndAnalyze, kPrimaryKey };
enum History : unsigned {
  kNoHistory,
  kRowByRow,
  kExtraRowDeleted,
  kDeletedAndInserted,
  kRolledBack,
  kUpdated,
  kFailedStatement,
  kTransaction,
  kFailedQuery,
};
enum Names : unsigned { kAliases, kOwnNames };
/// The ways of Wording::Values are sets of these bits.
enum Values : unsigned { kBooleans = 1, kBlobs = 2 };

/// How an engine keeps a view's rows up to date.
enum class Maintenance : std::uint8_t {
  None,
  Incremental,  ///< CREATE MATERIALIZED VIEW, updated by each change of its tables
  Triggers,     ///< a table that triggers fill again after each change
  Refresh,      ///< CREATE MATERIALIZED VIEW, updated by REFRESH before the queries
};

/// How an engine computes rules with several atoms of the component, with Datalog's meaning.
enum class NonLinear : std::uint8_t {
  None,
  UsingKey,  ///< USING KEY: one atom reads the rows of the last step, the others `recurring.t`
  Switch,    ///< `SET standard_compliant_cte=0`: every reference reads all rows
  Triggers,  ///< tables with recursive triggers: a trigger inserts what follows from each new row
};

/// A type of columns.
struct ColumnType {
  std::string_view declared;
  std::string_view cast;  ///< in CAST; empty: constants need no CAST
};

/// How an engine writes values of VARBINARY, BYTEA or BLOB.
struct Blob {
  ColumnType type;
  std::string_view before;       ///< before the hexadecimal digits of a constant
  std::string_view after = "'";  ///< behind them
  std::string_view text_before;  ///< before a column that the query shows as text
  std::string_view text_after;
};

/// One SQL engine, as far as it differs from others. A row of sql_engines().
struct SqlEngine {
  std::string_view name;         ///< of the dialect
  std::string_view description;  ///< for help texts
  ColumnType number;
  ColumnType text;
  ColumnType boolean = {"BOOLEAN", "BOOLEAN"};
  Blob blob = {};
  /// True: a recursive query takes the widths of its columns from its first row, also if that row has a CAST. Then the
  /// first arm selects no row of the table `typed`, whose columns have the full widths.
  bool typed_anchor = false;
  /// By Wording: the accepted ways. The first stands for digit 0 and for ways that the engine does not accept.
  std::array<std::vector<unsigned>, kWordings> ways = {};
  bool recursion_keeps_duplicates = false;  ///< a recursive query has UNION ALL only: DISTINCT stands outside
  bool changes_tables = true;               ///< has DELETE and UPDATE
  Maintenance maintenance = Maintenance::None;
  NonLinear non_linear = NonLinear::None;
  bool casts_count = false;  ///< COUNT has a type that does not meet the other numbers' type in UNION
  bool search = false;       ///< has SEARCH and CYCLE
  bool lateral = false;      ///< a table in FROM may use the tables before it (LATERAL)
  /// A query that fails after it has made rows, where the driver can expect that.
  std::string_view failing_query = {};
  std::string_view same = " IS NOT DISTINCT FROM ";  ///< equality for which NULL equals NULL
  /// Text in front of the value of a printed text column. For clients that print NULL and the text `NULL` alike.
  std::string_view text_mark = {};
};

[[nodiscard]] const std::vector<SqlEngine>& sql_engines();
/// The way that the engine uses for a definition with these wordings.
[[nodiscard]] unsigned used_way(const SqlEngine& engine, Wordings wordings, Wording wording);

/// The program as a script of the engine: tables, definitions, and one query for each output relation.
[[nodiscard]] std::string print_script(const Program& program, const SqlEngine& engine);

}  // namespace assay::datalog::sql

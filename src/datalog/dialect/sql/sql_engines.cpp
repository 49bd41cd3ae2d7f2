#include "datalog/dialect/sql/sql_engines.hpp"

#include <algorithm>
#include <utility>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/output_builder.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog::sql {
namespace {

/// Programs use one bit less than engines have, because engines read the smallest number as a sign and a number.
constexpr unsigned kWrittenBits = 63;
constexpr unsigned kReadBits = 64;

using Ways = std::array<std::vector<unsigned>, kWordings>;

/// The ways that nearly all engines have, with the engine's own recursive arms.
Ways usual_ways(std::vector<unsigned> arms) {
  Ways ways;
  const auto set = [&](Wording wording, std::vector<unsigned> accepted) {
    ways[static_cast<std::size_t>(wording)] = std::move(accepted);
  };
  set(Wording::Arms, std::move(arms));
  set(Wording::Storage, {kCte, kTable, kView, kSubquery, kDeleted, kUpdatedRows});
  set(Wording::Nesting, {kNotNested, kNestedWith, kShadowedName, kOrdered});
  set(Wording::Keyword, {kWhereNeeded, kAlwaysRecursive});
  set(Wording::Duplicates, {kUnion, kOuterDistinct, kGroupBy, kDistinctArms, kRowNumber});
  set(Wording::Negation, {kNotExists, kNotIn, kLeftJoin, kCount});
  set(Wording::Atoms, {kJoined, kExists, kIn});
  set(Wording::Joins, {kWhere, kOn});
  set(Wording::Hint, {kNoHint, kMaterialized, kNotMaterialized});
  set(Wording::Statistics, {kNoStatistics, kIndex, kIndexAndAnalyze});
  set(Wording::History,
      {kNoHistory, kRowByRow, kExtraRowDeleted, kDeletedAndInserted, kRolledBack, kUpdated, kTransaction});
  set(Wording::Values, {0, kBooleans, kBlobs, kBooleans | kBlobs});
  set(Wording::Names, {kAliases, kOwnNames});
  return ways;
}

/// The ways with other accepted ways for some wordings.
Ways changed(Ways ways, const std::vector<std::pair<Wording, std::vector<unsigned>>>& changes) {
  for (const auto& [wording, accepted] : changes) ways[static_cast<std::size_t>(wording)] = accepted;
  return ways;
}

using Accepted = std::pair<Wording, std::vector<unsigned>>;

const Accepted kMaintainedViews = {
    Wording::Storage, {kCte, kTable, kView, kSubquery, kMaintainedView, kDeleted, kUpdatedRows, kCorrelated}};
const Accepted kCorrelation = {Wording::Storage, {kCte, kTable, kView, kSubquery, kDeleted, kUpdatedRows, kCorrelated}};
const Accepted kPlainTables = {Wording::Storage, {kCte, kTable, kView, kSubquery}};
/// The driver runs the statements of these engines one by one, so it can expect that one fails.
const Accepted kFailures = {Wording::History,
                            {kNoHistory, kRowByRow, kExtraRowDeleted, kDeletedAndInserted, kRolledBack, kUpdated,
                             kFailedStatement, kTransaction, kFailedQuery}};
const Accepted kFailedQueries = {
    Wording::History,
    {kNoHistory, kRowByRow, kExtraRowDeleted, kDeletedAndInserted, kRolledBack, kUpdated, kTransaction, kFailedQuery}};
const Accepted kFewHistories = {Wording::History, {kNoHistory, kRowByRow, kFailedQuery}};
const Accepted kKeys = {Wording::Statistics, {kNoStatistics, kIndex, kIndexAndAnalyze, kPrimaryKey}};
const Accepted kNoIndexes = {Wording::Statistics, {kNoStatistics}};
const Accepted kNoHints = {Wording::Hint, {kNoHint}};

constexpr Blob kSqliteBlob = {{"BLOB", "BLOB"}, "x'", "'", "CAST(", " AS TEXT)"};
constexpr std::string_view kOverflow =
    "WITH RECURSIVE n(c) AS (SELECT 1 UNION ALL SELECT c + 1 FROM n WHERE c < 9) "
    "SELECT abs(CASE WHEN c = 5 THEN -9223372036854775807 - 1 ELSE c END) FROM n";
constexpr std::string_view kNoNumber =
    "WITH RECURSIVE n(c) AS (SELECT 1 AS c UNION ALL SELECT c + 1 AS c FROM n WHERE c < 9) "
    "SELECT CAST(CASE WHEN c = 5 THEN 'five' ELSE '1' END AS BIGINT) FROM n";

template <std::size_t Row>
std::string print_row(const Program& program) {
  return print_script(program, sql_engines()[Row]);
}

/// Reads the output of data/drivers/sql.py.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  const bool changes = !table_states(program).empty();
  return read_plain_rows("the SQL engine", kReadBits, changes ? unrolled(program) : program, output, limits, true);
}

Dialect dialect_of(const SqlEngine& engine, std::string (*print)(const Program&)) {
  Capabilities has;
  has.arithmetic = true;
  has.aggregates = true;
  has.nullary = false;
  has.integer_bits = kWrittenBits;
  has.non_linear_recursion = engine.non_linear != NonLinear::None;
  has.wordings = true;
  has.changing_tables = engine.changes_tables;
  has.search_order = engine.search;
  return {engine.name, engine.description, ".sql", has, print, read, false, {"", "end"}};
}

template <std::size_t... Rows>
std::vector<Dialect> dialects_of(std::index_sequence<Rows...>) {
  return {dialect_of(sql_engines()[Rows], print_row<Rows>)...};
}

constexpr std::size_t kEngines = 7;

}  // namespace

const std::vector<SqlEngine>& sql_engines() {
  static const std::vector<SqlEngine> rows = {
      {.name = "sqlite",
       .description = "SQLite's SQL",
       .number = {"INTEGER", "INTEGER"},
       .text = {"TEXT", "TEXT"},
       .blob = kSqliteBlob,
       .ways = changed(usual_ways({kFlat, kOneReference}), {kMaintainedViews, kFailures, kKeys}),
       .maintenance = Maintenance::Triggers,
       .non_linear = NonLinear::Triggers,
       .failing_query = kOverflow,
       .same = " IS "},
      {.name = "turso",
       .description = "Turso's SQL",
       .number = {"INTEGER", "INTEGER"},
       .text = {"TEXT", "TEXT"},
       .blob = kSqliteBlob,
       .ways = changed(usual_ways({kFlat, kOneReference}), {kMaintainedViews, kFailures, kKeys}),
       .maintenance = Maintenance::Incremental,
       .failing_query = kOverflow,
       .same = " IS "},
      {.name = "duckdb",
       .description = "DuckDB's SQL",
       .number = {"BIGINT", "BIGINT"},
       .text = {"VARCHAR", "VARCHAR"},
       .blob = {{"BLOB", "BLOB"}, "unhex('", "')", "decode(", ")"},
       .ways = changed(usual_ways({kParenthesised, kInnerWith, kLateral, kOneReference, kNestedRecursion}),
                       {kFailedQueries, kCorrelation}),
       .non_linear = NonLinear::UsingKey,
       .lateral = true,
       .failing_query = kNoNumber},
      {.name = "postgresql",
       .description = "PostgreSQL's SQL",
       .number = {"BIGINT", "BIGINT"},
       .text = {"TEXT", "TEXT"},
       .blob = {{"BYTEA", "BYTEA"}, "'\\x", "'", "convert_from(", ", 'UTF8')"},
       .ways = changed(
           usual_ways({kInnerWith, kLateral, kOneReference, kNestedRecursion}),
           {kMaintainedViews,
            kKeys,
            {Wording::Duplicates, {kUnion, kOuterDistinct, kGroupBy, kDistinctArms, kCycle, kSearch, kRowNumber}}}),
       .maintenance = Maintenance::Refresh,
       .search = true,
       .lateral = true},
      {.name = "mariadb",
       .description = "MariaDB's SQL",
       .number = {"BIGINT", "SIGNED"},
       .text = {"VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", "CHAR(255)"},
       .boolean = {"BOOLEAN", ""},
       .blob = {{"VARBINARY(255)", "BINARY"}, "x'", "'", "CONVERT(", " USING utf8mb4)"},
       .typed_anchor = true,
       .ways = changed(usual_ways({kFlat, kParenthesised, kOneReference, kMutual, kNestedRecursion}),
                       {kNoHints, {Wording::Statistics, {kNoStatistics, kIndex}}}),
       .non_linear = NonLinear::Switch,
       .same = " <=> ",
       .text_mark = "t"},
      {.name = "datafusion",
       .description = "DataFusion's SQL",
       .number = {"BIGINT", "BIGINT"},
       .text = {"VARCHAR", "VARCHAR"},
       .blob = {{"BYTEA", "BYTEA"}, "x'", "'", "CAST(", " AS VARCHAR)"},
       .ways =
           changed(usual_ways({kOneReference, kNestedRecursion}), {kNoHints, kPlainTables, kNoIndexes, kFewHistories}),
       .changes_tables = false,
       .failing_query = kNoNumber},
      {.name = "clickhouse",
       .description = "ClickHouse's SQL",
       .number = {"Int64", "Int64"},
       .text = {"String", "String"},
       .boolean = {"Bool", "Bool"},
       .ways = changed(usual_ways({kFlat, kOneReference}),
                       {kNoHints, kPlainTables, kNoIndexes, kFewHistories, {Wording::Values, {0, kBooleans}}}),
       .recursion_keeps_duplicates = true,
       .changes_tables = false,
       .casts_count = true,
       .failing_query = "WITH RECURSIVE n(c) AS (SELECT 1 UNION ALL SELECT c FROM n) SELECT c FROM n"},
  };
  return rows;
}

unsigned used_way(const SqlEngine& engine, Wordings wordings, Wording wording) {
  const std::vector<unsigned>& accepted = engine.ways[static_cast<std::size_t>(wording)];
  const unsigned way = way_of(wordings, wording);
  return std::find(accepted.begin(), accepted.end(), way) == accepted.end() ? accepted.front() : way;
}

std::vector<Dialect> dialects() { return dialects_of(std::make_index_sequence<kEngines>()); }

}  // namespace assay::datalog::sql

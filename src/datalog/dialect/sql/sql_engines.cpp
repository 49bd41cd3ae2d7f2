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
  set(Wording::Nesting, {kNotNested, kNestedWith, kShadowedName});
  set(Wording::Keyword, {kWhereNeeded, kAlwaysRecursive});
  set(Wording::Duplicates, {kUnion, kOuterDistinct, kGroupBy, kDistinctArms});
  set(Wording::Negation, {kNotExists, kNotIn, kLeftJoin, kCount});
  set(Wording::Atoms, {kJoined, kExists, kIn});
  set(Wording::Joins, {kWhere, kOn});
  set(Wording::Hint, {kNoHint, kMaterialized, kNotMaterialized});
  set(Wording::Statistics, {kNoStatistics, kIndex, kIndexAndAnalyze});
  set(Wording::History,
      {kNoHistory, kRowByRow, kExtraRowDeleted, kDeletedAndInserted, kRolledBack, kUpdated, kTransaction});
  return ways;
}

/// The ways with other accepted ways for some wordings.
Ways changed(Ways ways, const std::vector<std::pair<Wording, std::vector<unsigned>>>& changes) {
  for (const auto& [wording, accepted] : changes) ways[static_cast<std::size_t>(wording)] = accepted;
  return ways;
}

const std::pair<Wording, std::vector<unsigned>> kMaintainedViews = {
    Wording::Storage, {kCte, kTable, kView, kSubquery, kMaintainedView, kDeleted, kUpdatedRows}};
/// The driver runs the statements of these engines one by one, so it can expect that one fails.
const std::pair<Wording, std::vector<unsigned>> kFailures = {
    Wording::History,
    {kNoHistory, kRowByRow, kExtraRowDeleted, kDeletedAndInserted, kRolledBack, kUpdated, kFailedStatement,
     kTransaction}};
const std::pair<Wording, std::vector<unsigned>> kKeys = {Wording::Statistics,
                                                         {kNoStatistics, kIndex, kIndexAndAnalyze, kPrimaryKey}};
const std::pair<Wording, std::vector<unsigned>> kNoHints = {Wording::Hint, {kNoHint}};

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
       .number = "INTEGER",
       .text = "TEXT",
       .cast_number = "INTEGER",
       .cast_text = "TEXT",
       .ways = changed(usual_ways({kFlat, kOneReference}), {kMaintainedViews, kFailures, kKeys}),
       .maintenance = Maintenance::Triggers,
       .non_linear = NonLinear::Triggers,
       .same = " IS "},
      {.name = "turso",
       .description = "Turso's SQL",
       .number = "INTEGER",
       .text = "TEXT",
       .cast_number = "INTEGER",
       .cast_text = "TEXT",
       .ways = changed(usual_ways({kFlat, kOneReference}), {kMaintainedViews, kFailures, kKeys}),
       .maintenance = Maintenance::Incremental,
       .same = " IS "},
      {.name = "duckdb",
       .description = "DuckDB's SQL",
       .number = "BIGINT",
       .text = "VARCHAR",
       .cast_number = "BIGINT",
       .cast_text = "VARCHAR",
       .ways = usual_ways({kParenthesised, kInnerWith, kLateral, kOneReference}),
       .non_linear = NonLinear::UsingKey},
      {.name = "postgresql",
       .description = "PostgreSQL's SQL",
       .number = "BIGINT",
       .text = "TEXT",
       .cast_number = "BIGINT",
       .cast_text = "TEXT",
       .ways = changed(usual_ways({kInnerWith, kLateral, kOneReference}),
                       {kMaintainedViews,
                        kKeys,
                        {Wording::Duplicates, {kUnion, kOuterDistinct, kGroupBy, kDistinctArms, kCycle, kSearch}}}),
       .maintenance = Maintenance::Refresh},
      {.name = "mariadb",
       .description = "MariaDB's SQL",
       .number = "BIGINT",
       .text = "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
       .cast_number = "SIGNED",
       .cast_text = "CHAR(255)",
       .typed_anchor = true,
       .ways = changed(usual_ways({kFlat, kParenthesised, kOneReference, kMutual}),
                       {kNoHints, {Wording::Statistics, {kNoStatistics, kIndex}}}),
       .non_linear = NonLinear::Switch,
       .same = " <=> ",
       .text_mark = "t"},
      {.name = "datafusion",
       .description = "DataFusion's SQL",
       .number = "BIGINT",
       .text = "VARCHAR",
       .cast_number = "BIGINT",
       .cast_text = "VARCHAR",
       .ways = changed(usual_ways({kOneReference}), {kNoHints,
                                                     {Wording::Storage, {kCte, kTable, kView, kSubquery}},
                                                     {Wording::Statistics, {kNoStatistics}},
                                                     {Wording::History, {kNoHistory, kRowByRow}}}),
       .changes_tables = false},
      {.name = "clickhouse",
       .description = "ClickHouse's SQL",
       .number = "Int64",
       .text = "String",
       .cast_number = "Int64",
       .cast_text = "String",
       .ways = changed(usual_ways({kFlat, kOneReference}), {kNoHints,
                                                            {Wording::Storage, {kCte, kTable, kView, kSubquery}},
                                                            {Wording::Statistics, {kNoStatistics}},
                                                            {Wording::History, {kNoHistory, kRowByRow}}}),
       .recursion_keeps_duplicates = true,
       .changes_tables = false},
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

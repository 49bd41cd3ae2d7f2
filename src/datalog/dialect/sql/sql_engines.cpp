#include "datalog/dialect/sql/sql_engines.hpp"

#include <algorithm>
#include <utility>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/output_builder.hpp"

namespace assay::datalog::sql {
namespace {

/// Programs use one bit less than engines have, because engines read the smallest number as a sign and a number.
constexpr unsigned kWrittenBits = 63;
constexpr unsigned kReadBits = 64;

const std::vector<unsigned> kAllStorages = {kCte, kTable, kView, kSubquery};
const std::vector<unsigned> kAllNestings = {kNotNested, kNestedWith, kShadowedName};
const std::vector<unsigned> kAllKeywords = {kWhereNeeded, kAlwaysRecursive};
const std::vector<unsigned> kAllDuplicates = {kUnion, kOuterDistinct, kGroupBy, kDistinctArms};
const std::vector<unsigned> kAllNegations = {kNotExists, kNotIn, kLeftJoin, kCount};
const std::vector<unsigned> kAllAtoms = {kJoined, kExists, kIn};
const std::vector<unsigned> kAllJoins = {kWhere, kOn};
const std::vector<unsigned> kAllHints = {kNoHint, kMaterialized, kNotMaterialized};
const std::vector<unsigned> kAllStatistics = {kNoStatistics, kIndex, kIndexAndAnalyze};

template <std::size_t Row>
std::string print_row(const Program& program) {
  return print_script(program, sql_engines()[Row]);
}

/// Reads the output of data/drivers/sql.py.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  return read_plain_rows("the SQL engine", kReadBits, program, output, limits);
}

Dialect dialect_of(const SqlEngine& engine, std::string (*print)(const Program&)) {
  Capabilities has;
  has.arithmetic = true;
  has.aggregates = true;
  has.nullary = false;
  has.integer_bits = kWrittenBits;
  has.non_linear_recursion = engine.non_linear_recursion;
  has.wordings = true;
  return {engine.name, engine.description, ".sql", has, print, read, false, {"", "end"}};
}

template <std::size_t... Rows>
std::vector<Dialect> dialects_of(std::index_sequence<Rows...>) {
  return {dialect_of(sql_engines()[Rows], print_row<Rows>)...};
}

constexpr std::size_t kEngines = 6;

}  // namespace

const std::vector<SqlEngine>& sql_engines() {
  static const std::vector<SqlEngine> rows = {
      {.name = "sqlite",
       .description = "SQLite's SQL",
       .number = "INTEGER",
       .text = "TEXT",
       .cast_number = "INTEGER",
       .cast_text = "TEXT",
       .ways = {{{kFlat, kOneReference},
                 kAllStorages,
                 kAllNestings,
                 kAllKeywords,
                 kAllDuplicates,
                 kAllNegations,
                 kAllAtoms,
                 kAllJoins,
                 kAllHints,
                 kAllStatistics}}},
      {.name = "turso",
       .description = "Turso's SQL",
       .number = "INTEGER",
       .text = "TEXT",
       .cast_number = "INTEGER",
       .cast_text = "TEXT",
       .ways = {{{kFlat, kOneReference},
                 kAllStorages,
                 kAllNestings,
                 kAllKeywords,
                 kAllDuplicates,
                 kAllNegations,
                 kAllAtoms,
                 kAllJoins,
                 kAllHints,
                 kAllStatistics}}},
      {.name = "duckdb",
       .description = "DuckDB's SQL",
       .number = "BIGINT",
       .text = "VARCHAR",
       .cast_number = "BIGINT",
       .cast_text = "VARCHAR",
       .ways = {{{kParenthesised, kInnerWith, kLateral, kOneReference},
                 kAllStorages,
                 kAllNestings,
                 kAllKeywords,
                 kAllDuplicates,
                 kAllNegations,
                 kAllAtoms,
                 kAllJoins,
                 kAllHints,
                 kAllStatistics}}},
      {.name = "postgresql",
       .description = "PostgreSQL's SQL",
       .number = "BIGINT",
       .text = "TEXT",
       .cast_number = "BIGINT",
       .cast_text = "TEXT",
       .ways = {{{kInnerWith, kLateral, kOneReference},
                 kAllStorages,
                 kAllNestings,
                 kAllKeywords,
                 kAllDuplicates,
                 kAllNegations,
                 kAllAtoms,
                 kAllJoins,
                 kAllHints,
                 kAllStatistics}}},
      {.name = "mariadb",
       .description = "MariaDB's SQL",
       .number = "BIGINT",
       .text = "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
       .cast_number = "SIGNED",
       .cast_text = "CHAR(255)",
       .typed_anchor = true,
       .ways = {{{kFlat, kParenthesised, kOneReference},
                 kAllStorages,
                 kAllNestings,
                 kAllKeywords,
                 kAllDuplicates,
                 kAllNegations,
                 kAllAtoms,
                 kAllJoins,
                 {kNoHint},
                 {kNoStatistics, kIndex}}}},
      {.name = "datafusion",
       .description = "DataFusion's SQL",
       .number = "BIGINT",
       .text = "VARCHAR",
       .cast_number = "BIGINT",
       .cast_text = "VARCHAR",
       .ways = {{{kOneReference},
                 {kCte, kTable, kView, kSubquery},
                 kAllNestings,
                 kAllKeywords,
                 kAllDuplicates,
                 kAllNegations,
                 kAllAtoms,
                 kAllJoins,
                 {kNoHint},
                 {kNoStatistics}}}},
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

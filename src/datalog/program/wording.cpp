#include "datalog/program/wording.hpp"

#include <string>

namespace assay::datalog {
namespace {

constexpr unsigned kBits = 4;  // of one digit

unsigned shift_of(Wording wording) { return kBits * static_cast<unsigned>(wording); }

/// "arms = flat", by Wording and way.
const std::vector<std::vector<std::string>>& full_names() {
  static const std::vector<std::vector<std::string>> names = [] {
    std::vector<std::vector<std::string>> made;
    for (const WordingRow& row : wording_rows()) {
      std::vector<std::string>& ways = made.emplace_back();
      for (const std::string_view way : row.ways) ways.push_back(std::string(row.name) + " = " + std::string(way));
    }
    return made;
  }();
  return names;
}

}  // namespace

std::span<const WordingRow> wording_rows() {
  static const std::vector<WordingRow> rows = {
      {Wording::Arms,
       "arms",
       {"plain", "flat", "parenthesised", "inner WITH", "LATERAL", "one reference", "mutual", "nested recursion"}},
      {Wording::Storage,
       "storage",
       {"CTE", "table", "view", "subquery", "maintained view", "table after DELETE", "table after UPDATE",
        "correlated subquery"}},
      {Wording::Nesting, "nesting", {"none", "nested WITH", "shadowed name", "ORDER BY and LIMIT"}},
      {Wording::Keyword, "keyword", {"where needed", "RECURSIVE"}},
      {Wording::Duplicates,
       "duplicates",
       {"UNION", "outer DISTINCT", "GROUP BY", "DISTINCT in each arm", "CYCLE", "SEARCH and CYCLE", "ROW_NUMBER"}},
      {Wording::Negation, "negation", {"NOT EXISTS", "NOT IN", "LEFT JOIN", "count"}},
      {Wording::Atoms, "atoms", {"join", "EXISTS", "IN"}},
      {Wording::Joins, "joins", {"WHERE", "ON"}},
      {Wording::Hint, "hint", {"none", "MATERIALIZED", "NOT MATERIALIZED"}},
      {Wording::Statistics, "statistics", {"none", "index", "index and ANALYZE", "primary key"}},
      {Wording::History,
       "history",
       {"none", "row by row", "extra row deleted", "deleted and inserted again", "rolled back", "updated",
        "failed statement", "transaction", "failed query"}},
      {Wording::Rows, "rows", {"set", "bag", "NULL", "bag with NULL"}, false},
      {Wording::State, "state", {"first", "later"}, false},
      {Wording::Values, "values", {"numbers and text", "booleans", "blobs", "booleans and blobs"}},
      {Wording::Order, "order", {"none", "depth first", "breadth first"}, false},
      {Wording::Names, "names", {"aliases", "own names"}},
  };
  return rows;
}

unsigned way_of(Wordings wordings, Wording wording) {
  return static_cast<unsigned>(wordings >> shift_of(wording)) & ((1U << kBits) - 1);
}

Wordings with_way(Wordings wordings, Wording wording, unsigned way) {
  const Wordings mask = Wordings{(1U << kBits) - 1} << shift_of(wording);
  return (wordings & ~mask) | (Wordings{way} << shift_of(wording) & mask);
}

std::vector<std::string_view> names_of(Wordings wordings) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kWordings; ++i) {
    const std::vector<std::string>& ways = full_names()[i];
    const unsigned way = way_of(wordings, static_cast<Wording>(i));
    if (way > 0 && way < ways.size()) names.emplace_back(ways[way]);
  }
  return names;
}

std::vector<std::string_view> wording_names() {
  std::vector<std::string_view> names;
  for (const std::vector<std::string>& ways : full_names()) names.insert(names.end(), ways.begin() + 1, ways.end());
  return names;
}

}  // namespace assay::datalog

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "datalog/dialect/sql/sql_select.hpp"

namespace assay::datalog::sql {

/// A rule that is one GROUP BY query: `p(g, n) :- e(g, _), n = count : { e(g, x) }`. The aggregate is over the relation
/// of the rule's only atom and grouped by all variables that both atoms have.
struct GroupRule {
  const Atom* grouped = nullptr;  ///< the atom in the aggregate
  const Aggregate* aggregate = nullptr;
  std::vector<Term> groups;
};
/// Nullopt: the rule has another form.
[[nodiscard]] std::optional<GroupRule> group_rule_of(const Rule& rule);
[[nodiscard]] std::string group_query(const Script& script, const Rule& rule, const GroupRule& group,
                                      const std::vector<std::string>& names);

/// Whether the table of the relation's facts is the relation: it has no rules, and is a bag or has no repeated fact.
[[nodiscard]] bool is_table_of_facts(const Program& program, RelationId id);

/// The program for engines that maintain views: a relation that is stored as a maintained view and cannot be one gets
/// the plainest storage, and the others the forms that maintained views may have.
[[nodiscard]] Program with_possible_views(Program program, const SqlEngine& engine);

/// The statements that fill the table of a relation's facts, in the relation's History.
[[nodiscard]] std::string insert_statements(const Script& script, RelationId relation, const std::string& table);

/// The statements that change the table's rows `before` to the rows of a later state.
[[nodiscard]] std::string change_statements(const Script& script, const TableState& state, const std::string& table,
                                            const Tuples& before);

/// The content of a table: facts, or the rows of a definition, which may have NULL in each column.
enum class Holds : std::uint8_t { Facts, Rows };
/// `CREATE TABLE r_p(c0 INTEGER NOT NULL);` with the types of the relation's attributes.
[[nodiscard]] std::string table_statement(const Script& script, RelationId relation, const std::string& table,
                                          Holds holds);

/// The statements that define a maintained view with this query. `tables` are the tables that the query reads.
[[nodiscard]] std::string maintained_view(const Script& script, RelationId relation, const std::string& view,
                                          const std::string& query, const std::vector<std::string>& tables);

}  // namespace assay::datalog::sql

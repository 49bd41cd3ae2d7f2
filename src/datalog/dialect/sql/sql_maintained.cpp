#include "datalog/dialect/sql/sql_maintained.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "datalog/graph/graph.hpp"

namespace assay::datalog::sql {
namespace {

bool has(const std::vector<Term>& terms, const Term& term) {
  return std::find(terms.begin(), terms.end(), term) != terms.end();
}

std::size_t count_in(const Rule& rule, const Term& variable) {
  std::size_t count = 0;
  for_each_term(rule, [&](const Term& term) { count += term == variable ? 1 : 0; });
  return count;
}

/// Whether the two arguments at one position of the atoms are the same variable (which groups), or both free.
bool fits(const Rule& rule, const Term& outer, const Term& inner, const Term& target, std::vector<Term>& groups) {
  if (outer.is_variable() && outer == inner) {
    if (has(groups, outer)) return false;
    groups.push_back(outer);
    return true;
  }
  const bool outer_is_free = outer.is_wildcard() || (outer.is_variable() && count_in(rule, outer) == 1);
  const std::size_t uses = inner == target ? 2 : 1;
  return outer_is_free && inner.is_variable() && count_in(rule, inner) == uses;
}

}  // namespace

std::optional<GroupRule> group_rule_of(const Rule& rule) {
  GroupRule group;
  const Atom* outer = nullptr;
  for (const Literal& literal : rule.body) {
    if (const auto* atom = std::get_if<Atom>(&literal)) outer = outer == nullptr && !atom->negated ? atom : nullptr;
    if (const auto* aggregate = std::get_if<Aggregate>(&literal)) group.aggregate = aggregate;
  }
  if (rule.body.size() != 2 || outer == nullptr || group.aggregate == nullptr) return std::nullopt;
  const Aggregate& aggregate = *group.aggregate;
  if (aggregate.atoms.size() != 1 || !aggregate.comparisons.empty() || !aggregate.result.is_variable())
    return std::nullopt;
  group.grouped = aggregate.atoms.data();
  if (group.grouped->negated || group.grouped->relation != outer->relation) return std::nullopt;
  for (std::size_t i = 0; i < outer->arguments.size(); ++i)
    if (!fits(rule, outer->arguments[i], group.grouped->arguments[i], aggregate.target, group.groups))
      return std::nullopt;
  const Terms& head = rule.heads.front().arguments;
  const auto in_head = [&](const Term& term) { return std::find(head.begin(), head.end(), term) != head.end(); };
  if (group.groups.empty() || !std::all_of(group.groups.begin(), group.groups.end(), in_head)) return std::nullopt;
  const bool bound = std::all_of(head.begin(), head.end(), [&](const Term& term) {
    return term.is_constant() || term == aggregate.result || has(group.groups, term);
  });
  return bound ? std::optional(group) : std::nullopt;
}

std::string group_query(const Script& script, const Rule& rule, const GroupRule& group,
                        const std::vector<std::string>& names) {
  const Source& source = script.source(group.grouped->relation);
  const auto column = [&](const Term& term) {
    const Terms& arguments = group.grouped->arguments;
    const auto at = std::find(arguments.begin(), arguments.end(), term) - arguments.begin();
    return "t0." + source.columns[static_cast<std::size_t>(at)];
  };
  static constexpr std::string_view kFunctions[] = {"COUNT", "SUM", "MIN", "MAX"};
  const Aggregate& aggregate = *group.aggregate;
  const bool counts = aggregate.aggregator == Aggregator::Count;
  const std::string result = std::string(kFunctions[static_cast<std::size_t>(aggregate.aggregator)]) + "(" +
                             (counts ? "*" : column(aggregate.target)) + ")";
  std::vector<std::string> selected;
  const Terms& head = rule.heads.front().arguments;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const std::string value = head[i].is_constant()         ? script.typed(head[i])
                              : head[i] == aggregate.result ? result
                                                            : column(head[i]);
    selected.push_back(value + " AS " + names[i]);
  }
  std::vector<std::string> grouped;
  for (const Term& term : group.groups) grouped.push_back(column(term));
  return "SELECT " + joined(selected) + " FROM " + source.table + " AS t0 GROUP BY " + joined(grouped);
}

namespace {

/// Whether engines can maintain a view for the rule: a join of tables and views, or one GROUP BY.
bool can_be_view(const Rule& rule) {
  if (group_rule_of(rule)) return true;
  bool any = false;
  for (const Literal& literal : rule.body) {
    const auto* atom = std::get_if<Atom>(&literal);
    if ((atom != nullptr && atom->negated) || std::holds_alternative<Aggregate>(literal)) return false;
    any = any || atom != nullptr;
  }
  return any;
}

}  // namespace

bool is_table_of_facts(const Program& program, RelationId id) {
  if (std::any_of(program.rules.begin(), program.rules.end(),
                  [id](const Rule& rule) { return rule.heads.front().relation == id; }))
    return false;
  const auto is_set = [](Tuples facts) {
    const std::size_t before = facts.count;
    facts.sort();
    return facts.count == before;
  };
  const std::vector<TableState> states = table_states(program);
  return keeps_duplicates(program.relations[id]) ||
         (is_set(program.relations[id].facts) &&
          std::all_of(states.begin(), states.end(), [&](const TableState& state) {
            return state.table != id || is_set(program.relations[state.rows].facts);
          }));
}

Program with_possible_views(Program program, const SqlEngine& engine) {
  const PrecedenceGraph graph(program);
  std::vector<bool> readable(program.relations.size(), true);  // tables of facts, and maintained views
  for (RelationId id = 0; id < readable.size(); ++id) readable[id] = is_table_of_facts(program, id);
  for (std::size_t i = 0; i < graph.component_count(); ++i) {
    for (const RelationId id : graph.component(i)) {
      Wordings& wordings = program.relations[id].wordings;
      if (readable[id] || used_way(engine, wordings, Wording::Storage) != kMaintainedView) continue;
      bool possible = !graph.recursive(id);
      for (const Rule& rule : program.rules) {
        if (rule.heads.front().relation != id) continue;
        possible = possible && can_be_view(rule) && !(group_rule_of(rule) && keeps_duplicates(program.relations[id]));
        for_each_body_atom(rule, [&](const Atom& atom) { possible = possible && readable[atom.relation]; });
      }
      wordings = with_way(wordings, Wording::Storage, possible ? kMaintainedView : kCte);
      if (!possible) continue;
      readable[id] = true;
      wordings = with_way(with_way(wordings, Wording::Joins, kOn), Wording::Atoms, kJoined);
      wordings = with_way(wordings, Wording::Duplicates, kUnion);
    }
  }
  return program;
}

namespace {

std::vector<Value> row_of(const Tuples& facts, std::size_t row) {
  return {facts.row(row), facts.row(row) + facts.arity};
}

/// Whether a fact of the relation, or of a later state, has NULL in the column.
bool has_null(const Script& script, RelationId id, std::size_t column) {
  const auto has = [&](RelationId rows) {
    const Relation& relation = script.program().relations[rows];
    for (std::size_t i = 0; i < relation.facts.count; ++i)
      if (script.is_null(relation.facts.row(i)[column], relation.attributes[column].type)) return true;
    return false;
  };
  return has(id) || std::any_of(script.states().begin(), script.states().end(),
                                [&](const TableState& state) { return state.table == id && has(state.rows); });
}

/// Whether a column of the table of facts refuses NULL.
bool has_required_column(const Script& script, RelationId id) {
  for (std::size_t column = 0; column < script.program().relations[id].arity(); ++column)
    if (!has_null(script, id, column)) return true;
  return false;
}

std::string values_of(const Script& script, const Relation& relation, const std::vector<Value>& row) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < row.size(); ++i)
    values.push_back(script.literal(Term::constant(row[i], relation.attributes[i].type)));
  return joined(values);
}

std::string column_is(const Script& script, const Relation& relation, std::size_t column, Value value) {
  const Type type = relation.attributes[column].type;
  return "c" + std::to_string(column) +
         (script.is_null(value, type) ? " IS NULL" : " = " + script.literal(Term::constant(value, type)));
}

std::string where_row(const Script& script, const Relation& relation, const std::vector<Value>& row) {
  std::vector<std::string> equalities;
  for (std::size_t i = 0; i < row.size(); ++i) equalities.push_back(column_is(script, relation, i, row[i]));
  return " WHERE " + joined(equalities, " AND ");
}

std::string delete_row(const Script& script, const Relation& relation, const std::string& table,
                       const std::vector<Value>& row) {
  return "DELETE FROM " + table + where_row(script, relation, row) + ";\n";
}

std::string update_row(const Script& script, const Relation& relation, const std::string& table,
                       const std::vector<Value>& before, const std::vector<Value>& after) {
  std::vector<std::string> assignments;
  for (std::size_t i = 0; i < after.size(); ++i)
    assignments.push_back("c" + std::to_string(i) + " = " +
                          script.literal(Term::constant(after[i], relation.attributes[i].type)));
  return "UPDATE " + table + " SET " + joined(assignments) + where_row(script, relation, before) + ";\n";
}

bool has_row(const Tuples& rows, const std::vector<Value>& row) {
  for (std::size_t i = 0; i < rows.count; ++i)
    if (row_of(rows, i) == row) return true;
  return false;
}

/// A row that differs from the first of `rows` in one number. Nullopt: there is none that `rows` lack.
std::optional<std::vector<Value>> extra_row(const Relation& relation, const Tuples& rows) {
  if (rows.empty()) return std::nullopt;
  std::vector<Value> row = row_of(rows, 0);
  for (std::size_t i = row.size(); i-- > 0;) {
    if (relation.attributes[i].type != Type::Number) continue;
    row[i] = row[i] == kNull ? 0 : row[i] > 0 ? row[i] - 1 : row[i] + 1;
    return has_row(rows, row) ? std::nullopt : std::optional(row);
  }
  return std::nullopt;
}

/// `INSERT INTO t VALUES (1), (2);` for the rows, `rows_per_statement` in each.
std::string inserts(const Script& script, const Relation& relation, const std::string& table,
                    const std::vector<std::vector<Value>>& rows, std::size_t rows_per_statement) {
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += i % rows_per_statement == 0 ? "INSERT INTO " + table + " VALUES (" : "), (";
    out += values_of(script, relation, rows[i]);
    if (i + 1 == rows.size() || (i + 1) % rows_per_statement == 0) out += ");\n";
  }
  return out;
}

/// Whether all columns of the table of facts are its primary key. Histories insert rows that differ from others in one
/// column, so fewer columns would be no key.
bool is_keyed(const Script& script, RelationId id) {
  const Relation& relation = script.program().relations[id];
  bool keyed = script.way(id, Wording::Statistics) == kPrimaryKey && !keeps_duplicates(relation) &&
               is_table_of_facts(script.program(), id);
  for (std::size_t i = 0; i < relation.arity(); ++i) keyed = keyed && !has_null(script, id, i);
  return keyed;
}

/// A statement that inserts the row and then fails, so that it must insert nothing. (NULL in a key of one column is the
/// next number in SQLite.)
std::string failing_insert(const Script& script, RelationId id, const std::string& table,
                           const std::vector<Value>& row) {
  const std::string values = values_of(script, script.program().relations[id], row);
  const std::string refused = is_keyed(script, id) ? values : joined(std::vector<std::string>(row.size(), "NULL"));
  return "/* must fail */ INSERT INTO " + table + " SELECT " + values + " UNION ALL SELECT " + refused + ";\n";
}

std::string failing_query(const Script& script) {
  return "/* must fail */ " + std::string(script.engine().failing_query) + ";\n";
}

}  // namespace

std::string insert_statements(const Script& script, RelationId id, const std::string& table) {
  constexpr std::size_t kRowsPerInsert = 100;
  const Relation& relation = script.program().relations[id];
  std::vector<std::vector<Value>> rows;
  for (std::size_t i = 0; i < relation.facts.count; ++i) rows.push_back(row_of(relation.facts, i));
  unsigned way = script.way(id, Wording::History);
  const std::optional<std::vector<Value>> extra = extra_row(relation, relation.facts);
  if (way > kRowByRow && way < kTransaction && !extra) way = kNoHistory;
  if (way == kFailedStatement && !has_required_column(script, id)) way = kNoHistory;
  const std::size_t per_statement = way == kRowByRow ? 1 : kRowsPerInsert;
  if (way == kUpdated) {
    const std::vector<Value> first = rows.front();
    std::vector<std::vector<Value>> before = rows;
    before.front() = *extra;
    return inserts(script, relation, table, before, per_statement) + update_row(script, relation, table, *extra, first);
  }
  const std::string all = inserts(script, relation, table, rows, per_statement);
  const std::string one_more = inserts(script, relation, table, {extra.value_or(std::vector<Value>())}, 1);
  switch (way) {
    case kExtraRowDeleted: return one_more + all + delete_row(script, relation, table, *extra);
    case kDeletedAndInserted: {
      const std::size_t last = relation.arity() - 1;
      const Value value = rows.back()[last];
      std::vector<std::vector<Value>> again;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(again),
                   [&](const std::vector<Value>& row) { return row[last] == value; });
      return all + "DELETE FROM " + table + " WHERE " + column_is(script, relation, last, value) + ";\n" +
             inserts(script, relation, table, again, 1);
    }
    case kRolledBack: return all + "BEGIN;\n" + one_more + "DELETE FROM " + table + " WHERE 1 = 1;\nROLLBACK;\n";
    case kFailedStatement: return failing_insert(script, id, table, *extra) + all;
    case kTransaction: return "BEGIN;\n" + all + "COMMIT;\n";
    case kFailedQuery: return all + failing_query(script);
    default: return all;
  }
}

namespace {

/// The difference between two contents of a table, as the statements that make it need it.
struct Difference {
  std::vector<std::vector<Value>> deleted;   ///< distinct; DELETE removes all copies
  std::vector<std::vector<Value>> inserted;  ///< with the copies that a DELETE must not have removed
};

std::uint64_t copies(const Tuples& rows, const std::vector<Value>& row) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < rows.count; ++i) count += row_of(rows, i) == row ? 1 : 0;
  return count;
}

Difference difference_of(const Tuples& before, const Tuples& after) {
  Difference result;
  const Tuples gone = difference(before, after);
  const Tuples more = difference(after, before);
  for (std::size_t i = 0; i < more.count; ++i) result.inserted.push_back(row_of(more, i));
  for (std::size_t i = 0; i < gone.count; ++i) {
    const std::vector<Value> row = row_of(gone, i);
    if (!result.deleted.empty() && result.deleted.back() == row) continue;
    result.deleted.push_back(row);
    result.inserted.insert(result.inserted.end(), copies(after, row), row);
  }
  return result;
}

/// Deletes the rows one by one, or all rows with the same last value at once if `grouped` and possible.
std::string deletes(const Script& script, const Relation& relation, const std::string& table,
                    const std::vector<std::vector<Value>>& rows, const Tuples& before, bool grouped) {
  std::string out;
  const std::size_t last = relation.arity() - 1;
  std::vector<Value> done;
  for (const std::vector<Value>& row : rows) {
    if (std::find(done.begin(), done.end(), row[last]) != done.end()) continue;
    bool all = grouped;
    for (std::size_t i = 0; all && i < before.count; ++i)
      all = before.row(i)[last] != row[last] || std::find(rows.begin(), rows.end(), row_of(before, i)) != rows.end();
    if (all) done.push_back(row[last]);
    out += all ? "DELETE FROM " + table + " WHERE " + column_is(script, relation, last, row[last]) + ";\n"
               : delete_row(script, relation, table, row);
  }
  return out;
}

}  // namespace

std::string change_statements(const Script& script, const TableState& state, const std::string& table,
                              const Tuples& before) {
  constexpr std::size_t kRowsPerInsert = 100;
  const Relation& relation = script.program().relations[state.table];
  Tuples old = before;
  Tuples now = script.program().relations[state.rows].facts;
  old.sort_as_bag();
  now.sort_as_bag();
  Difference change = difference_of(old, now);
  const unsigned way = script.way(state.rows, Wording::History);
  std::string update;
  if (way == kUpdated && !change.deleted.empty() && !change.inserted.empty()) {
    const std::vector<Value> from = change.deleted.front();
    const std::vector<Value> to = change.inserted.front();
    const std::uint64_t count = copies(old, from);
    if (copies(now, from) == 0 && copies(old, to) == 0 && copies(now, to) == count) {
      update = update_row(script, relation, table, from, to);
      change.deleted.erase(change.deleted.begin());
      std::erase(change.inserted, to);
    }
  }
  const std::string core = update + deletes(script, relation, table, change.deleted, old, way == kNoHistory) +
                           inserts(script, relation, table, change.inserted, way == kRowByRow ? 1 : kRowsPerInsert);
  if (way == kTransaction) return "BEGIN;\n" + core + "COMMIT;\n";
  if (way == kFailedQuery) return core + failing_query(script);
  if (way == kRolledBack) return "BEGIN;\n" + core + "ROLLBACK;\n" + core;
  Tuples both = old;
  for (std::size_t i = 0; i < now.count; ++i) both.add(now.row(i));
  const std::optional<std::vector<Value>> extra = extra_row(relation, both);
  if (way == kExtraRowDeleted && extra)
    return inserts(script, relation, table, {*extra}, 1) + core + delete_row(script, relation, table, *extra);
  if (way == kFailedStatement && extra && has_required_column(script, state.table))
    return failing_insert(script, state.table, table, *extra) + core;
  if (way == kDeletedAndInserted && now.count > 0) {
    const std::vector<Value> row = row_of(now, now.count - 1);
    const std::vector<std::vector<Value>> again(copies(now, row), row);
    return core + delete_row(script, relation, table, row) + inserts(script, relation, table, again, 1);
  }
  return core;
}

std::string table_statement(const Script& script, RelationId id, const std::string& table, Holds holds) {
  std::vector<std::string> columns;
  for (const Attribute& attribute : script.program().relations[id].attributes) {
    const bool nullable = holds == Holds::Facts ? has_null(script, id, columns.size()) : script.has_sql_meaning();
    columns.push_back("c" + std::to_string(columns.size()) + " " +
                      std::string(script.column_type(attribute.type).declared) + (nullable ? "" : " NOT NULL"));
  }
  if (holds == Holds::Facts && is_keyed(script, id)) {
    std::vector<std::string> key;
    for (std::size_t i = 0; i < columns.size(); ++i) key.push_back("c" + std::to_string(i));
    columns.push_back("PRIMARY KEY(" + joined(key) + ")");
  }
  return "CREATE TABLE " + table + "(" + joined(columns) + ");\n";
}

std::string maintained_view(const Script& script, RelationId id, const std::string& view, const std::string& query,
                            const std::vector<std::string>& tables) {
  if (script.engine().maintenance != Maintenance::Triggers)
    return "CREATE MATERIALIZED VIEW " + view + " AS " + query + ";\n";
  std::string out = table_statement(script, id, view, Holds::Rows);
  for (const std::string& table : tables)
    for (const char* event : {"INSERT", "UPDATE", "DELETE"})
      out += "CREATE TRIGGER " + view + "_" + table + "_" + event + " AFTER " + event + " ON " + table +
             " BEGIN DELETE FROM " + view + "; INSERT INTO " + view + " " + query + "; END;\n";
  return out;
}

}  // namespace assay::datalog::sql

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

bool is_set(Tuples facts) {
  const std::size_t before = facts.count;
  facts.sort();
  return facts.count == before;
}

}  // namespace

Program with_possible_views(Program program, const SqlEngine& engine) {
  const PrecedenceGraph graph(program);
  std::vector<bool> readable(program.relations.size(), true);  // tables of facts, and maintained views
  for (const Rule& rule : program.rules) readable[rule.heads.front().relation] = false;
  for (RelationId id = 0; id < readable.size(); ++id)
    readable[id] = readable[id] && is_set(program.relations[id].facts);
  for (std::size_t i = 0; i < graph.component_count(); ++i) {
    for (const RelationId id : graph.component(i)) {
      Wordings& wordings = program.relations[id].wordings;
      if (readable[id] || used_way(engine, wordings, Wording::Storage) != kMaintainedView) continue;
      bool possible = !graph.recursive(id);
      for (const Rule& rule : program.rules) {
        if (rule.heads.front().relation != id) continue;
        possible = possible && can_be_view(rule);
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

std::string values_of(const Script& script, const Relation& relation, const std::vector<Value>& row) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < row.size(); ++i)
    values.push_back(script.literal(Term::constant(row[i], relation.attributes[i].type)));
  return joined(values);
}

std::string row_condition(const Script& script, const Relation& relation, const std::vector<Value>& row,
                          std::string_view between) {
  std::vector<std::string> equalities;
  for (std::size_t i = 0; i < row.size(); ++i)
    equalities.push_back("c" + std::to_string(i) + " = " +
                         script.literal(Term::constant(row[i], relation.attributes[i].type)));
  return joined(equalities, between);
}

/// A row that differs from the first fact in one number. Nullopt: there is none that is no fact.
std::optional<std::vector<Value>> extra_row(const Relation& relation) {
  if (relation.facts.empty()) return std::nullopt;
  std::vector<Value> row = row_of(relation.facts, 0);
  for (std::size_t i = row.size(); i-- > 0;) {
    if (relation.attributes[i].type != Type::Number) continue;
    row[i] = row[i] > 0 ? row[i] - 1 : row[i] + 1;
    for (std::size_t fact = 0; fact < relation.facts.count; ++fact)
      if (row_of(relation.facts, fact) == row) return std::nullopt;
    return row;
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

/// A statement that inserts the row and then fails, so that it must insert nothing.
std::string failing_insert(const Script& script, const Relation& relation, const std::string& table,
                           const std::vector<Value>& row) {
  std::vector<std::string> nulls(row.size(), "NULL");
  return "/* must fail */ INSERT INTO " + table + " SELECT " + values_of(script, relation, row) + " UNION ALL SELECT " +
         joined(nulls) + ";\n";
}

}  // namespace

std::string insert_statements(const Script& script, RelationId id, const std::string& table) {
  constexpr std::size_t kRowsPerInsert = 100;
  const Relation& relation = script.program().relations[id];
  std::vector<std::vector<Value>> rows;
  for (std::size_t i = 0; i < relation.facts.count; ++i) rows.push_back(row_of(relation.facts, i));
  unsigned way = script.way(id, Wording::History);
  const std::optional<std::vector<Value>> extra = extra_row(relation);
  if (way > kRowByRow && !extra) way = kNoHistory;
  const std::size_t per_statement = way == kRowByRow ? 1 : kRowsPerInsert;
  if (way == kUpdated) {
    const std::vector<Value> first = rows.front();
    std::vector<std::vector<Value>> before = rows;
    before.front() = *extra;
    return inserts(script, relation, table, before, per_statement) + "UPDATE " + table + " SET " +
           row_condition(script, relation, first, ", ") + " WHERE " + row_condition(script, relation, *extra, " AND ") +
           ";\n";
  }
  const std::string all = inserts(script, relation, table, rows, per_statement);
  const std::string one_more = inserts(script, relation, table, {extra.value_or(std::vector<Value>())}, 1);
  switch (way) {
    case kExtraRowDeleted:
      return one_more + all + "DELETE FROM " + table + " WHERE " + row_condition(script, relation, *extra, " AND ") +
             ";\n";
    case kDeletedAndInserted: {
      const std::size_t last = relation.arity() - 1;
      const Value value = rows.back()[last];
      std::vector<std::vector<Value>> again;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(again),
                   [&](const std::vector<Value>& row) { return row[last] == value; });
      return all + "DELETE FROM " + table + " WHERE c" + std::to_string(last) + " = " +
             script.literal(Term::constant(value, relation.attributes[last].type)) + ";\n" +
             inserts(script, relation, table, again, 1);
    }
    case kRolledBack: return all + "BEGIN;\n" + one_more + "DELETE FROM " + table + " WHERE 1 = 1;\nROLLBACK;\n";
    case kFailedStatement: return failing_insert(script, relation, table, *extra) + all;
    default: return all;
  }
}

std::string table_statement(const Script& script, RelationId id, const std::string& table) {
  std::vector<std::string> columns;
  for (const Attribute& attribute : script.program().relations[id].attributes) {
    const bool text = attribute.type == Type::Symbol;
    columns.push_back("c" + std::to_string(columns.size()) + " " +
                      std::string(text ? script.engine().text : script.engine().number) + " NOT NULL");
  }
  return "CREATE TABLE " + table + "(" + joined(columns) + ");\n";
}

std::string maintained_view(const Script& script, RelationId id, const std::string& view, const std::string& query,
                            const std::vector<std::string>& tables) {
  if (script.engine().maintenance != Maintenance::Triggers)
    return "CREATE MATERIALIZED VIEW " + view + " AS " + query + ";\n";
  std::string out = table_statement(script, id, view);
  for (const std::string& table : tables)
    for (const char* event : {"INSERT", "UPDATE", "DELETE"})
      out += "CREATE TRIGGER " + view + "_" + table + "_" + event + " AFTER " + event + " ON " + table +
             " BEGIN DELETE FROM " + view + "; INSERT INTO " + view + " " + query + "; END;\n";
  return out;
}

}  // namespace assay::datalog::sql

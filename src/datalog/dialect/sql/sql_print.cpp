#include <algorithm>
#include <set>
#include <utility>

#include "datalog/dialect/sql/sql_maintained.hpp"
#include "datalog/dialect/sql/sql_recursion.hpp"
#include "datalog/graph/recursion.hpp"

namespace assay::datalog::sql {
namespace {

/// Maximum size of a query that is written again at each use. Longer ones become members of the WITH list.
constexpr std::size_t kMaxSubqueryBytes = 3000;

/// Maximum number of table references that the expansion of a definition may have. A larger definition is stored in a
/// table, because engines expand views and members of WITH lists at each use, and some limit the size of the result.
constexpr std::size_t kMaxExpandedReferences = 60;

/// A LIMIT that keeps all rows.
constexpr const char* kMoreThanAllRows = "1000000";

/// How a relation is defined.
struct Definition {
  unsigned storage = kCte;
  std::vector<Member> members;   ///< the relation's own members of a WITH list, in order
  std::string select;            ///< the query over `members`
  std::vector<RelationId> uses;  ///< relations that the definition names, once for each atom
  std::string correlated = {};   ///< Source::correlated
  std::size_t correlated_column = 0;
  std::size_t references = 0;  ///< number of table references in the expanded definition; 0 for a table
};

/// Triggers read tables and views, but no members of WITH lists: the relations that rules with several atoms of their
/// component use are stored as tables.
Program with_tables_for_triggers(Program program, const SqlEngine& engine) {
  if (engine.non_linear != NonLinear::Triggers || !recursion_of(program).non_linear) return program;
  const PrecedenceGraph graph(program);
  for (const Rule& rule : program.rules) {
    if (!graph.recursive(rule.heads.front().relation)) continue;
    for_each_body_atom(rule, [&](const Atom& atom) {
      Wordings& wordings = program.relations[atom.relation].wordings;
      if (used_way(engine, wordings, Wording::Storage) != kMaintainedView)
        wordings = with_way(wordings, Wording::Storage, kTable);
    });
  }
  return program;
}

class ScriptPrinter {
 public:
  ScriptPrinter(const Program& program, const SqlEngine& engine)
      : program_(with_tables_for_triggers(with_possible_views(with_booleans(program, engine), engine), engine)),
        script_(program_, engine),
        graph_(program_),
        definitions_(program_.relations.size()) {}

  std::string print() {
    set_sources();
    if (script_.engine().typed_anchor) write_typed();
    if (recursion_of(program_).non_linear) {
      if (script_.engine().non_linear == NonLinear::Switch) tables_ += "SET standard_compliant_cte=0;\n";
      if (script_.engine().non_linear == NonLinear::Triggers) tables_ += "PRAGMA recursive_triggers=ON;\n";
    }
    for (RelationId id = 0; id < program_.relations.size(); ++id) write_facts(id);
    for (std::size_t i = 0; i < graph_.component_count(); ++i) write_component(graph_.component(i));
    for (RelationId id = 0; id < program_.relations.size(); ++id)
      if (program_.relations[id].is_output && !is_state(id)) write_query(id, {});
    write_states();
    return tables_ + views_ + facts_ + out_;
  }

 private:
  /// The table without rows that gives anchors the types of their columns.
  void write_typed() {
    std::vector<std::string> columns;
    for (const Type type : {Type::Number, Type::Symbol, Type::Bool}) {
      const bool used = std::any_of(program_.relations.begin(), program_.relations.end(), [type](const Relation& it) {
        return std::any_of(it.attributes.begin(), it.attributes.end(),
                           [type](const Attribute& attribute) { return attribute.type == type; });
      });
      if (type != Type::Bool || used)
        columns.push_back(std::string(letter(type)) + " " + std::string(script_.column_type(type).declared) +
                          (script_.has_sql_meaning() ? "" : " NOT NULL"));
    }
    tables_ += "CREATE TABLE typed(" + joined(columns) + ");\n";
  }

  [[nodiscard]] std::string table(RelationId id) const { return "r_" + program_.relations[id].name; }
  [[nodiscard]] bool is_table_of_facts(RelationId id) const { return sql::is_table_of_facts(program_, id); }
  /// Whether the relation holds the rows of a table at a later time.
  [[nodiscard]] bool is_state(RelationId id) const {
    return std::any_of(script_.states().begin(), script_.states().end(),
                       [id](const TableState& state) { return state.rows == id; });
  }

  /// The changes of tables, with the queries of each time.
  void write_states() {
    std::vector<const Tuples*> rows;
    for (const Relation& relation : program_.relations) rows.push_back(&relation.facts);
    for (auto state = script_.states().begin(); state != script_.states().end();) {
      const unsigned time = state->time;
      std::vector<bool> changed(program_.relations.size(), false);
      for (; state != script_.states().end() && state->time == time; ++state) {
        const std::string name =
            is_table_of_facts(state->table) ? table(state->table) : facts_table(script_, state->table);
        out_ += change_statements(script_, *state, name, *rows[state->table]);
        rows[state->table] = &program_.relations[state->rows].facts;
        changed[state->table] = true;
      }
      for (const TableState& any : script_.states()) affected_.insert(any.table);
      const auto depends = [&](RelationId id) {
        return std::any_of(affected_.begin(), affected_.end(),
                           [&](RelationId from) { return graph_.reaches(from, id); });
      };
      for (const auto& [id, statements] : refresh_)
        if (depends(id)) out_ += statements;
      const std::string suffix = "__" + std::to_string(time);
      for (RelationId id = 0; id < program_.relations.size(); ++id)
        if (program_.relations[id].is_output && (affected_.count(id) > 0 ? changed[id] : depends(id)))
          write_query(id, suffix);
    }
  }

  void set_sources() {
    std::vector<Source> sources;
    for (RelationId id = 0; id < program_.relations.size(); ++id)
      sources.push_back({table(id), numbered_columns(program_.relations[id].arity()), {}});
    script_.set_sources(std::move(sources));
  }

  void write_statistics(const std::string& name, RelationId id, std::string& out) {
    const unsigned way = script_.way(id, Wording::Statistics);
    const std::size_t last = program_.relations[id].arity() - 1;
    if (way == kIndex || way == kIndexAndAnalyze)
      out_ += "CREATE INDEX i_" + name + " ON " + name + "(c" + std::to_string(last) + ");\n";
    if (way == kIndexAndAnalyze) out += "ANALYZE;\n";
  }

  void write_facts(RelationId id) {
    if (is_state(id)) return;
    const bool is_relation = is_table_of_facts(id);
    const bool changes = std::any_of(script_.states().begin(), script_.states().end(),
                                     [id](const TableState& state) { return state.table == id; });
    if (program_.relations[id].facts.empty() && !is_relation && !changes) return;
    const std::string name = is_relation ? table(id) : facts_table(script_, id);
    tables_ += table_statement(script_, id, name, Holds::Facts);
    facts_ += insert_statements(script_, id, name);
    write_statistics(name, id, facts_);
  }

  void write_component(std::span<const RelationId> relations) {
    if (relations.size() == 1 && is_table_of_facts(relations.front())) {
      definitions_[relations.front()].storage = kTable;
      return;
    }
    if (is_state(relations.front())) return;
    if (script_.engine().non_linear == NonLinear::Triggers && graph_.recursive(relations.front()) &&
        RecursiveComponent(script_, graph_, relations).is_non_linear())
      return define_by_triggers(relations);
    std::vector<RelationId> uses;
    for (const Rule& rule : program_.rules) {
      if (graph_.component_of(rule.heads.front().relation) != graph_.component_of(relations.front())) continue;
      for_each_body_atom(rule, [&](const Atom& atom) {
        if (graph_.component_of(atom.relation) != graph_.component_of(relations.front())) uses.push_back(atom.relation);
      });
    }
    std::size_t references = relations.size();
    for (const RelationId used : uses) references += 1 + definitions_[used].references;
    for (const RelationId id : relations) {
      definitions_[id].uses = uses;
      const bool maintained = script_.way(id, Wording::Storage) == kMaintainedView;
      const bool large = !maintained && references > kMaxExpandedReferences;
      definitions_[id].storage = large ? static_cast<unsigned>(kTable) : script_.way(id, Wording::Storage);
      if (definitions_[id].storage != kTable && !maintained) definitions_[id].references = references;
    }
    const std::optional<RelationId> searched = searched_by(program_, relations.front());
    if (searched && script_.engine().search && graph_.recursive(*searched)) {
      define_search(relations.front(), *searched);
    } else if (std::vector<Member> members = members_of(relations); !members.empty()) {
      for (const RelationId id : relations) definitions_[id].members = members;
    } else if (graph_.recursive(relations.front())) {
      define_recursive(relations);
    } else {
      define_plain(relations.front());
    }
    for (const RelationId id : relations) store(id);
  }

  void define_by_triggers(std::span<const RelationId> relations) {
    for (const RelationId id : relations) {
      definitions_[id].storage = kTable;
      std::string statement = table_statement(script_, id, table(id), Holds::Rows);
      statement.insert(statement.rfind(')'),
                       ", PRIMARY KEY(" + joined(numbered_columns(program_.relations[id].arity())) + ")");
      out_ += statement;
    }
    out_ += RecursiveComponent(script_, graph_, relations).trigger_statements();
  }

  void define_recursive(std::span<const RelationId> relations) {
    const RecursiveComponent component(script_, graph_, relations);
    const RelationId first = relations.front();
    const bool alone = relations.size() == 1 && definitions_[first].storage == kCte && !component.needs_distinct();
    const std::string name = alone ? table(first) : "w_" + program_.relations[first].name;
    const bool using_key = script_.engine().non_linear == NonLinear::UsingKey && component.is_non_linear();
    Member member{name, component.layout().names, {}, true, script_.way(first, Wording::Hint), using_key};
    if (component.walks_paths()) {
      const std::string columns = joined(component.layout().names);
      if (script_.way(first, Wording::Duplicates) == kSearch)
        member.clauses = " SEARCH DEPTH FIRST BY " + columns + " SET place";
      member.clauses += " CYCLE " + columns + " SET is_cycle USING path";
    }
    Member restricted = member;
    nest(member, first, [&](const std::string& self) { return component.body(self); });
    for (const RelationId id : relations) {
      const Source source = component.source(id, name);
      definitions_[id].members = {member};
      definitions_[id].select =
          (component.needs_distinct() ? "SELECT DISTINCT " : "SELECT ") + joined(source.columns) + " FROM " + name;
      if (source.tag) definitions_[id].select += " WHERE tag = " + std::to_string(*source.tag);
    }
    if (const auto column = component.kept_column();
        column && definitions_[first].storage == kCorrelated && !component.needs_distinct()) {
      nest(restricted, first, [&](const std::string& self) { return component.body(self, column); });
      definitions_[first].correlated = "(" + with_list({restricted}, false) + definitions_[first].select + ")";
      definitions_[first].correlated_column = *column;
    }
  }

  /// The rows of a recursive relation in an order of search.
  void define_search(RelationId id, RelationId searched) {
    const RecursiveComponent component(script_, graph_, graph_.component(graph_.component_of(searched)));
    const std::vector<std::string>& names = component.layout().names;
    const std::string columns = joined(names);
    const std::string name = "w_" + program_.relations[id].name;
    const bool deep = way_of(program_.relations[id].wordings, Wording::Order) == kDepthFirst;
    Member member{name, names, component.walk(name), true};
    member.clauses = std::string(deep ? " SEARCH DEPTH" : " SEARCH BREADTH") + " FIRST BY " + columns +
                     " SET place CYCLE " + columns + " SET is_cycle USING path";
    Definition& definition = definitions_[id];
    definition.members = {member};
    definition.select = "SELECT DISTINCT " + columns + ", DENSE_RANK() OVER (ORDER BY place) AS c" +
                        std::to_string(names.size()) + " FROM " + name;
    const std::vector<RelationId>& more = definitions_[searched].uses;
    definition.uses.insert(definition.uses.end(), more.begin(), more.end());
  }

  /// The members of a component of several relations whose wordings ask for one member each. Empty: they do not.
  [[nodiscard]] std::vector<Member> members_of(std::span<const RelationId> relations) const {
    const unsigned way = script_.way(relations.front(), Wording::Arms);
    if (relations.size() < 2 || (way != kMutual && way != kNestedRecursion)) return {};
    const bool plain = std::all_of(relations.begin(), relations.end(), [&](RelationId id) {
      return definitions_[id].storage == kCte && !keeps_duplicates(program_.relations[id]);
    });
    if (!plain) return {};
    const RecursiveComponent component(script_, graph_, relations);
    return way == kMutual ? component.mutual_members() : component.nested_members();
  }

  void define_plain(RelationId id) {
    definitions_[id].select = plain_query(id);
    if (definitions_[id].storage != kCte) return;
    Member member{
        table(id), numbered_columns(program_.relations[id].arity()), {}, false, script_.way(id, Wording::Hint), false};
    nest(member, id, [&](const std::string&) { return definitions_[id].select; });
    definitions_[id].members = {member};
  }

  /// The query of a relation that does not depend on itself.
  std::string plain_query(RelationId id) {
    const Relation& relation = program_.relations[id];
    const std::vector<std::string> columns = numbered_columns(relation.arity());
    const unsigned way = script_.way(id, Wording::Duplicates);
    const bool bag = keeps_duplicates(relation);
    std::vector<std::string> arms;
    const auto rules = std::count_if(program_.rules.begin(), program_.rules.end(),
                                     [id](const Rule& rule) { return rule.heads.front().relation == id; });
    const bool several = rules + (relation.facts.empty() ? 0 : 1) > 1;
    const bool distinct = !bag && (way == kDistinctArms || (way == kUnion && !several));
    if (!relation.facts.empty())
      arms.push_back((distinct ? "SELECT DISTINCT " : "SELECT ") + joined(columns) + " FROM " +
                     facts_table(script_, id));
    for (const Rule& rule : program_.rules) {
      if (rule.heads.front().relation != id) continue;
      if (const auto group = group_rule_of(rule); group && definitions_[id].storage == kMaintainedView) {
        arms.push_back(group_query(script_, rule, *group, columns));
        continue;
      }
      const RuleSelect select(script_, rule, {});
      std::vector<std::string> values;
      for (const Term& term : rule.heads.front().arguments) values.push_back(select.value(term));
      arms.push_back(select.text(values, columns, distinct));
    }
    if (bag) return joined(arms, " UNION ALL ");
    if (way == kUnion || way == kDistinctArms) return joined(arms, " UNION ");
    if (way == kRowNumber) return first_of_each(joined(arms, " UNION ALL "), columns);
    const std::string inner = " FROM (" + joined(arms, " UNION ALL ") + ") AS u";
    if (way == kOuterDistinct) return "SELECT DISTINCT " + joined(columns) + inner;
    return "SELECT " + joined(columns) + inner + " GROUP BY " + joined(columns);
  }

  /// Writes the member's body, perhaps inside of a nested WITH list.
  template <typename Body>
  void nest(Member& member, RelationId id, Body body) {
    const unsigned way = script_.way(id, Wording::Nesting);
    if (way == kNotNested) {
      member.body = body(member.name);
      return;
    }
    Member inner = member;
    inner.name = "n_" + program_.relations[id].name;
    if (way == kShadowedName)
      if (const std::optional<RelationId> other = unused_relation(id)) inner.name = table(*other);
    inner.body = body(inner.name);
    member.clauses.clear();
    member.body = with_list({inner}, false) + "SELECT " + joined(member.columns) + " FROM " + inner.name;
    if (way == kOrdered) member.body += " ORDER BY " + joined(member.columns) + " LIMIT " + kMoreThanAllRows;
    member.recursive = false;
  }

  /// A relation that no definition of the relation's component depends on; later relations first.
  [[nodiscard]] std::optional<RelationId> unused_relation(RelationId id) const {
    for (RelationId other = static_cast<RelationId>(program_.relations.size()); other-- > 0;)
      if (!graph_.reaches(other, id)) return other;
    return std::nullopt;
  }

  void add_needed(RelationId id, std::vector<bool>& needed) const {
    if (needed[id]) return;
    needed[id] = true;
    const unsigned storage = definitions_[id].storage;
    if (storage != kCte && storage != kSubquery && storage != kCorrelated) return;
    for (const RelationId used : definitions_[id].uses) add_needed(used, needed);
  }

  /// The members that a query over the relations needs, in the order of strata.
  [[nodiscard]] std::vector<Member> members_for(const std::vector<RelationId>& relations) const {
    std::vector<bool> needed(program_.relations.size(), false);
    for (const RelationId id : relations) add_needed(id, needed);
    std::vector<Member> members;
    for (std::size_t i = 0; i < graph_.component_count(); ++i) {
      for (const RelationId id : graph_.component(i)) {
        if (!needed[id] || definitions_[id].storage != kCte) continue;
        for (const Member& member : definitions_[id].members)
          if (std::none_of(members.begin(), members.end(), [&](const Member& it) { return it.name == member.name; }))
            members.push_back(member);
      }
    }
    return members;
  }

  /// The query that computes the relation from the relations that it uses.
  [[nodiscard]] std::string full_query(RelationId id) const {
    const Definition& definition = definitions_[id];
    std::vector<Member> members = members_for(definition.uses);
    members.insert(members.end(), definition.members.begin(), definition.members.end());
    return with_list(members, script_.way(id, Wording::Keyword) == kAlwaysRecursive) + definition.select;
  }

  void store(RelationId id) {
    Definition& definition = definitions_[id];
    const std::vector<std::string> columns = numbered_columns(program_.relations[id].arity());
    if (definition.storage == kSubquery || definition.storage == kCorrelated) {
      const std::string query = "(" + with_list(definition.members, false) + definition.select + ")";
      if (query.size() <= kMaxSubqueryBytes) {
        script_.set_source(id, {query, own_columns(id), {}, definition.correlated, definition.correlated_column});
        return;
      }
      definition.storage = kCte;
    }
    if (definition.storage == kTable || definition.storage == kDeleted || definition.storage == kUpdatedRows) {
      out_ += table_statement(script_, id, table(id), Holds::Rows);
      std::string fill = "INSERT INTO " + table(id) + " " + full_query(id) + ";\n";
      if (definition.storage != kTable) fill += detour(id, definition.storage);
      definition.storage = kTable;
      out_ += fill;
      refresh_.emplace_back(id, "DELETE FROM " + table(id) + ";\n" + fill);
      write_statistics(table(id), id, out_);
    } else if (definition.storage == kMaintainedView) {
      store_maintained(id);
    } else if (definition.storage == kView) {
      out_ += "CREATE VIEW " + table(id) + "(" + joined(columns) + ") AS " + full_query(id) + ";\n";
    } else if (std::none_of(definition.members.begin(), definition.members.end(),
                            [&](const Member& member) { return member.name == table(id); })) {
      definition.members.push_back({table(id), columns, definition.select, false, kNoHint, false});
    }
  }

  /// Adds a row that is no result, and removes it by a statement over the relation's query.
  [[nodiscard]] std::string detour(RelationId id, unsigned storage) const {
    constexpr Value kStrange = 4'000'000'000'000'000'000;
    const Relation& relation = program_.relations[id];
    std::vector<std::string> row;
    std::vector<std::string> other;
    std::vector<std::string> same;
    const std::vector<std::string> columns = numbered_columns(relation.arity());
    const std::vector<std::string> queried = own_columns(id);
    bool strange = false;  // booleans alone have no value that is no result
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Type type = relation.attributes[i].type;
      const bool text = type == Type::Symbol;
      strange = strange || type != Type::Bool;
      row.push_back(text ? script_.text_literal("no result") : type == Type::Bool ? "FALSE" : std::to_string(kStrange));
      other.push_back(columns[i] + " = " +
                      (text                 ? script_.text_literal("none")
                       : type == Type::Bool ? "TRUE"
                                            : std::to_string(kStrange + 1)));
      same.push_back("q." + queried[i] + std::string(script_.engine().same) + table(id) + "." + columns[i]);
    }
    if (!strange) return {};
    const std::string not_in_query =
        " WHERE NOT EXISTS (SELECT 1 FROM (" + full_query(id) + ") AS q WHERE " + joined(same, " AND ") + ")";
    const std::string insert = "INSERT INTO " + table(id) + " VALUES (" + joined(row) + ");\n";
    if (storage == kDeleted) return insert + "DELETE FROM " + table(id) + not_in_query + ";\n";
    return insert + "UPDATE " + table(id) + " SET " + joined(other) + not_in_query + ";\nDELETE FROM " + table(id) +
           " WHERE " + joined(other, " AND ") + ";\n";
  }

  /// The tables and views of maintained views exist before the facts, whose statements change the views.
  void store_maintained(RelationId id) {
    std::vector<std::string> tables;
    if (!program_.relations[id].facts.empty()) tables.push_back(facts_table(script_, id));
    for (const RelationId used : definitions_[id].uses)
      if (std::find(tables.begin(), tables.end(), table(used)) == tables.end()) tables.push_back(table(used));
    views_ += maintained_view(script_, id, table(id), definitions_[id].select, tables);
    if (script_.engine().maintenance != Maintenance::Refresh) return;
    refresh_.emplace_back(id, "REFRESH MATERIALIZED VIEW " + table(id) + ";\n");
    out_ += refresh_.back().second;
  }

  /// The names that the columns of the relation's query have.
  [[nodiscard]] std::vector<std::string> own_columns(RelationId id) const {
    if (!graph_.recursive(id)) return numbered_columns(program_.relations[id].arity());
    const RecursiveComponent component(script_, graph_, graph_.component(graph_.component_of(id)));
    return component.source(id, {}).columns;
  }

  void write_query(RelationId id, const std::string& suffix) {
    const Source& source = script_.source(id);
    const std::string mark(script_.has_sql_meaning() ? script_.engine().text_mark : "");
    const bool own = script_.way(id, Wording::Names) == kOwnNames && is_name(source.table);
    const std::string alias = own ? source.table : "q";
    std::string name = "SELECT '" + program_.relations[id].name + suffix + "' AS relation";
    for (std::size_t i = 0; i < source.columns.size(); ++i) {
      const Type type = program_.relations[id].attributes[i].type;
      const bool text = type == Type::Symbol;
      const std::string column = script_.shown(alias + "." + source.columns[i], type);
      name += ", " +
              (text && !mark.empty() ? "CONCAT('" + mark + "', " + column + ") AS " + mark
                                     : column + (text ? " AS s" : " AS n")) +
              std::to_string(i);
    }
    out_ += with_list(members_for({id}), script_.way(id, Wording::Keyword) == kAlwaysRecursive) + name + " FROM " +
            with_alias(source.table, alias) + ";\n";
  }

  const Program program_;
  Script script_;
  PrecedenceGraph graph_;
  std::vector<Definition> definitions_;
  std::vector<std::pair<RelationId, std::string>> refresh_;  ///< statements that compute relations again
  std::set<RelationId> affected_;                            ///< the tables that change
  // The parts of the script, in its order.
  std::string tables_;
  std::string views_;
  std::string facts_;
  std::string out_;
};

}  // namespace

std::string print_script(const Program& program, const SqlEngine& engine) {
  return ScriptPrinter(program, engine).print();
}

}  // namespace assay::datalog::sql

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datalog/dialect/sql/sql_engines.hpp"
#include "datalog/dialect/text/ordering.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog::sql {

/// The table that holds a relation's tuples, as a FROM clause names it.
struct Source {
  std::string table;                 ///< a name, or a query in parentheses
  std::vector<std::string> columns;  ///< by attribute
  std::optional<unsigned> tag;       ///< only the rows with this number in the column `tag` are the relation's
  /// The rows with one value in the column `correlated_column`, as a query that has kOuterValue for it. Or empty.
  std::string correlated = {};
  std::size_t correlated_column = 0;
};
inline constexpr char kOuterValue = '\1';

/// The texts that all parts of a script share.
class Script {
 public:
  Script(const Program& program, const SqlEngine& engine)
      : program_(program),
        engine_(engine),
        sql_meaning_(datalog::has_sql_meaning(program)),
        blobs_(uses_blobs(program, engine)),
        null_symbol_(datalog::null_symbol(program)),
        states_(table_states(program)) {}

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const SqlEngine& engine() const { return engine_; }
  [[nodiscard]] unsigned way(RelationId relation, Wording wording) const {
    return used_way(engine_, program_.relations[relation].wordings, wording);
  }
  [[nodiscard]] bool has_sql_meaning() const { return sql_meaning_; }
  [[nodiscard]] bool is_null(Value value, Type type) const {
    return sql_meaning_ && datalog::is_null(value, type, null_symbol_);
  }
  [[nodiscard]] const std::vector<TableState>& states() const { return states_; }
  [[nodiscard]] const ColumnType& column_type(Type type) const;
  [[nodiscard]] std::string literal(const Term& constant) const;
  [[nodiscard]] std::string text_literal(std::string_view text) const;
  /// The constant in a CAST to its column type: engines give literals smaller types.
  [[nodiscard]] std::string typed(const Term& constant) const;
  /// A value for an unused column of the type.
  [[nodiscard]] std::string filler(Type type) const;
  [[nodiscard]] const Source& source(RelationId relation) const { return sources_[relation]; }
  void set_sources(std::vector<Source> sources) { sources_ = std::move(sources); }
  void set_source(RelationId relation, Source source) { sources_[relation] = std::move(source); }
  /// The column as a query shows it: booleans are 0 and 1, blobs are text.
  [[nodiscard]] std::string shown(const std::string& column, Type type) const;

 private:
  static bool uses_blobs(const Program& program, const SqlEngine& engine);

  const Program& program_;
  const SqlEngine& engine_;
  bool sql_meaning_;
  bool blobs_;  ///< texts are blobs
  std::optional<Value> null_symbol_;
  std::vector<TableState> states_;
  std::vector<Source> sources_;  ///< by RelationId
};

/// The program with Type::Bool for the numbers that can be booleans, if its first relation's Values asks for them: the
/// variables and columns that meet have only 0 and 1 as constants, and no arithmetic.
[[nodiscard]] Program with_booleans(Program program, const SqlEngine& engine);

/// The letter that begins the names of columns of the type: s for texts, b for booleans, n for numbers.
[[nodiscard]] constexpr std::string_view letter(Type type) {
  return type == Type::Symbol ? "s" : type == Type::Bool ? "b" : "n";
}

/// A query without rows that has columns of the types.
[[nodiscard]] std::string empty_query(const Script& script, const std::vector<Type>& types,
                                      const std::vector<std::string>& names);

/// `a, b, c`, with other text between the parts if given.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ");

/// Whether a table's columns can have its own name in front of them: no query in parentheses, and no `recurring.t`.
[[nodiscard]] inline bool is_name(std::string_view table) {
  return table.find_first_of("(.") == std::string_view::npos;
}
/// `r_p AS t0`, or `r_p` if that is the alias.
[[nodiscard]] inline std::string with_alias(const std::string& table, const std::string& alias) {
  return table == alias ? table : table + " AS " + alias;
}

/// The atom of the recursive query in a rule's body.
struct RecursiveAtom {
  const Literal* literal = nullptr;  ///< null: the rule has none
  Source source;
  std::string alias = "t";
  bool in_from = true;  ///< false: the alias is defined outside of the SELECT
  /// The tables of the component's relations, for the rule's other atoms of them.
  std::vector<std::pair<RelationId, Source>> others = {};
};

/// The clauses of a SELECT for one rule's body.
class RuleSelect {
 public:
  RuleSelect(const Script& script, const Rule& rule, RecursiveAtom recursive);
  /// The same, where the body's second literal is an atom over a table that is defined outside of the SELECT.
  RuleSelect(const Script& script, const Rule& rule, RecursiveAtom recursive, const Source& second,
             const std::string& alias);

  /// The SQL expression of a head's argument.
  [[nodiscard]] std::string value(const Term& term) const;
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }
  [[nodiscard]] std::string from() const;
  [[nodiscard]] std::string where() const;
  /// `SELECT a AS n0, b AS n1 FROM ... WHERE ...`.
  [[nodiscard]] std::string text(const std::vector<std::string>& expressions, const std::vector<std::string>& names,
                                 bool distinct) const;

 private:
  /// Adds the positive atoms to FROM, except atoms that are written as conditions.
  void join_atoms();
  void add_literals();
  using Values = std::vector<std::string>;
  struct Joined {
    std::string table;
    std::vector<std::string> conditions;
  };

  [[nodiscard]] std::string term(const Term& term, const Values& values) const;
  [[nodiscard]] std::vector<std::string> match(const Atom& atom, const Source& source, const std::string& alias,
                                               Values& values, const Values* groups = nullptr) const;
  [[nodiscard]] const Source* other_source(RelationId relation) const;
  /// The source's table, restricted to the atom's value in the column that the source can be restricted by.
  [[nodiscard]] std::string table_for(const Atom& atom, const Source& source, const Values& outer,
                                      std::string_view lateral) const;
  [[nodiscard]] bool is_test(const Literal& literal, const std::vector<const Literal*>& kept) const;
  /// `selected` may have {} in the place of the table's alias.
  [[nodiscard]] std::string subquery(std::string_view selected, const Atom& atom, Values& values);
  void add_test(const Atom& atom);
  void add_negation(const Atom& atom);
  void add_comparison(const Comparison& comparison, const PlacedLiteral& placed);
  void add_computation(const Computation& computation, const PlacedLiteral& placed);
  void add_aggregate(const Aggregate& aggregate, const PlacedLiteral& placed);
  void bind_or_test(const PlacedLiteral& placed, const Term& result, std::string value);
  /// The alias of a table: its own name, if the wording asks for it and no other table of the rule has it.
  [[nodiscard]] std::string alias_for(const std::string& table, std::string alias = {});

  const Script& script_;
  const Rule& rule_;
  Wordings wordings_;
  RecursiveAtom recursive_;
  unsigned aliases_ = 0;
  std::vector<std::string> own_names_;  ///< the aliases that are names of tables
  Values values_;                       ///< by variable; empty text: not bound yet
  std::vector<Joined> joined_;
  std::vector<std::string> left_joins_;
  std::vector<std::string> conditions_;
  std::vector<const Atom*> tests_;  ///< atoms that are written as conditions
};

}  // namespace assay::datalog::sql

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "datalog/dialect/reader/untyped_reader.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::pair<std::string_view, Comparator>, 7> kSqlComparators = {{{"=", Comparator::Equal},
                                                                                     {"<>", Comparator::NotEqual},
                                                                                     {"!=", Comparator::NotEqual},
                                                                                     {"<=", Comparator::LessEqual},
                                                                                     {">=", Comparator::GreaterEqual},
                                                                                     {"<", Comparator::Less},
                                                                                     {">", Comparator::Greater}}};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// Reads SQL scripts of tables with rows, views, and queries over them with WITH [RECURSIVE]. An arm of UNION is a
/// rule; UNION ALL is read as UNION. Each query is a relation `query_N`. Everything else is left out, statement by
/// statement.
class SqlReader : private UntypedReader {
 public:
  explicit SqlReader(const Tokens& tokens) : UntypedReader(tokens, WideNumbers::Numbers) {}

  SeedReading run() {
    for (const Range& statement : parts({0, tokens_.list.size() - 1}, ";"))
      if (statement.begin < statement.end) read_statement(statement);
    return std::move(program_).finish();
  }

 private:
  /// A relation in FROM.
  struct Item {
    std::string alias;
    std::string relation;
  };

  [[nodiscard]] bool word(std::size_t at, std::string_view text) const {
    return at + 1 < tokens_.list.size() && token(at).is_identifier() && lower(token(at).text) == text;
  }
  static bool word(const Cursor& at, std::string_view text) {
    return at.peek().is_identifier() && lower(at.peek().text) == text;
  }
  static bool accept(Cursor& at, std::string_view text) {
    if (!word(at, text)) return false;
    at.take();
    return true;
  }
  /// The parts of a range between occurrences of a word outside of brackets.
  [[nodiscard]] std::vector<Range> parts_by(Range range, std::string_view separator) const {
    std::vector<Range> found = {{range.begin, range.end}};
    int depth = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      depth += bracket(token(i));
      if (depth > 0 || !word(i, separator)) continue;
      found.back().end = i;
      found.push_back({i + 1, range.end});
    }
    return found;
  }

  void read_statement(Range statement) {
    reason_ = {};
    depth_ = 0;
    const auto line = token(statement.begin).where.line;
    Cursor at = cursor(statement);
    if (accept(at, "create")) {
      const bool table = accept(at, "table");
      const std::string name = lower(at.peek(table ? 0 : 1).text);
      program_.begin(line, name);
      if (table ? !create_table(at) : !create_view(at)) program_.leave_out(reason_);
      return;
    }
    if (accept(at, "insert") && accept(at, "into")) {
      program_.begin(line, lower(at.peek().text));
      if (!insert(at)) program_.leave_out(reason_);
      return;
    }
    const std::string name = "query_" + std::to_string(++queries_);
    program_.begin(line, name);
    if (!word(statement.begin, "with") && !word(statement.begin, "select")) {
      program_.leave_out("a statement with '" + lower(token(statement.begin).text) + "'");
    } else if (!define(name, statement, {})) {
      program_.leave_out(reason_);
    }
    for (const auto& [local, relation] : locals_) columns_.erase(relation);  // out of scope
    locals_.clear();
  }

  bool create_table(Cursor& at) {
    const std::string name = lower(at.take().text);
    const std::size_t open = at.position();
    if (!at.peek().is("(") || !at.skip_brackets()) return refuse("a table that is no list of columns");
    std::vector<std::string>& columns = columns_[name];
    columns.clear();
    for (const Range& column : parts({open + 1, at.position() - 1}, ",")) {
      const std::string first = lower(token(column.begin).text);
      if (first != "primary" && first != "unique" && first != "check" && first != "foreign") columns.push_back(first);
    }
    program_.relation(name, columns.size());
    return true;
  }

  bool create_view(Cursor& at) {
    if (!accept(at, "view")) return refuse("CREATE of something other than a table or a view");
    const std::string name = lower(at.take().text);
    std::vector<std::string> columns;
    if (!column_list(at, columns) || !accept(at, "as")) return refuse("a view without AS");
    const std::size_t begin = at.position();
    while (!at.at_end()) at.take();
    return define(name, {begin, at.position()}, columns);
  }

  bool column_list(Cursor& at, std::vector<std::string>& columns) {
    if (!at.peek().is("(")) return true;
    const std::size_t open = at.position();
    if (!at.skip_brackets()) return refuse("a bracket that is not closed");
    for (const Range& column : parts({open + 1, at.position() - 1}, ","))
      columns.push_back(lower(token(column.begin).text));
    return true;
  }

  bool insert(Cursor& at) {
    const std::string name = lower(at.take().text);
    if (columns_.find(name) == columns_.end()) return refuse("rows of a table that is not created");
    if (!accept(at, "values")) return refuse("an INSERT without VALUES");
    const std::size_t begin = at.position();
    while (!at.at_end()) at.take();
    for (const Range& row : parts({begin, at.position()}, ",")) {
      clause_ = {};
      Terms values;
      for (const Range& field : parts({row.begin + 1, row.end - 1}, ",")) {
        Cursor inside = cursor(field);
        const std::optional<Term> value = expression(inside, clause_.body);
        if (!value || !value->is_constant()) return refuse("a row with something other than constants");
        values.push_back(*value);
      }
      if (values.size() != columns_[name].size()) return refuse("a row with another number of columns");
      clause_.head = {program_.relation(name, values.size()), false, values};
      program_.add(std::move(clause_));
    }
    return true;
  }

  /// Defines a relation by `[WITH ...] arm UNION arm`. Without `columns`, the first arm names the columns.
  bool define(const std::string& name, Range query, std::vector<std::string> columns) {
    if (depth_ > kMaxDepth) return refuse("nested too deeply");
    Cursor at = cursor(query);
    if (accept(at, "with")) {
      accept(at, "recursive");
      do {
        if (!define_member(at)) return false;
      } while (at.accept(","));
      query.begin = at.position();
    }
    for (Range arm : parts_by(query, "union")) {
      while (word(arm.begin, "all") || word(arm.begin, "distinct")) ++arm.begin;
      Cursor bracketed = cursor(arm);
      if (token(arm.begin).is("(") && bracketed.skip_brackets() && bracketed.at_end()) {
        ++depth_;
        if (!define(name, {arm.begin + 1, arm.end - 1}, columns)) return false;
        --depth_;
        continue;
      }
      if (!read_arm(name, arm, columns)) return false;
    }
    return true;
  }

  bool define_member(Cursor& at) {
    const std::string name = lower(at.take().text);
    std::vector<std::string> columns;
    if (!column_list(at, columns) || !accept(at, "as")) return refuse("a member of WITH without AS");
    accept(at, "not");
    accept(at, "materialized");
    const std::size_t open = at.position();
    if (!at.peek().is("(") || !at.skip_brackets()) return refuse("a member of WITH without a query");
    if (word(open + 1, "with")) return refuse("a nested WITH");
    const bool is_new = columns_.count(name) == 0 && members_.insert(name).second;
    const std::string relation = is_new ? name : name + "_" + std::to_string(queries_);
    locals_[name] = relation;
    return define(relation, {open + 1, at.position() - 1}, columns);
  }

  [[nodiscard]] const std::vector<std::string>* columns_of(const std::string& relation) const {
    const auto found = columns_.find(relation);
    return found == columns_.end() ? nullptr : &found->second;
  }

  bool read_arm(const std::string& name, Range arm, std::vector<std::string>& columns) {
    clause_ = {};
    items_.clear();
    for (const char* refused : {"group", "order", "limit", "having", "except", "intersect", "left", "window", "or"})
      if (parts_by(arm, refused).size() > 1) return refuse("a query with '" + std::string(refused) + "'");
    if (!word(arm.begin, "select")) return refuse("an arm of UNION that is no SELECT");
    const std::vector<Range> from = parts_by({arm.begin + 1, arm.end}, "from");
    const std::vector<Range> where = parts_by(from.back(), "where");
    if (from.size() > 2 || where.size() > 2) return refuse("a malformed query");
    std::vector<Range> conditions;
    if (from.size() == 2 && !read_from(where.front(), conditions)) return false;
    if (where.size() == 2) conditions.push_back(where[1]);
    Terms values;
    std::vector<std::string> names;
    if (!read_selected(from.front(), values, names)) return false;
    for (const Range& all : conditions)
      for (const Range& condition : parts_by(all, "and"))
        if (!read_condition(condition)) return false;
    if (columns.empty()) columns = names;
    if (values.size() != columns.size()) return refuse("arms with different numbers of columns");
    columns_[name] = columns;
    clause_.head = {program_.relation(name, values.size()), false, values};
    program_.add(std::move(clause_));
    return true;
  }

  bool read_from(Range from, std::vector<Range>& conditions) {
    for (const Range& list : parts(from, ",")) {
      for (Range item : parts_by(list, "join")) {
        while (item.end > item.begin && (word(item.end - 1, "cross") || word(item.end - 1, "inner"))) --item.end;
        const std::vector<Range> on = parts_by(item, "on");
        if (on.size() == 2) conditions.push_back(on[1]);
        Cursor at = cursor(on.front());
        const std::string table = lower(at.take().text);
        accept(at, "as");
        const std::string alias = at.at_end() ? table : lower(at.take().text);
        const auto local = locals_.find(table);
        items_.push_back({alias, local == locals_.end() ? table : local->second});
        const std::vector<std::string>* columns = columns_of(items_.back().relation);
        if (columns == nullptr || !at.at_end()) return refuse("FROM with '" + table + "'");
        clause_.body.emplace_back(atom(items_.back()));
      }
    }
    return true;
  }

  Atom atom(const Item& item) {
    Atom made;
    for (const std::string& column : *columns_of(item.relation))
      made.arguments.push_back(clause_.variable(item.alias + "." + column));
    made.relation = program_.relation(item.relation, made.arguments.size());
    return made;
  }

  bool read_selected(Range list, Terms& values, std::vector<std::string>& names) {
    if (word(list.begin, "distinct")) ++list.begin;
    for (const Range& one : parts(list, ",")) {
      Cursor at = cursor(one);
      if (at.accept("*")) {
        for (const Item& item : items_) {
          for (const std::string& column : *columns_of(item.relation)) {
            values.push_back(clause_.variable(item.alias + "." + column));
            names.push_back(column);
          }
        }
        continue;
      }
      const std::optional<Term> value = expression(at, clause_.body);
      if (!value) return false;
      names.push_back(lower(at.previous().text));
      if (accept(at, "as") || at.peek().is_identifier()) names.back() = lower(at.take().text);
      if (!at.at_end()) return refuse("an expression with '" + std::string(at.peek().text) + "'");
      values.push_back(*value);
    }
    return true;
  }

  bool read_condition(Range condition) {
    Cursor at = cursor(condition);
    if (at.peek().is("(") && at.skip_brackets() && at.at_end()) {
      if (++depth_ > kMaxDepth) return refuse("nested too deeply");
      for (const Range& inner : parts_by({condition.begin + 1, condition.end - 1}, "and"))
        if (!read_condition(inner)) return false;
      --depth_;
      return true;
    }
    at = cursor(condition);
    bool negated = accept(at, "not");
    if (accept(at, "exists")) return read_subquery({at.position() + 1, condition.end - 1}, negated, std::nullopt);
    const std::optional<Term> left = expression(at, clause_.body);
    if (!left) return false;
    negated = negated || accept(at, "not");
    if (accept(at, "in")) return read_subquery({at.position() + 1, condition.end - 1}, negated, left);
    std::string sign(at.take().text);
    if (at.peek().is("=") || at.peek().is(">")) sign += at.take().text;
    const std::optional<Term> right = negated ? std::nullopt : expression(at, clause_.body);
    if (!right || !at.at_end()) return refuse("a condition that is no comparison");
    for (const auto& [text, comparator] : kSqlComparators) {
      if (sign != text) continue;
      clause_.body.emplace_back(Comparison{comparator, *left, *right});
      return true;
    }
    return refuse("a condition with '" + sign + "'");
  }

  /// An atom: `SELECT x FROM t AS z WHERE z.a = ... AND ...`, with equalities of columns of t only. `tested` is the
  /// value in front of IN.
  bool read_subquery(Range query, bool negated, std::optional<Term> tested) {
    const std::vector<Range> from = parts_by(query, "from");
    if (!word(query.begin, "select") || from.size() != 2) return refuse("a subquery that is no SELECT from one table");
    const std::vector<Range> where = parts_by(from[1], "where");
    const std::vector<Item> outer = items_;
    std::vector<Literal> body = std::move(clause_.body);
    clause_.body.clear();
    std::vector<Range> joins;
    items_.clear();
    if (!read_from(where.front(), joins)) return false;
    if (items_.size() != 1 || !joins.empty()) return refuse("a subquery over several tables");
    const Item item = items_.front();
    Atom found = std::get<Atom>(clause_.body.front());
    const Terms own = found.arguments;
    for (Term& term : found.arguments) term = Term::wildcard(term.type);
    clause_.body = std::move(body);
    items_.insert(items_.end(), outer.begin(), outer.end());
    const auto bind = [&](const Term& column, const Term& value) {
      const auto at = std::find(own.begin(), own.end(), column);
      if (at == own.end() || std::find(own.begin(), own.end(), value) != own.end()) return false;
      Term& argument = found.arguments[static_cast<std::size_t>(at - own.begin())];
      if (!argument.is_wildcard()) return false;
      argument = value;
      return true;
    };
    if (tested) {
      Cursor at = cursor({from.front().begin + 1, from.front().end});
      const std::optional<Term> column = expression(at, clause_.body);
      if (!column || !bind(*column, *tested)) return refuse("IN over something other than a column");
    }
    if (where.size() == 2) {
      for (const Range& condition : parts_by(where[1], "and")) {
        Cursor at = cursor(condition);
        const std::optional<Term> left = expression(at, clause_.body);
        const bool equal = left && at.accept("=");
        const std::optional<Term> right = equal ? expression(at, clause_.body) : std::nullopt;
        if (!right || !at.at_end() || !(bind(*left, *right) || bind(*right, *left)))
          return refuse("a subquery with a condition that is no equality of its column");
      }
    }
    items_ = outer;
    found.negated = negated;
    clause_.body.emplace_back(std::move(found));
    return true;
  }

  std::optional<Term> primary(Cursor& at, std::vector<Literal>& body) override {
    const Token token = at.take();
    if (token.kind == TokenKind::Number) return integer(token);
    if (token.kind == TokenKind::Character) return program_.symbol(unquoted(token.text));
    if (token.is("-")) return negate(at, body);
    if (token.is("(")) {
      const std::optional<Term> inner = expression(at, body);
      if (inner && at.accept(")")) return inner;
    } else if (lower(token.text) == "cast" && at.accept("(")) {
      const std::optional<Term> inner = expression(at, body);
      if (inner && accept(at, "as")) {
        while (!at.at_end() && !at.accept(")")) at.take();
        return inner;
      }
    } else if (token.is_identifier() && at.accept(".")) {
      return column(lower(token.text), lower(at.take().text));
    } else if (lower(token.text) == "null") {
      refuse("NULL");
      return std::nullopt;
    } else if (token.is_identifier() && !at.peek().is("(")) {
      return column({}, lower(token.text));
    }
    refuse("an expression with '" + lower(token.text) + "'");
    return std::nullopt;
  }

  /// The column of the first table in FROM that has it.
  std::optional<Term> column(const std::string& alias, const std::string& name) {
    for (const Item& item : items_) {
      const std::vector<std::string>& columns = *columns_of(item.relation);
      if (alias.empty() ? std::find(columns.begin(), columns.end(), name) == columns.end() : item.alias != alias)
        continue;
      return clause_.variable(item.alias + "." + name);
    }
    refuse("the name '" + name + "', which no table in FROM has");
    return std::nullopt;
  }

  std::optional<Operator> product_operator(Cursor& at) override {
    return at.accept("*") ? std::optional(Operator::Multiply) : std::nullopt;
  }

  std::map<std::string, std::vector<std::string>> columns_;  ///< by relation
  std::map<std::string, std::string> locals_;  ///< the relations of the statement's members of WITH, by name
  std::set<std::string> members_;              ///< names of members of WITH in all statements
  std::vector<Item> items_;                    ///< of the current SELECT, the innermost first
  std::size_t queries_ = 0;
};

}  // namespace

Result<SeedReading> read_sql_seed(std::string_view text, std::string_view file) {
  return read_tokens<SqlReader>(text, file, {.line_comment = "--", .quoted_names = true});
}

}  // namespace assay::datalog

#include "datalog/dialect/sql/sql_select.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace assay::datalog::sql {
namespace {

constexpr std::string_view kComparators[] = {" = ", " <> ", " < ", " <= ", " > ", " >= "};
constexpr std::string_view kOperators[] = {" + ", " - ", " * "};
constexpr std::string_view kOneRow = "(SELECT 1 AS one) AS one_row";

std::string sql_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

std::string cast(const std::string& value, std::string_view type) {
  return "CAST(" + value + " AS " + std::string(type) + ")";
}

std::size_t index_of(const Term& variable) { return static_cast<std::size_t>(variable.value); }

bool has(const Terms& terms, const Term& variable) {
  return std::find(terms.begin(), terms.end(), variable) != terms.end();
}

bool uses(const Literal& literal, const Term& variable) {
  if (const auto* atom = std::get_if<Atom>(&literal)) return has(atom->arguments, variable);
  if (const auto* comparison = std::get_if<Comparison>(&literal))
    return comparison->left == variable || comparison->right == variable;
  if (const auto* computation = std::get_if<Computation>(&literal))
    return computation->result == variable || computation->left == variable || computation->right == variable;
  const auto* aggregate = std::get_if<Aggregate>(&literal);
  if (aggregate == nullptr) return true;
  return aggregate->result == variable ||
         std::any_of(aggregate->atoms.begin(), aggregate->atoms.end(),
                     [&](const Atom& atom) { return has(atom.arguments, variable); }) ||
         std::any_of(aggregate->comparisons.begin(), aggregate->comparisons.end(),
                     [&](const Comparison& it) { return it.left == variable || it.right == variable; });
}

const Atom* positive(const Literal& literal) {
  const auto* atom = std::get_if<Atom>(&literal);
  return atom != nullptr && !atom->negated ? atom : nullptr;
}

}  // namespace

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += between;
    out += parts[i];
  }
  return out;
}

bool Script::uses_blobs(const Program& program, const SqlEngine& engine) {
  return !program.relations.empty() &&
         (used_way(engine, program.relations.front().wordings, Wording::Values) & kBlobs) != 0;
}

const ColumnType& Script::column_type(Type type) const {
  if (type == Type::Symbol) return blobs_ ? engine_.blob.type : engine_.text;
  return type == Type::Bool ? engine_.boolean : engine_.number;
}

std::string Script::text_literal(std::string_view text) const {
  if (!blobs_) return sql_text(text);
  std::string digits;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    for (const int digit : {byte / 16, byte % 16}) digits += "0123456789abcdef"[digit];
  }
  return std::string(engine_.blob.before) + digits + std::string(engine_.blob.after);
}

std::string Script::literal(const Term& constant) const {
  if (is_null(constant.value, constant.type)) return "NULL";
  if (constant.type == Type::Bool) return constant.value != 0 ? "TRUE" : "FALSE";
  if (constant.type != Type::Symbol) return std::to_string(constant.value);
  return text_literal(program_.symbols[static_cast<std::size_t>(constant.value)]);
}

std::string Script::typed(const Term& constant) const {
  const std::string_view type = column_type(constant.type).cast;
  return type.empty() ? literal(constant) : cast(literal(constant), type);
}

std::string Script::filler(Type type) const {
  if (type == Type::Symbol) return cast(text_literal(""), column_type(type).cast);
  return typed(Term::constant(0, type));
}

std::string Script::shown(const std::string& column, Type type) const {
  if (type == Type::Bool) return "CASE WHEN " + column + " THEN 1 WHEN NOT " + column + " THEN 0 END";
  if (type != Type::Symbol || !blobs_) return column;
  return std::string(engine_.blob.text_before) + column + std::string(engine_.blob.text_after);
}

std::string empty_query(const Script& script, const std::vector<Type>& types, const std::vector<std::string>& names) {
  const bool typed = script.engine().typed_anchor;
  std::vector<std::string> selected;
  for (std::size_t i = 0; i < types.size(); ++i)
    selected.push_back((typed ? std::string(letter(types[i])) : script.filler(types[i])) + " AS " + names[i]);
  return "SELECT " + joined(selected) + " FROM " + (typed ? "typed" : std::string(kOneRow)) + " WHERE 1 = 0";
}

RuleSelect::RuleSelect(const Script& script, const Rule& rule, RecursiveAtom recursive)
    : script_(script),
      rule_(rule),
      wordings_(script.program().relations[rule.heads.front().relation].wordings),
      recursive_(std::move(recursive)),
      values_(rule.variables.size()) {
  join_atoms();
  add_literals();
}

RuleSelect::RuleSelect(const Script& script, const Rule& rule, RecursiveAtom recursive, const Source& second,
                       const std::string& alias)
    : script_(script),
      rule_(rule),
      wordings_(script.program().relations[rule.heads.front().relation].wordings),
      recursive_(std::move(recursive)),
      values_(rule.variables.size()) {
  conditions_ = match(std::get<Atom>(*recursive_.literal), recursive_.source, recursive_.alias, values_);
  const std::vector<std::string> more = match(std::get<Atom>(rule.body[1]), second, alias, values_);
  conditions_.insert(conditions_.end(), more.begin(), more.end());
  add_literals();
}

std::string RuleSelect::term(const Term& term, const Values& values) const {
  return term.is_constant() ? script_.literal(term) : values[index_of(term)];
}

std::string RuleSelect::value(const Term& term) const {
  return term.is_constant() ? script_.typed(term) : values_[index_of(term)];
}

/// The conditions under which a row of the source matches the atom. Binds the variables that have no value yet. The
/// variables with a value in `groups` match NULL with NULL.
std::vector<std::string> RuleSelect::match(const Atom& atom, const Source& source, const std::string& alias,
                                           Values& values, const Values* groups) const {
  std::vector<std::string> conditions;
  if (source.tag) conditions.push_back(alias + ".tag = " + std::to_string(*source.tag));
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    const Term& argument = atom.arguments[i];
    if (argument.is_wildcard()) continue;
    const std::string column = alias + "." + source.columns[i];
    if (argument.is_variable() && values[index_of(argument)].empty()) {
      values[index_of(argument)] = column;
    } else {
      const bool grouped = groups != nullptr && script_.has_sql_meaning() && argument.is_variable() &&
                           !(*groups)[index_of(argument)].empty();
      conditions.push_back(column + std::string(grouped ? script_.engine().same : " = ") + term(argument, values));
    }
  }
  return conditions;
}

/// Whether the atom can be written as a condition: the kept atoms bind each of its variables that occurs elsewhere.
bool RuleSelect::is_test(const Literal& literal, const std::vector<const Literal*>& kept) const {
  for (const Term& argument : std::get<Atom>(literal).arguments) {
    if (!argument.is_variable()) continue;
    const auto other_uses = [&](const Literal& other) { return &other != &literal && uses(other, argument); };
    const bool elsewhere = std::any_of(rule_.heads.begin(), rule_.heads.end(),
                                       [&](const Atom& head) { return has(head.arguments, argument); }) ||
                           std::any_of(rule_.body.begin(), rule_.body.end(), other_uses);
    if (elsewhere && std::none_of(kept.begin(), kept.end(), [&](const Literal* other) { return other_uses(*other); }))
      return false;
  }
  return true;
}

void RuleSelect::join_atoms() {
  std::vector<const Literal*> kept;
  for (const Literal& literal : rule_.body)
    if (positive(literal) != nullptr) kept.push_back(&literal);
  const bool bag = keeps_duplicates(script_.program().relations[rule_.heads.front().relation]);
  if (used_way(script_.engine(), wordings_, Wording::Atoms) != kJoined && !bag) {
    for (std::size_t i = kept.size(); i-- > 1;) {
      const bool own = kept[i] == recursive_.literal || other_source(positive(*kept[i])->relation) != nullptr;
      if (own || !is_test(*kept[i], kept)) continue;
      tests_.push_back(positive(*kept[i]));
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  if (recursive_.literal != nullptr && !recursive_.in_from)
    conditions_ = match(std::get<Atom>(*recursive_.literal), recursive_.source, recursive_.alias, values_);
  for (const Literal* literal : kept) {
    const bool recursive = literal == recursive_.literal;
    if (recursive && !recursive_.in_from) continue;
    const Atom& atom = std::get<Atom>(*literal);
    const Source* other = other_source(atom.relation);
    const Source& source = recursive ? recursive_.source : other != nullptr ? *other : script_.source(atom.relation);
    const std::string alias = alias_for(source.table, recursive ? recursive_.alias : "");
    const bool first = joined_.empty();
    const std::string table =
        !first && script_.engine().lateral ? table_for(atom, source, values_, "LATERAL ") : source.table;
    joined_.push_back({with_alias(table, alias), match(atom, source, alias, values_)});
  }
}

std::string RuleSelect::alias_for(const std::string& table, std::string alias) {
  const bool own = used_way(script_.engine(), wordings_, Wording::Names) == kOwnNames && is_name(table);
  if (own && std::find(own_names_.begin(), own_names_.end(), table) == own_names_.end())
    return own_names_.emplace_back(table);
  return alias.empty() ? "t" + std::to_string(aliases_++) : std::move(alias);
}

std::string RuleSelect::table_for(const Atom& atom, const Source& source, const Values& outer,
                                  std::string_view lateral) const {
  if (source.correlated.empty()) return source.table;
  const Term& argument = atom.arguments[source.correlated_column];
  const std::string value = argument.is_wildcard() ? std::string() : term(argument, outer);
  if (value.empty() || value.find("SELECT") != std::string::npos) return source.table;
  std::string table(argument.is_variable() ? lateral : "");
  for (const char c : source.correlated) table += c == kOuterValue ? value : std::string(1, c);
  return table;
}

const Source* RuleSelect::other_source(RelationId relation) const {
  for (const auto& [id, source] : recursive_.others)
    if (id == relation) return &source;
  return nullptr;
}

void RuleSelect::add_literals() {
  for (const Atom* atom : tests_) add_test(*atom);
  for (const PlacedLiteral& placed : left_to_right(rule_, AtomsFirst::Yes)) {
    if (const auto* atom = std::get_if<Atom>(placed.literal)) {
      if (atom->negated) add_negation(*atom);
    } else if (const auto* comparison = std::get_if<Comparison>(placed.literal)) {
      add_comparison(*comparison, placed);
    } else if (const auto* computation = std::get_if<Computation>(placed.literal)) {
      add_computation(*computation, placed);
    } else if (const auto* aggregate = std::get_if<Aggregate>(placed.literal)) {
      add_aggregate(*aggregate, placed);
    }
  }
}

/// `(SELECT selected FROM q AS t4 WHERE ...)` over the tuples that match the atom.
std::string RuleSelect::subquery(std::string_view selected, const Atom& atom, Values& values) {
  const Source& source = script_.source(atom.relation);
  const std::string alias = alias_for(source.table);
  const std::string table = table_for(atom, source, values_, {});
  const std::vector<std::string> conditions = match(atom, source, alias, values);
  std::string out = "(SELECT " + replace_all(std::string(selected), "{}", alias) + " FROM " + with_alias(table, alias);
  if (!conditions.empty()) out += " WHERE " + joined(conditions, " AND ");
  return out + ")";
}

namespace {

/// The position of the first argument that has a value and can stand in front of IN; nullopt: there is none.
std::optional<std::size_t> bound_argument(const Atom& atom, const std::vector<std::string>& values) {
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    const Term& term = atom.arguments[i];
    if (term.is_constant() || (term.is_variable() && !values[index_of(term)].empty())) return i;
  }
  return std::nullopt;
}

}  // namespace

void RuleSelect::add_test(const Atom& atom) {
  Values values = values_;
  const bool in = used_way(script_.engine(), wordings_, Wording::Atoms) == kIn;
  const std::optional<std::size_t> at = in ? bound_argument(atom, values_) : std::nullopt;
  if (!at) {
    conditions_.push_back("EXISTS " + subquery("1", atom, values));
    return;
  }
  Atom rest = atom;
  rest.arguments[*at] = Term::wildcard(atom.arguments[*at].type);
  const std::string column = "{}." + script_.source(atom.relation).columns[*at];
  const std::string tested = term(atom.arguments[*at], values_);
  conditions_.push_back(tested + " IN " + subquery(column, rest, values));
}

void RuleSelect::add_negation(const Atom& atom) {
  Values values = values_;
  unsigned way = used_way(script_.engine(), wordings_, Wording::Negation);
  const std::optional<std::size_t> at = bound_argument(atom, values_);
  const bool has_query = std::any_of(values_.begin(), values_.end(), [](const std::string& value) {
    return value.find("SELECT") != std::string::npos;
  });
  // The column that is NULL only in rows without a match.
  std::size_t compared = 0;
  while (compared + 1 < atom.arguments.size() && atom.arguments[compared].is_wildcard()) ++compared;
  const bool none_compared = atom.arguments[compared].is_wildcard();
  if (way == kNotIn && !at) way = kNotExists;
  if (way == kLeftJoin && none_compared && script_.has_sql_meaning()) way = kNotExists;
  if (way == kLeftJoin && (joined_.empty() || !recursive_.in_from || has_query)) way = kNotExists;
  if (way == kNotIn) {
    Atom rest = atom;
    rest.arguments[*at] = Term::wildcard(atom.arguments[*at].type);
    const std::string column = "{}." + script_.source(atom.relation).columns[*at];
    const std::string tested = term(atom.arguments[*at], values_);
    conditions_.push_back(tested + " NOT IN " + subquery(column, rest, values));
  } else if (way == kLeftJoin) {
    const Source& source = script_.source(atom.relation);
    const std::string alias = alias_for(source.table);
    const std::vector<std::string> conditions = match(atom, source, alias, values);
    left_joins_.push_back(with_alias(source.table, alias) + " ON " +
                          (conditions.empty() ? "1 = 1" : joined(conditions, " AND ")));
    conditions_.push_back(alias + "." + source.columns[none_compared ? 0 : compared] + " IS NULL");
  } else if (way == kCount) {
    conditions_.push_back(subquery("COUNT(*)", atom, values) + " = 0");
  } else {
    conditions_.push_back("NOT EXISTS " + subquery("1", atom, values));
  }
}

void RuleSelect::bind_or_test(const PlacedLiteral& placed, const Term& result, std::string value) {
  if (placed.binds) {
    values_[*placed.binds] = std::move(value);
  } else if (!result.is_wildcard()) {
    conditions_.push_back(term(result, values_) + " = " + value);
  }
}

void RuleSelect::add_comparison(const Comparison& comparison, const PlacedLiteral& placed) {
  if (placed.binds) {
    const bool left = comparison.left == Term::variable(*placed.binds, comparison.left.type);
    values_[*placed.binds] = value(left ? comparison.right : comparison.left);
    return;
  }
  conditions_.push_back(term(comparison.left, values_) +
                        std::string(kComparators[static_cast<std::size_t>(comparison.comparator)]) +
                        term(comparison.right, values_));
}

void RuleSelect::add_computation(const Computation& computation, const PlacedLiteral& placed) {
  const std::string left = value(computation.left);
  const std::string right = value(computation.right);
  const auto op = static_cast<std::size_t>(computation.op);
  std::string result;
  if (op < std::size(kOperators)) {
    result = "(" + left + std::string(kOperators[op]) + right + ")";
  } else {
    const std::string_view order = computation.op == Operator::Minimum ? " <= " : " >= ";
    result = "(CASE WHEN " + left + std::string(order) + right + " THEN " + left + " ELSE " + right + " END)";
  }
  bind_or_test(placed, computation.result, std::move(result));
}

// Relations are sets, and the atoms of an aggregate have no wildcards. So the rows of the join correspond to the
// distinct combinations of the local variables.
void RuleSelect::add_aggregate(const Aggregate& aggregate, const PlacedLiteral& placed) {
  Values values = values_;
  std::vector<std::string> tables;
  std::vector<std::string> conditions;
  for (const Atom& atom : aggregate.atoms) {
    if (atom.negated) continue;
    const Source& source = script_.source(atom.relation);
    const std::string alias = alias_for(source.table);
    tables.push_back(with_alias(table_for(atom, source, values_, {}), alias));
    for (std::string& condition : match(atom, source, alias, values, &values_))
      conditions.push_back(std::move(condition));
  }
  for (const Atom& atom : aggregate.atoms)
    if (atom.negated) conditions.push_back("NOT EXISTS " + subquery("1", atom, values));
  for (const Comparison& comparison : aggregate.comparisons)
    conditions.push_back(term(comparison.left, values) +
                         std::string(kComparators[static_cast<std::size_t>(comparison.comparator)]) +
                         term(comparison.right, values));
  const std::string target = aggregate.target.is_wildcard() ? "" : term(aggregate.target, values);
  std::string selected;
  switch (aggregate.aggregator) {
    case Aggregator::Count:
      selected = script_.engine().casts_count ? cast("COUNT(*)", script_.engine().number.cast) : "COUNT(*)";
      break;
    case Aggregator::Sum:
      selected = script_.has_sql_meaning() ? "SUM(" + target + ")" : "COALESCE(SUM(" + target + "), 0)";
      selected = cast(selected, script_.engine().number.cast);
      break;
    case Aggregator::Minimum: selected = "MIN(" + target + ")"; break;
    case Aggregator::Maximum: selected = "MAX(" + target + ")"; break;
  }
  std::string query = "(SELECT " + selected + " FROM " + joined(tables);
  if (!conditions.empty()) query += " WHERE " + joined(conditions, " AND ");
  query += ")";
  const bool may_be_null = aggregate.aggregator == Aggregator::Minimum || aggregate.aggregator == Aggregator::Maximum;
  if (may_be_null && placed.binds && !script_.has_sql_meaning()) conditions_.push_back(query + " IS NOT NULL");
  bind_or_test(placed, aggregate.result, std::move(query));
}

std::string RuleSelect::from() const {
  if (joined_.empty()) return std::string(kOneRow);
  const bool on = used_way(script_.engine(), wordings_, Wording::Joins) == kOn;
  std::string out = joined_.front().table;
  for (std::size_t i = 1; i < joined_.size(); ++i) {
    if (on && !joined_[i].conditions.empty()) {
      out += " JOIN " + joined_[i].table + " ON " + joined(joined_[i].conditions, " AND ");
    } else {
      out += (on || !left_joins_.empty() ? " CROSS JOIN " : ", ") + joined_[i].table;
    }
  }
  for (const std::string& table : left_joins_) out += " LEFT JOIN " + table;
  return out;
}

std::string RuleSelect::where() const {
  const bool on = used_way(script_.engine(), wordings_, Wording::Joins) == kOn;
  std::vector<std::string> all;
  for (std::size_t i = 0; i < joined_.size(); ++i)
    if (!on || i == 0) all.insert(all.end(), joined_[i].conditions.begin(), joined_[i].conditions.end());
  all.insert(all.end(), conditions_.begin(), conditions_.end());
  return joined(all, " AND ");
}

std::string RuleSelect::text(const std::vector<std::string>& expressions, const std::vector<std::string>& names,
                             bool distinct) const {
  std::vector<std::string> selected;
  for (std::size_t i = 0; i < names.size(); ++i) selected.push_back(expressions[i] + " AS " + names[i]);
  const std::string condition = where();
  return std::string(distinct ? "SELECT DISTINCT " : "SELECT ") + joined(selected) + " FROM " + from() +
         (condition.empty() ? "" : " WHERE " + condition);
}

}  // namespace assay::datalog::sql

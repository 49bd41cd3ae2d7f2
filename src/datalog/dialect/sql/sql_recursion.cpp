#include "datalog/dialect/sql/sql_recursion.hpp"

#include <algorithm>
#include <utility>

namespace assay::datalog::sql {
namespace {

Layout layout_of(const Program& program, const std::vector<RelationId>& relations) {
  Layout layout;
  layout.tagged = relations.size() > 1;
  std::vector<std::size_t> of_type[2];  // positions of number columns and of text columns
  for (const RelationId relation : relations) {
    std::size_t used[2] = {0, 0};
    std::vector<std::size_t>& places = layout.places.emplace_back();
    for (const Attribute& attribute : program.relations[relation].attributes) {
      const std::size_t kind = attribute.type == Type::Symbol ? 1 : 0;
      if (used[kind] == of_type[kind].size()) {
        of_type[kind].push_back(layout.types.size());
        layout.types.push_back(attribute.type);
      }
      places.push_back(of_type[kind][used[kind]++]);
    }
  }
  if (layout.tagged) layout.names.emplace_back("tag");
  for (std::size_t i = 0; i < layout.types.size(); ++i) layout.names.push_back("c" + std::to_string(i));
  return layout;
}

Term number(std::size_t value) { return Term::constant(static_cast<Value>(value), Type::Number); }

}  // namespace

std::string facts_table(const Script& script, RelationId relation) {
  return "f_" + script.program().relations[relation].name;
}

RecursiveComponent::RecursiveComponent(const Script& script, const PrecedenceGraph& graph,
                                       std::span<const RelationId> relations)
    : script_(script), relations_(relations.begin(), relations.end()) {
  layout_ = layout_of(script.program(), relations_);
  for (const Rule& rule : script.program().rules) {
    const std::uint32_t component = graph.component_of(rule.heads.front().relation);
    if (component != graph.component_of(relations_.front())) continue;
    const auto own = std::find_if(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && graph.component_of(atom->relation) == component;
    });
    if (own == rule.body.end()) {
      base_.push_back(&rule);
    } else {
      arms_.push_back({&rule, &*own});
    }
  }
}

std::size_t RecursiveComponent::member(RelationId relation) const {
  return static_cast<std::size_t>(std::find(relations_.begin(), relations_.end(), relation) - relations_.begin());
}

bool RecursiveComponent::is_bag() const { return keeps_duplicates(script_.program().relations[relations_.front()]); }

bool RecursiveComponent::walks_paths() const {
  const unsigned way = script_.way(relations_.front(), Wording::Duplicates);
  return !is_bag() && (way == kCycle || way == kSearch);
}

bool RecursiveComponent::distinct_arms() const {
  const bool each_step = script_.engine().recursion_keeps_duplicates;  // else the rows of cyclic data explode
  return !is_bag() && (each_step || script_.way(relations_.front(), Wording::Duplicates) == kDistinctArms);
}

Source RecursiveComponent::source(RelationId relation, const std::string& table) const {
  Source source{table, {}, {}};
  const std::size_t at = member(relation);
  for (const std::size_t place : layout_.places[at]) source.columns.push_back("c" + std::to_string(place));
  if (layout_.tagged) source.tag = static_cast<unsigned>(at);
  return source;
}

/// The values of all columns of the query for a head. Columns that the head's relation does not use get a filler.
std::vector<std::string> RecursiveComponent::head_values(const Atom& head, const RuleSelect* body) const {
  std::vector<std::string> values;
  const std::size_t at = member(head.relation);
  if (layout_.tagged) values.push_back(script_.typed(number(at)));
  const std::size_t offset = values.size();
  for (const Type type : layout_.types) values.push_back(script_.filler(type));
  for (std::size_t i = 0; i < head.arguments.size(); ++i)
    values[offset + layout_.places[at][i]] = body == nullptr ? "c" + std::to_string(i) : body->value(head.arguments[i]);
  return values;
}

std::string RecursiveComponent::facts(RelationId relation) const {
  Atom head{relation, false, {}};
  for (const Attribute& attribute : script_.program().relations[relation].attributes)
    head.arguments.push_back(Term::wildcard(attribute.type));
  const std::vector<std::string> values = head_values(head, nullptr);
  std::vector<std::string> selected;
  for (std::size_t i = 0; i < values.size(); ++i) selected.push_back(values[i] + " AS " + layout_.names[i]);
  return "SELECT " + joined(selected) + " FROM " + facts_table(script_, relation);
}

std::vector<std::string> RecursiveComponent::anchors() const {
  std::vector<std::string> all;
  const auto empty = [&](const std::string& table) {
    std::vector<std::string> selected;
    if (layout_.tagged)
      selected.push_back((script_.engine().typed_anchor ? "n" : script_.filler(Type::Number)) + " AS tag");
    for (std::size_t i = 0; i < layout_.types.size(); ++i) {
      const std::string column = layout_.types[i] == Type::Symbol ? "s" : "n";
      selected.push_back((script_.engine().typed_anchor ? column : script_.filler(layout_.types[i])) + " AS c" +
                         std::to_string(i));
    }
    all.push_back("SELECT " + joined(selected) + " FROM " + table + " WHERE 1 = 0");
  };
  if (script_.engine().typed_anchor) empty("typed");
  for (const RelationId relation : relations_)
    if (!script_.program().relations[relation].facts.empty()) all.push_back(facts(relation));
  for (const Rule* rule : base_) {
    const RuleSelect select(script_, *rule, {});
    all.push_back(select.text(head_values(rule->heads.front(), &select), layout_.names, distinct_arms()));
  }
  if (all.empty()) empty("(SELECT 1 AS one) AS one_row");
  return all;
}

std::string RecursiveComponent::arm(const Arm& arm, const std::string& self, const std::string& alias,
                                    bool in_from) const {
  const auto& atom = std::get<Atom>(*arm.recursive);
  const RuleSelect select(script_, *arm.rule, {arm.recursive, source(atom.relation, self), alias, in_from});
  return select.text(head_values(arm.rule->heads.front(), &select), layout_.names, distinct_arms());
}

std::string RecursiveComponent::all_arms(const std::string& self, const std::string& alias, bool in_from,
                                         std::string_view between) const {
  std::vector<std::string> texts;
  for (const Arm& one : arms_) texts.push_back(arm(one, self, alias, in_from));
  return joined(texts, between);
}

std::string RecursiveComponent::body(const std::string& self) const {
  if (walks_paths()) {
    // PostgreSQL wants one SELECT on each side, with the reference in the second one's FROM.
    std::vector<std::string> selected;
    for (const std::string& name : layout_.names) selected.push_back("s." + name);
    return "SELECT " + joined(layout_.names) + " FROM (" + joined(anchors(), " UNION ") + ") AS b UNION ALL SELECT " +
           joined(selected) + " FROM " + self + " AS t CROSS JOIN LATERAL (" +
           all_arms(self, "t", false, " UNION ALL ") + ") AS s";
  }
  const std::string_view operation = is_bag() || needs_distinct() ? " UNION ALL " : " UNION ";
  const std::string anchor = joined(anchors(), operation) + std::string(operation);
  if (is_non_linear()) return anchor + non_linear_arms(self);
  unsigned way = script_.way(relations_.front(), Wording::Arms);
  const bool chosen = way_of(script_.program().relations[relations_.front()].wordings, Wording::Arms) == way;
  if (arms_.size() == 1 && !chosen) way = kFlat;
  const std::string columns = joined(layout_.names);
  switch (way) {
    case kParenthesised: return anchor + "(" + all_arms(self, "t", true, " UNION ALL ") + ")";
    case kInnerWith:
      return anchor + "SELECT " + columns + " FROM (WITH d_" + self + "(" + columns + ") AS (SELECT " + columns +
             " FROM " + self + ") " + all_arms("d_" + self, "t", true, " UNION ALL ") + ") AS s";
    case kLateral: {
      std::vector<std::string> selected;
      for (const std::string& name : layout_.names) selected.push_back("s." + name);
      return anchor + "SELECT " + joined(selected) + " FROM " + self + " AS t CROSS JOIN LATERAL (" +
             all_arms(self, "t", false, " UNION ALL ") + ") AS s";
    }
    case kOneReference: return anchor + one_reference(self);
    default: return anchor + all_arms(self, "t", true, operation);
  }
}

std::vector<const Literal*> RecursiveComponent::own_atoms(const Rule& rule) const {
  std::vector<const Literal*> own;
  for (const Literal& literal : rule.body) {
    const auto* atom = std::get_if<Atom>(&literal);
    if (atom != nullptr && member(atom->relation) < relations_.size()) own.push_back(&literal);
  }
  return own;
}

bool RecursiveComponent::is_non_linear() const {
  return std::any_of(arms_.begin(), arms_.end(), [&](const Arm& arm) { return own_atoms(*arm.rule).size() > 1; });
}

// With USING KEY, `self` has the rows of the last step and `recurring.self` all rows. A row that is already there would
// be a row of the next step again. With MariaDB's switch, `self` has all rows.
std::string RecursiveComponent::non_linear_arms(const std::string& self) const {
  const bool keyed = script_.engine().non_linear == NonLinear::UsingKey;
  const std::string all = keyed ? "recurring." + self : self;
  std::vector<std::pair<RelationId, Source>> others;
  for (const RelationId id : relations_) others.emplace_back(id, source(id, all));
  std::vector<std::string> arms;
  for (const Arm& one : arms_) {
    for (const Literal* literal : own_atoms(*one.rule)) {
      if (!keyed && literal != one.recursive) continue;
      const RelationId read = std::get<Atom>(*literal).relation;
      const RuleSelect select(script_, *one.rule, {literal, source(read, self), "t", true, others});
      const std::vector<std::string> values = head_values(one.rule->heads.front(), &select);
      std::string text = select.text(values, layout_.names, distinct_arms());
      if (keyed) {
        std::vector<std::string> same;
        for (std::size_t i = 0; i < values.size(); ++i) same.push_back("o." + layout_.names[i] + " = " + values[i]);
        text += std::string(select.where().empty() ? " WHERE " : " AND ") + "NOT EXISTS (SELECT 1 FROM " + all +
                " AS o WHERE " + joined(same, " AND ") + ")";
      }
      arms.push_back(std::move(text));
    }
  }
  return keyed ? "(" + joined(arms, " UNION ") + ")" : joined(arms, " UNION ");
}

// A rule is a trigger for each of its atoms of the component: it inserts what follows from the new row.
std::string RecursiveComponent::trigger_statements() const {
  const auto columns_of = [&](RelationId id) {
    std::vector<std::string> columns;
    for (std::size_t i = 0; i < script_.program().relations[id].arity(); ++i)
      columns.push_back("c" + std::to_string(i));
    return columns;
  };
  const auto name_of = [&](RelationId id) { return "r_" + script_.program().relations[id].name; };
  const auto insert = [&](const Rule& rule, const RecursiveAtom& recursive) {
    const Atom& head = rule.heads.front();
    const RuleSelect select(script_, rule, recursive);
    std::vector<std::string> values;
    for (const Term& term : head.arguments) values.push_back(select.value(term));
    return "INSERT OR IGNORE INTO " + name_of(head.relation) + " " +
           select.text(values, columns_of(head.relation), distinct_arms()) + ";";
  };
  std::vector<std::pair<RelationId, Source>> others;
  for (const RelationId id : relations_) others.emplace_back(id, Source{name_of(id), columns_of(id), {}});
  std::string out;
  std::size_t triggers = 0;
  for (const Arm& one : arms_) {
    for (const Literal* literal : own_atoms(*one.rule)) {
      const RelationId read = std::get<Atom>(*literal).relation;
      const RecursiveAtom recursive{literal, Source{{}, columns_of(read), {}}, "NEW", false, others};
      out += "CREATE TRIGGER g_" + name_of(relations_.front()) + "_" + std::to_string(triggers++) +
             " AFTER INSERT ON " + name_of(read) + " BEGIN " + insert(*one.rule, recursive) + " END;\n";
    }
  }
  for (const RelationId id : relations_)
    if (!script_.program().relations[id].facts.empty())
      out += "INSERT OR IGNORE INTO " + name_of(id) + " SELECT " + joined(columns_of(id)) + " FROM " +
             facts_table(script_, id) + ";\n";
  for (const Rule* rule : base_) out += insert(*rule, {}) + "\n";
  return out;
}

namespace {

/// The positive atoms of a rule except the recursive one, as a rule whose head has all their variables.
Rule rest_of(const Rule& rule, const Literal* recursive) {
  Rule rest;
  rest.heads.push_back({rule.heads.front().relation, false, {}});
  rest.variables = rule.variables;
  for (const Literal& literal : rule.body) {
    const auto* atom = std::get_if<Atom>(&literal);
    if (atom == nullptr || atom->negated || &literal == recursive) continue;
    rest.body.push_back(literal);
    for (const Term& term : atom->arguments) {
      Terms& exported = rest.heads.front().arguments;
      if (term.is_variable() && std::find(exported.begin(), exported.end(), term) == exported.end())
        exported.push_back(term);
    }
  }
  return rest;
}

/// The rule with one atom `rest(variables)` in place of its other positive atoms.
Rule over_rest(const Rule& rule, const Literal* recursive, const Atom& rest) {
  Rule outer = rule;
  outer.body.clear();
  outer.body.push_back(*recursive);
  outer.body.emplace_back(rest);
  for (const Literal& literal : rule.body) {
    const auto* atom = std::get_if<Atom>(&literal);
    if (atom == nullptr || atom->negated) outer.body.push_back(literal);
  }
  return outer;
}

}  // namespace

namespace {

/// The derived table `r`: the rules' other atoms, with the number of the rule in the column `rule`.
struct RestTable {
  std::vector<Rule> rests;         ///< by rule
  std::vector<Source> sources;     ///< by rule: the columns of its variables
  std::vector<std::string> names;  ///< all columns
  std::vector<Type> types;         ///< of `names` without `rule`
};

RestTable rest_table(std::vector<Rule> rests) {
  RestTable table{std::move(rests), {}, {"rule"}, {}};
  std::size_t counts[2] = {0, 0};  // number columns and text columns
  for (const Rule& rest : table.rests) {
    std::size_t used[2] = {0, 0};
    Source& source = table.sources.emplace_back(Source{"r", {}, {}});
    for (const Term& term : rest.heads.front().arguments) {
      const std::size_t kind = term.type == Type::Symbol ? 1 : 0;
      source.columns.push_back((kind == 1 ? "s" : "n") + std::to_string(used[kind]++));
      counts[kind] = std::max(counts[kind], used[kind]);
    }
  }
  for (std::size_t kind = 0; kind < 2; ++kind) {
    for (std::size_t i = 0; i < counts[kind]; ++i) {
      table.names.push_back((kind == 1 ? "s" : "n") + std::to_string(i));
      table.types.push_back(kind == 1 ? Type::Symbol : Type::Number);
    }
  }
  return table;
}

/// `SELECT 1 AS rule, ... FROM ...`: the rows of one rule.
std::string rows_of_rule(const Script& script, const RestTable& table, std::size_t number_of_rule) {
  const Rule& rest = table.rests[number_of_rule];
  const RuleSelect select(script, rest, {});
  std::vector<std::string> selected = {script.typed(number(number_of_rule))};
  for (const Type type : table.types) selected.push_back(script.filler(type));
  const std::vector<std::string>& columns = table.sources[number_of_rule].columns;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto at = std::find(table.names.begin(), table.names.end(), columns[k]) - table.names.begin();
    selected[static_cast<std::size_t>(at)] = select.value(rest.heads.front().arguments[k]);
  }
  return select.text(selected, table.names, false);
}

/// The value of a column, which depends on the rule: `CASE r.rule WHEN 0 THEN a ELSE b END`.
std::string value_by_rule(const std::vector<std::vector<std::string>>& values, std::size_t column) {
  const std::string& first = values.front()[column];
  if (std::all_of(values.begin(), values.end(), [&](const auto& row) { return row[column] == first; })) return first;
  std::string value = "CASE r.rule";
  for (std::size_t i = 0; i + 1 < values.size(); ++i)
    value += " WHEN " + std::to_string(i) + " THEN " + values[i][column];
  return value + " ELSE " + values.back()[column] + " END";
}

}  // namespace

// The query has one reference to itself for any number of rules: it is joined with the table of all other atoms.
std::string RecursiveComponent::one_reference(const std::string& self) const {
  std::vector<Rule> rests;
  for (const Arm& one : arms_) rests.push_back(rest_of(*one.rule, one.recursive));
  const RestTable table = rest_table(std::move(rests));
  std::vector<std::string> parts;
  std::vector<std::string> conditions;
  std::vector<std::vector<std::string>> values;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    parts.push_back(rows_of_rule(script_, table, i));
    const Rule outer = over_rest(*arms_[i].rule, arms_[i].recursive, table.rests[i].heads.front());
    const RelationId own = std::get<Atom>(*arms_[i].recursive).relation;
    const RuleSelect select(script_, outer, {&outer.body.front(), source(own, self), "t", false}, table.sources[i],
                            "r");
    const std::string condition = select.where();
    conditions.push_back("r.rule = " + std::to_string(i) + (condition.empty() ? "" : " AND " + condition));
    values.push_back(head_values(arms_[i].rule->heads.front(), &select));
  }
  std::vector<std::string> selected;
  for (std::size_t k = 0; k < layout_.names.size(); ++k)
    selected.push_back(value_by_rule(values, k) + " AS " + layout_.names[k]);
  const std::string condition = conditions.size() == 1 ? conditions.front() : "(" + joined(conditions, ") OR (") + ")";
  return (distinct_arms() ? "SELECT DISTINCT " : "SELECT ") + joined(selected) + " FROM " + self + " AS t JOIN (" +
         joined(parts, " UNION ALL ") + ") AS r ON " + condition;
}

}  // namespace assay::datalog::sql

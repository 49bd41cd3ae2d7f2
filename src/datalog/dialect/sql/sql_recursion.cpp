#include "datalog/dialect/sql/sql_recursion.hpp"

#include <algorithm>
#include <utility>

namespace assay::datalog::sql {
namespace {

constexpr Type kTypes[] = {Type::Number, Type::Symbol, Type::Bool};
constexpr std::size_t kKinds = std::size(kTypes);

std::size_t kind_of(Type type) {
  return static_cast<std::size_t>(std::find(std::begin(kTypes), std::end(kTypes), type) - std::begin(kTypes));
}

Layout layout_of(const Program& program, const std::vector<RelationId>& relations) {
  Layout layout;
  layout.tagged = relations.size() > 1;
  std::vector<std::size_t> of_type[kKinds];  // positions of columns by kind
  for (const RelationId relation : relations) {
    std::size_t used[kKinds] = {};
    std::vector<std::size_t>& places = layout.places.emplace_back();
    for (const Attribute& attribute : program.relations[relation].attributes) {
      const std::size_t kind = kind_of(attribute.type);
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

std::string with_list(const std::vector<Member>& members, bool always_recursive) {
  if (members.empty()) return {};
  const bool recursive = always_recursive || std::any_of(members.begin(), members.end(),
                                                         [](const Member& member) { return member.recursive; });
  std::string out = recursive ? "WITH RECURSIVE " : "WITH ";
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    if (i > 0) out += ", ";
    out += member.name + "(" + joined(member.columns) + ") ";
    if (member.using_key) out += "USING KEY (" + joined(member.columns) + ") ";
    out += "AS ";
    if (member.hint == kMaterialized) out += "MATERIALIZED ";
    if (member.hint == kNotMaterialized) out += "NOT MATERIALIZED ";
    out += "(" + member.body + ")" + member.clauses;
  }
  return out + " ";
}

std::vector<std::string> numbered_columns(std::size_t count) {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < count; ++i) columns.push_back("c" + std::to_string(i));
  return columns;
}

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
  std::vector<Type> types = layout_.types;
  if (layout_.tagged) types.insert(types.begin(), Type::Number);
  if (script_.engine().typed_anchor) all.push_back(empty_query(script_, types, layout_.names));
  for (const RelationId relation : relations_)
    if (!script_.program().relations[relation].facts.empty()) all.push_back(facts(relation));
  for (const Rule* rule : base_) {
    const RuleSelect select(script_, *rule, {});
    all.push_back(select.text(head_values(rule->heads.front(), &select), layout_.names, distinct_arms()));
  }
  if (all.empty()) all.push_back(empty_query(script_, types, layout_.names));
  if (script_.way(relations_.front(), Wording::Duplicates) == kRowNumber && !is_bag())
    all.back() = first_of_each(all.back(), layout_.names);
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

std::string first_of_each(const std::string& query, const std::vector<std::string>& columns) {
  const std::string names = joined(columns);
  return "SELECT " + names + " FROM (SELECT " + names + ", ROW_NUMBER() OVER (PARTITION BY " + names + " ORDER BY " +
         columns.front() + ") AS place FROM (" + query + ") AS u) AS v WHERE place = 1";
}

// PostgreSQL wants one SELECT on each side, with the reference in the second one's FROM.
std::string RecursiveComponent::walk(const std::string& self) const {
  std::vector<std::string> selected;
  for (const std::string& name : layout_.names) selected.push_back("s." + name);
  return "SELECT " + joined(layout_.names) + " FROM (" + joined(anchors(), " UNION ") + ") AS b UNION ALL SELECT " +
         joined(selected) + " FROM " + self + " AS t CROSS JOIN LATERAL (" + all_arms(self, "t", false, " UNION ALL ") +
         ") AS s";
}

std::optional<std::size_t> RecursiveComponent::kept_column() const {
  const std::size_t columns = script_.program().relations[relations_.front()].arity();
  for (std::size_t i = 0; i < columns && relations_.size() == 1; ++i) {
    const auto keeps = [i](const Arm& arm) {
      const Term& given = arm.rule->heads.front().arguments[i];
      return given.is_variable() && given == std::get<Atom>(*arm.recursive).arguments[i];
    };
    if (!is_non_linear() && std::all_of(arms_.begin(), arms_.end(), keeps)) return i;
  }
  return std::nullopt;
}

std::string RecursiveComponent::body(const std::string& self, std::optional<std::size_t> restricted) const {
  if (walks_paths()) return walk(self);
  const std::string_view operation = is_bag() || needs_distinct() ? " UNION ALL " : " UNION ";
  std::string anchor = joined(anchors(), operation);
  if (restricted)
    anchor = "SELECT " + joined(layout_.names) + " FROM (" + anchor + ") AS b WHERE b." +
             layout_.names[layout_.places.front()[*restricted]] + " = " + kOuterValue;
  anchor += operation;
  if (is_non_linear()) return anchor + non_linear_arms(self);
  unsigned way = script_.way(relations_.front(), Wording::Arms);
  const bool chosen = way_of(script_.program().relations[relations_.front()].wordings, Wording::Arms) == way;
  if (way == kMutual || way == kNestedRecursion)  // a component that has neither form
    way = script_.engine().ways[static_cast<std::size_t>(Wording::Arms)].front();
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

std::string RecursiveComponent::plain_arm(const Rule& rule, const Literal* recursive, const std::string& own) const {
  const Terms& head = rule.heads.front().arguments;
  RecursiveAtom atom{recursive, {}};
  if (recursive != nullptr) atom.source = {own, numbered_columns(std::get<Atom>(*recursive).arguments.size()), {}};
  const RuleSelect select(script_, rule, std::move(atom));
  std::vector<std::string> values;
  for (const Term& term : head) values.push_back(select.value(term));
  return select.text(values, numbered_columns(head.size()), false);
}

std::vector<std::string> RecursiveComponent::plain_anchors(RelationId relation) const {
  const Relation& own = script_.program().relations[relation];
  const std::vector<std::string> columns = numbered_columns(own.arity());
  std::vector<Type> types;
  for (const Attribute& attribute : own.attributes) types.push_back(attribute.type);
  std::vector<std::string> all;
  if (script_.engine().typed_anchor || own.facts.empty()) all.push_back(empty_query(script_, types, columns));
  if (!own.facts.empty()) all.push_back("SELECT " + joined(columns) + " FROM " + facts_table(script_, relation));
  for (const Rule* rule : base_)
    if (rule->heads.front().relation == relation) all.push_back(plain_arm(*rule, nullptr, {}));
  return all;
}

std::vector<Member> RecursiveComponent::mutual_members() const {
  std::vector<Member> members;
  for (const RelationId id : relations_) {
    const Relation& relation = script_.program().relations[id];
    std::vector<std::string> arms = plain_anchors(id);
    for (const Arm& one : arms_)
      if (one.rule->heads.front().relation == id)
        arms.push_back(plain_arm(*one.rule, one.recursive,
                                 "r_" + script_.program().relations[std::get<Atom>(*one.recursive).relation].name));
    members.push_back({"r_" + relation.name, numbered_columns(relation.arity()), joined(arms, " UNION "), true});
  }
  return members;
}

std::vector<Member> RecursiveComponent::nested_members() const {
  if (relations_.size() != 2 || is_non_linear()) return {};
  std::vector<Member> members = nested_members(relations_[0], relations_[1]);
  return members.empty() ? nested_members(relations_[1], relations_[0]) : members;
}

// `outer` refers to itself in one place, the first arm of the inner recursion: some engines take no second reference.
std::vector<Member> RecursiveComponent::nested_members(RelationId outer, RelationId inner) const {
  const auto& relations = script_.program().relations;
  const std::string outer_name = "r_" + relations[outer].name;
  const std::string inner_name = "r_" + relations[inner].name;
  std::vector<const Arm*> from_outer;
  std::vector<const Arm*> from_inner;
  std::vector<std::string> results;
  for (const Arm& one : arms_) {
    const bool makes_inner = one.rule->heads.front().relation == inner;
    const bool reads_inner = std::get<Atom>(*one.recursive).relation == inner;
    if (makes_inner) (reads_inner ? from_inner : from_outer).push_back(&one);
    if (!makes_inner && !reads_inner) return {};
    if (!makes_inner) results.push_back(plain_arm(*one.rule, one.recursive, "n_" + inner_name));
  }
  const bool has_base =
      !relations[inner].facts.empty() ||
      std::any_of(base_.begin(), base_.end(), [&](const Rule* rule) { return rule->heads.front().relation == inner; });
  if (has_base || from_outer.size() != 1 || from_inner.size() != 1 || results.empty()) return {};
  const std::vector<std::string> outer_columns = numbered_columns(relations[outer].arity());
  const std::vector<std::string> inner_columns = numbered_columns(relations[inner].arity());
  const auto inner_body = [&](const std::string& self) {
    std::vector<std::string> arms;
    if (script_.engine().typed_anchor) arms = plain_anchors(inner);
    arms.push_back(plain_arm(*from_outer.front()->rule, from_outer.front()->recursive, outer_name));
    arms.push_back(plain_arm(*from_inner.front()->rule, from_inner.front()->recursive, self));
    return joined(arms, " UNION ");
  };
  const std::string list = with_list({{"n_" + inner_name, inner_columns, inner_body("n_" + inner_name), true}}, false);
  const std::string body = joined(plain_anchors(outer), " UNION ") + " UNION SELECT " + joined(outer_columns) +
                           " FROM (" + list + joined(results, " UNION ALL ") + ") AS s";
  return {{outer_name, outer_columns, body, true}, {inner_name, inner_columns, inner_body(inner_name), true}};
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
  const auto columns_of = [&](RelationId id) { return numbered_columns(script_.program().relations[id].arity()); };
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
  std::size_t counts[kKinds] = {};
  for (const Rule& rest : table.rests) {
    std::size_t used[kKinds] = {};
    Source& source = table.sources.emplace_back(Source{"r", {}, {}});
    for (const Term& term : rest.heads.front().arguments) {
      const std::size_t kind = kind_of(term.type);
      source.columns.push_back(std::string(letter(term.type)) + std::to_string(used[kind]++));
      counts[kind] = std::max(counts[kind], used[kind]);
    }
  }
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    for (std::size_t i = 0; i < counts[kind]; ++i) {
      table.names.push_back(std::string(letter(kTypes[kind])) + std::to_string(i));
      table.types.push_back(kTypes[kind]);
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

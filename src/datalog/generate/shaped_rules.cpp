#include "shaped_rules.hpp"

#include <algorithm>
#include <utility>

namespace assay::datalog {
namespace {

constexpr std::size_t kResult = static_cast<std::size_t>(-1);

/// For each attribute of the head: a column of the source with its type, or kResult. Each column is used once. Nullopt:
/// the source lacks a column, or the head has no number or no other attribute.
std::optional<std::vector<std::size_t>> draw_columns(const Relation& head, const Relation& source, core::Rng& rng) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < head.arity(); ++i)
    if (head.attributes[i].type == Type::Number) numbers.push_back(i);
  if (numbers.empty() || head.arity() < 2) return std::nullopt;
  const std::size_t result = rng.pick(numbers);
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < head.arity(); ++i) {
    if (i == result) {
      columns.push_back(kResult);
      continue;
    }
    std::vector<std::size_t> fitting;
    for (std::size_t k = 0; k < source.arity(); ++k)
      if (source.attributes[k].type == head.attributes[i].type &&
          std::find(columns.begin(), columns.end(), k) == columns.end())
        fitting.push_back(k);
    if (fitting.empty()) return std::nullopt;
    columns.push_back(rng.pick(fitting));
  }
  return columns;
}

}  // namespace

std::optional<Rule> draw_group_rule(const Draft& draft, RelationId head, const std::vector<RelationId>& from,
                                    core::Rng& rng) {
  if (from.empty()) return std::nullopt;
  const RelationId relation = rng.pick(from);
  const Relation& source = draft.program.relations[relation];
  const auto is_float = [](const Attribute& column) { return column.type == Type::Float; };
  if (!draft.usable(relation) || std::any_of(source.attributes.begin(), source.attributes.end(), is_float))
    return std::nullopt;
  const auto columns = draw_columns(draft.program.relations[head], source, rng);
  if (!columns) return std::nullopt;
  Rule rule;
  Atom outer{relation, false, {}};
  Aggregate aggregate;
  aggregate.atoms.push_back({relation, false, {}});
  std::vector<Term> targets;
  const auto fresh = [&](Type type) {
    rule.variables.push_back(type);
    return Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), type);
  };
  for (std::size_t k = 0; k < source.arity(); ++k) {
    const Term variable = fresh(source.attributes[k].type);
    const bool groups = std::find(columns->begin(), columns->end(), k) != columns->end();
    outer.arguments.push_back(groups ? variable : Term::wildcard(variable.type));
    aggregate.atoms.front().arguments.push_back(variable);
    if (!groups && variable.type == Type::Number) targets.push_back(variable);
  }
  aggregate.aggregator = targets.empty() ? Aggregator::Count : static_cast<Aggregator>(rng.below(4));
  aggregate.target = aggregate.aggregator == Aggregator::Count ? Term::wildcard(Type::Number) : rng.pick(targets);
  if (targets.empty() &&
      std::none_of(outer.arguments.begin(), outer.arguments.end(), [](const Term& term) { return term.is_wildcard(); }))
    return std::nullopt;  // no variable of its own to aggregate over
  aggregate.result = fresh(Type::Number);
  Atom defined{head, false, {}};
  for (const std::size_t column : *columns)
    defined.arguments.push_back(column == kResult ? aggregate.result : outer.arguments[column]);
  rule.heads.push_back(std::move(defined));
  rule.body.emplace_back(std::move(outer));
  rule.body.emplace_back(std::move(aggregate));
  return rule;
}

namespace {

std::vector<std::size_t> columns_of(const Relation& relation, Type type) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < relation.arity(); ++i)
    if (relation.attributes[i].type == type) columns.push_back(i);
  return columns;
}

/// An atom with wildcards.
Atom open_atom(const Program& program, RelationId relation) {
  Atom atom{relation, false, {}};
  for (const Attribute& attribute : program.relations[relation].attributes)
    atom.arguments.push_back(Term::wildcard(attribute.type));
  return atom;
}

/// Adds a filter on the variable: an atom of an earlier relation, a comparison, or a negated atom.
void add_filter(Draft& draft, const Term& variable, const std::vector<RelationId>& from, core::Rng& rng, Rule& rule) {
  const Capabilities& can = draft.capabilities();
  constexpr unsigned kComparisons = 20;  // in percent
  constexpr unsigned kNegations = 50;    // in percent of the others
  if (can.comparisons && rng.percent(kComparisons)) {
    rule.body.emplace_back(
        Comparison{Comparator::NotEqual, variable, Term::constant(draft.draw_value(variable.type), variable.type)});
    return;
  }
  const RelationId relation = rng.pick(from);
  const std::vector<std::size_t> columns = columns_of(draft.program.relations[relation], variable.type);
  if (columns.empty() || !draft.usable(relation)) return;
  Atom atom = open_atom(draft.program, relation);
  atom.arguments[rng.pick(columns)] = variable;
  atom.negated = rng.percent(kNegations) && can.negation && can.negated_wildcards;
  if (atom.negated && atom.arguments.size() > 1)  // else few tuples pass
    for (Term& term : atom.arguments)
      if (term.is_wildcard()) term = Term::constant(draft.draw_value(term.type), term.type);
  rule.body.emplace_back(std::move(atom));
}

}  // namespace

std::optional<Rule> draw_step_rule(Draft& draft, RelationId head, const std::vector<RelationId>& from, core::Rng& rng) {
  const Relation& defined = draft.program.relations[head];
  if (from.empty() || defined.arity() == 0) return std::nullopt;
  const RelationId relation = rng.pick(from);
  const std::size_t moved = static_cast<std::size_t>(rng.below(defined.arity()));
  const Type type = defined.attributes[moved].type;
  std::vector<std::size_t> columns = columns_of(draft.program.relations[relation], type);
  if (columns.size() < 2 || type == Type::Float || !draft.usable(relation) || !draft.usable(head)) return std::nullopt;
  rng.shuffle(columns);
  Rule rule;
  Atom own{head, false, {}};
  for (const Attribute& attribute : defined.attributes) {
    own.arguments.push_back(Term::variable(static_cast<std::uint32_t>(rule.variables.size()), attribute.type));
    rule.variables.push_back(attribute.type);
  }
  const Term next = Term::variable(static_cast<std::uint32_t>(rule.variables.size()), type);
  rule.variables.push_back(type);
  Atom step = open_atom(draft.program, relation);
  step.arguments[columns[0]] = own.arguments[moved];
  step.arguments[columns[1]] = next;
  Atom result = own;
  result.arguments[moved] = next;
  rule.heads.push_back(std::move(result));
  rule.body.emplace_back(std::move(own));
  rule.body.emplace_back(std::move(step));
  if (rng.coin()) std::swap(rule.body[0], rule.body[1]);
  constexpr unsigned kFiltered = 60;  // in percent
  if (rng.percent(kFiltered)) add_filter(draft, next, from, rng, rule);
  return rule;
}

namespace {

/// Two columns of one type that is no float. Nullopt: there are none.
std::optional<std::pair<std::size_t, std::size_t>> draw_edge(const Relation& relation, core::Rng& rng) {
  if (relation.arity() < 2) return std::nullopt;
  const auto first = static_cast<std::size_t>(rng.below(relation.arity()));
  std::vector<std::size_t> others = columns_of(relation, relation.attributes[first].type);
  std::erase(others, first);
  if (others.empty() || relation.attributes[first].type == Type::Float) return std::nullopt;
  return std::pair(first, rng.pick(others));
}

}  // namespace

bool define_closure(Draft& draft, RelationId head, const std::vector<RelationId>& from, core::Rng& rng) {
  if (from.empty()) return false;
  const RelationId relation = rng.pick(from);
  const Relation& source = draft.program.relations[relation];
  const auto edge = draft.usable(relation) ? draw_edge(source, rng) : std::nullopt;
  if (!edge) return false;
  const Type type = source.attributes[edge->first].type;
  const bool pairs = rng.coin() || source.facts.empty();
  Relation& defined = draft.program.relations[head];
  defined.attributes.assign(pairs ? 2 : 1, Attribute{"a", type, {}});
  if (pairs) defined.attributes[1].name = "b";
  defined.facts = Tuples{defined.arity(), 0, {}};
  draft.samples[head] = defined.facts;
  const Term x = Term::variable(0, type);
  const Term y = Term::variable(1, type);
  const Term z = Term::variable(2, type);
  const auto with_edge = [&](const Term& start, const Term& end) {
    Atom atom = open_atom(draft.program, relation);
    atom.arguments[edge->first] = start;
    atom.arguments[edge->second] = end;
    return atom;
  };
  const auto tuple = [&](const Term& end) {
    Atom atom{head, false, {}};
    if (pairs) atom.arguments.push_back(x);
    atom.arguments.push_back(end);
    return atom;
  };
  Rule base{{tuple(y)}, {}, {type, type}};
  const Term start = pairs ? x : Term::constant(source.facts.row(0)[edge->first], type);
  base.body.emplace_back(with_edge(start, y));
  Rule step{{tuple(z)}, {}, {type, type, type}};
  step.body.emplace_back(tuple(y));
  step.body.emplace_back(with_edge(y, z));
  constexpr unsigned kSwapped = 30;   // in percent
  constexpr unsigned kFiltered = 60;  // in percent
  if (rng.percent(kSwapped)) std::swap(step.body[0], step.body[1]);
  if (rng.percent(kFiltered)) add_filter(draft, z, from, rng, step);
  draft.program.rules.push_back(std::move(base));
  draft.program.rules.push_back(std::move(step));
  return true;
}

}  // namespace assay::datalog

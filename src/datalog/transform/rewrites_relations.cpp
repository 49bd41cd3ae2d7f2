// Rewriting that adds a relation, or replaces an atom by its relation's definition.
#include <algorithm>
#include <numeric>
#include <utility>

#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

bool has_room(const Workspace& workspace) {
  return workspace.program().relations.size() < kMaxRelations && workspace.program().rules.size() < kMaxRules;
}

/// `to(X, Y) :- from(X, Y).`; both have the same attributes.
Rule copying(const std::vector<Attribute>& attributes, RelationId from, RelationId to) {
  Rule rule{{Atom{to, false, {}}}, {}, {}};
  for (const Attribute& attribute : attributes) rule.heads[0].arguments.push_back(fresh_variable(rule, attribute.type));
  Atom body = rule.heads[0];
  body.relation = from;
  rule.body.emplace_back(std::move(body));
  return rule;
}

/// By literal: whether it moves to the new relation's rule. At least one positive atom moves.
std::vector<bool> draw_part(const Rule& rule, core::Rng& rng) {
  std::vector<bool> part(rule.body.size(), false);
  for (std::size_t i = 0; i < part.size(); ++i)
    part[i] = !std::holds_alternative<Aggregate>(rule.body[i]) && rng.coin();
  part[rng.pick(positive_atoms(rule))] = true;
  return part;
}

/// The attribute for a column of the variable's values: with a declared type if a body atom has one for the variable.
Attribute column_of(const Program& program, const Rule& rule, const Term& variable) {
  Attribute result{{}, variable.type, {}};
  for (const Literal& literal : rule.body) {
    const Atom* atom = positive_atom(literal);
    for (std::size_t i = 0; atom != nullptr && i < atom->arguments.size(); ++i) {
      const Attribute& attribute = program.relations[atom->relation].attributes[i];
      if (atom->arguments[i] == variable && !attribute.declared.empty()) result = attribute;
    }
  }
  return result;
}

/// A rule split into two. `inner` defines a new relation (still with the number 0), which `outer` uses at `place`.
struct Folded {
  Rule inner;
  Rule outer;
  std::size_t place = 0;
  std::vector<Attribute> attributes;
};

Folded folded(const Program& program, const Rule& rule, const std::vector<bool>& part) {
  Folded result;
  result.inner.variables = rule.variables;
  result.outer = rule;
  result.outer.body.clear();
  for (std::size_t i = 0; i < part.size(); ++i) (part[i] ? result.inner : result.outer).body.push_back(rule.body[i]);
  const Occurrences within = occurrences(result.inner);
  const Occurrences rest = occurrences(result.outer);
  Atom atom{0, false, {}};
  for (std::uint32_t i = 0; i < rule.variables.size(); ++i) {
    const Term variable = Term::variable(i, rule.variables[i]);
    if (within.total(variable) == 0 || rest.total(variable) == 0) continue;
    atom.arguments.push_back(variable);
    result.attributes.push_back(column_of(program, result.inner, variable));
    result.attributes.back().name = "x" + std::to_string(result.attributes.size() - 1);
  }
  result.inner.heads = {atom};
  result.place = static_cast<std::size_t>(std::find(part.begin(), part.end(), true) - part.begin());
  insert_literal(result.outer, result.place, std::move(atom));
  return result;
}

}  // namespace

Applied fold(Workspace& workspace, core::Rng& rng) {
  if (!has_room(workspace)) return std::nullopt;
  const std::vector<std::uint32_t> places = rules_where(workspace, Aim::Anywhere, [](const Rule& rule) {
    return rule.body.size() > 1 && !has_division(rule) &&
           std::any_of(rule.body.begin(), rule.body.end(), positive_atom);
  });
  for (int attempt = 0; attempt < kTries && !places.empty(); ++attempt) {
    const std::uint32_t place = rng.pick(places);
    const Rule& before = workspace.program().rules[place];
    Folded result = folded(workspace.program(), before, draw_part(before, rng));
    if (result.attributes.empty() && !workspace.capabilities().nullary) continue;
    if (!is_safe(result.inner) || !stays_sound(before, result.outer)) continue;
    const auto is_nameless = [](const Attribute& it) { return it.type == Type::Opaque && it.declared.empty(); };
    if (std::any_of(result.attributes.begin(), result.attributes.end(), is_nameless)) continue;
    const RelationId added = workspace.add_relation("fold", std::move(result.attributes));
    result.inner.heads[0].relation = added;
    std::get<Atom>(result.outer.body[result.place]).relation = added;
    settle(result.inner);
    put_rule(workspace, place, std::move(result.outer));
    add_rule(workspace, rng, std::move(result.inner));
    return Changes{};
  }
  return std::nullopt;
}

namespace {

/// An atom, and the only rule of its relation.
struct CallPlace {
  std::uint32_t rule = 0;
  std::uint32_t literal = 0;
  std::uint32_t definition = 0;
};

bool may_replace(const Relation& relation) {
  return is_target(relation) && !relation.is_input && relation.facts.empty() &&
         relation.representation != Representation::Eqrel;
}

std::vector<CallPlace> calls(const Program& program) {
  std::vector<std::uint32_t> rules_of(program.relations.size(), 0);
  std::vector<std::uint32_t> definition(program.relations.size(), 0);
  for (std::uint32_t i = 0; i < program.rules.size(); ++i) {
    const Rule& rule = program.rules[i];
    const bool fits = rule.heads.size() == 1 && !has_aggregate(rule) && !has_division(rule) && is_plain(program, rule);
    for (const Atom& head : rule.heads) {
      rules_of[head.relation] += fits ? 1 : 2;
      definition[head.relation] = i;
    }
  }
  std::vector<CallPlace> found;
  for (std::uint32_t i = 0; i < program.rules.size(); ++i) {
    const Rule& rule = program.rules[i];
    for (const std::uint32_t literal : positive_atoms(rule)) {
      const RelationId relation = std::get<Atom>(rule.body[literal]).relation;
      if (rules_of[relation] != 1 || definition[relation] == i || !may_replace(program.relations[relation])) continue;
      if (rule.body.size() + program.rules[definition[relation]].body.size() <= kMaxLiterals + 1)
        found.push_back({i, literal, definition[relation]});
    }
  }
  return found;
}

/// The rule with the definition's body instead of the atom. Nullopt if this needs an equality that cannot be written.
std::optional<Rule> unfolded(const Rule& rule, std::size_t literal, const Rule& definition, bool can_compare) {
  Rule result = rule;
  Rule inner = definition;
  const auto offset = static_cast<Value>(rule.variables.size());
  result.variables.insert(result.variables.end(), inner.variables.begin(), inner.variables.end());
  for_each_term(inner, [&](Term& term) {
    if (term.is_variable()) term.value += offset;
  });
  const Terms arguments = std::get<Atom>(rule.body[literal]).arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Term& argument = arguments[i];
    const Term column = inner.heads[0].arguments[i];
    if (argument.is_wildcard() || argument == column) continue;
    if (argument.is_variable() && column.is_variable() && column.value >= offset) {
      replace_variable(inner, column, argument);
      continue;
    }
    if (!can_compare || !is_joinable(argument.type) || (argument.is_constant() && column.is_constant()))
      return std::nullopt;
    // The equality joins the body now, so that the replacement of a variable for a later column includes it.
    inner.body.emplace_back(Comparison{Comparator::Equal, argument, column});
  }
  const auto at = result.body.erase(result.body.begin() + static_cast<std::ptrdiff_t>(literal));
  result.body.insert(at, inner.body.begin(), inner.body.end());
  return result;
}

}  // namespace

Applied unfold(Workspace& workspace, core::Rng& rng) {
  const Program& program = workspace.program();
  const std::vector<CallPlace> all = calls(program);
  for (int attempt = 0; attempt < kTries && !all.empty(); ++attempt) {
    const CallPlace call = rng.pick(all);
    const Rule& before = program.rules[call.rule];
    const Rule& definition = program.rules[call.definition];
    if (has_division(before) || !is_plain(program, before) || is_recursive(workspace, definition)) continue;
    const std::vector<Atom>& heads = before.heads;
    if (!std::all_of(heads.begin(), heads.end(),
                     [&](const Atom& it) { return is_target(program.relations[it.relation]); }))
      continue;
    if (has_computation(definition) && is_recursive(workspace, before)) continue;
    auto rule = unfolded(before, call.literal, definition, workspace.capabilities().comparisons);
    if (!rule || !stays_sound(before, *rule)) continue;
    put_rule(workspace, call.rule, *std::move(rule));
    return Changes{};
  }
  return std::nullopt;
}

Applied split_facts(Workspace& workspace, core::Rng& rng) {
  if (!has_room(workspace)) return std::nullopt;
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return takes_rules(relation) && !relation.facts.empty();
                          }));
  if (!place) return std::nullopt;
  const std::vector<Attribute> attributes = workspace.program().relations[*place].attributes;
  const RelationId added = workspace.add_relation("part", attributes);
  Tuples& from = workspace.change().relations[*place].facts;
  Tuples& to = workspace.change().relations[added].facts;
  const Tuples all = std::exchange(from, Tuples{from.arity, 0, {}});
  const auto sure = static_cast<std::size_t>(rng.below(all.count));
  for (std::size_t i = 0; i < all.count; ++i) (i == sure || rng.coin() ? to : from).add(all.row(i));
  add_rule(workspace, rng, copying(attributes, added, *place));
  return Changes{};
}

Applied copy_relation(Workspace& workspace, core::Rng& rng) {
  if (!has_room(workspace)) return std::nullopt;
  const auto place =
      draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule& rule) {
             return std::any_of(rule.body.begin(), rule.body.end(), [](const Literal& literal) {
               return std::holds_alternative<Atom>(literal) || std::holds_alternative<Aggregate>(literal);
             });
           }));
  if (!place) return std::nullopt;
  std::vector<RelationId> used;
  for_each_body_atom(workspace.program().rules[*place], [&](const Atom& atom) {
    if (is_source(workspace.program().relations[atom.relation])) used.push_back(atom.relation);
  });
  const auto copied = draw(rng, used);
  if (!copied) return std::nullopt;
  const std::vector<Attribute> attributes = workspace.program().relations[*copied].attributes;
  const RelationId added = workspace.add_relation("copy", attributes);
  const auto redirect = [&](Atom& atom) {
    if (atom.relation == *copied) atom.relation = added;
  };
  for (Literal& literal : workspace.change().rules[*place].body) {
    if (auto* atom = std::get_if<Atom>(&literal)) redirect(*atom);
    if (auto* aggregate = std::get_if<Aggregate>(&literal))
      std::for_each(aggregate->atoms.begin(), aggregate->atoms.end(), redirect);
  }
  add_rule(workspace, rng, copying(attributes, *copied, added));
  return Changes{};
}

}  // namespace assay::datalog

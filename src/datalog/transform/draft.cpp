#include "datalog/transform/draft.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace assay::datalog {
namespace {

bool may_write(const Workspace& workspace, Type type, Value value) {
  return value >= 0 || type != Type::Number || workspace.capabilities().negative_numbers;
}

/// A fresh variable, or a wildcard if the dialect has wildcards.
Term loose_term(const Workspace& workspace, core::Rng& rng, Rule& rule, Type type) {
  constexpr unsigned kWildcards = 30;
  if (workspace.capabilities().wildcards && rng.percent(kWildcards)) return Term::wildcard(type);
  return fresh_variable(rule, type);
}

/// Variables of the type that occur outside of aggregates.
std::vector<Term> joinable_variables(const Rule& rule, const Occurrences& counts, Type type) {
  std::vector<Term> found;
  for (std::uint32_t i = 0; i < counts.outside.size(); ++i) {
    if (rule.variables[i] == type && counts.outside[i] > 0) found.push_back(Term::variable(i, type));
  }
  return found;
}

}  // namespace

std::optional<Value> draw_value_of(const Workspace& workspace, core::Rng& rng, RelationId relation,
                                   std::size_t column) {
  const Tuples& tuples = workspace.sample(relation);
  if (tuples.empty()) return std::nullopt;
  const Value value = tuples.row(static_cast<std::size_t>(rng.below(tuples.count)))[column];
  if (!may_write(workspace, workspace.program().relations[relation].attributes[column].type, value))
    return std::nullopt;
  return value;
}

std::optional<Value> draw_value(const Workspace& workspace, core::Rng& rng, Type type) {
  const std::vector<Relation>& relations = workspace.program().relations;
  const auto start = static_cast<std::size_t>(rng.below(relations.size()));
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const auto at = static_cast<RelationId>((start + i) % relations.size());
    if (!is_source(relations[at]) || workspace.sample(at).empty()) continue;
    for (std::size_t column = 0; column < relations[at].arity(); ++column) {
      const Attribute& attribute = relations[at].attributes[column];
      if (attribute.type != type || !attribute.declared.empty()) continue;
      if (const auto value = draw_value_of(workspace, rng, at, column)) return value;
    }
  }
  return std::nullopt;
}

std::optional<Atom> draw_joined_atom(const Workspace& workspace, core::Rng& rng, Rule& rule, RelationId relation,
                                     const AtomStyle& style) {
  const Occurrences counts = occurrences(rule);
  Atom atom{relation, false, {}};
  bool restricts = false;
  for (std::size_t i = 0; i < workspace.program().relations[relation].arity(); ++i) {
    const Attribute& attribute = workspace.program().relations[relation].attributes[i];
    if (is_joinable(attribute) && rng.percent(style.joined)) {
      if (const auto variable = draw(rng, joinable_variables(rule, counts, attribute.type))) {
        atom.arguments.push_back(*variable);
        restricts = true;
        continue;
      }
    }
    if (is_joinable(attribute) && rng.percent(style.constant)) {
      if (const auto value = draw_value_of(workspace, rng, relation, i)) {
        atom.arguments.push_back(Term::constant(*value, attribute.type));
        restricts = true;
        continue;
      }
    }
    atom.arguments.push_back(loose_term(workspace, rng, rule, attribute.type));
  }
  if (!restricts && !atom.arguments.empty()) return std::nullopt;
  return atom;
}

Atom draw_atom(const Workspace& workspace, core::Rng& rng, Rule& rule, RelationId relation, unsigned percent_shared) {
  const std::size_t before = rule.variables.size();
  Atom atom{relation, false, {}};
  for (const Attribute& attribute : workspace.program().relations[relation].attributes) {
    std::vector<Term> shared;
    for (std::uint32_t i = 0; i < before && is_joinable(attribute); ++i) {
      if (rule.variables[i] == attribute.type) shared.push_back(Term::variable(i, attribute.type));
    }
    if (!shared.empty() && rng.percent(percent_shared)) {
      atom.arguments.push_back(rng.pick(shared));
    } else {
      atom.arguments.push_back(loose_term(workspace, rng, rule, attribute.type));
    }
  }
  return atom;
}

std::optional<Atom> draw_head(const Workspace& workspace, core::Rng& rng, const Rule& rule, RelationId relation) {
  constexpr unsigned kConstants = 10;
  Atom head{relation, false, {}};
  for (const Attribute& attribute : workspace.program().relations[relation].attributes) {
    std::vector<Term> fitting;
    for (const Literal& literal : rule.body) {
      const Atom* atom = positive_atom(literal);
      for (std::size_t i = 0; atom != nullptr && i < atom->arguments.size(); ++i) {
        const Term& term = atom->arguments[i];
        const std::string& declared = workspace.program().relations[atom->relation].attributes[i].declared;
        const bool fits = declared == attribute.declared || (attribute.declared.empty() && is_joinable(term.type));
        if (term.is_variable() && term.type == attribute.type && fits) fitting.push_back(term);
      }
    }
    std::optional<Value> value;
    if (is_joinable(attribute) && (fitting.empty() || rng.percent(kConstants)))
      value = draw_value(workspace, rng, attribute.type);
    if (value) {
      head.arguments.push_back(Term::constant(*value, attribute.type));
    } else if (!fitting.empty()) {
      head.arguments.push_back(rng.pick(fitting));
    } else {
      return std::nullopt;
    }
  }
  return head;
}

std::optional<RelationId> draw_source(Workspace& workspace, core::Rng& rng, const Rule& rule, bool negative) {
  const std::vector<Relation>& relations = workspace.program().relations;
  std::optional<RelationId> found;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const auto at = static_cast<RelationId>(rng.below(relations.size()));
    if (!is_source(relations[at]) || !edge_fits(workspace, at, rule, negative)) continue;
    found = at;
    if (!workspace.has_sample(at) || !workspace.sample(at).empty()) break;
  }
  return found;
}

std::optional<Rule> draw_rule_of(Workspace& workspace, core::Rng& rng, RelationId relation) {
  constexpr std::uint64_t kMaxSources = 2;
  constexpr unsigned kShared = 60;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Rule rule;
    rule.heads.push_back({relation, false, {}});
    const std::uint64_t sources = 1 + rng.below(kMaxSources);
    for (std::uint64_t i = 0; i < sources; ++i) {
      const auto source = draw_source(workspace, rng, rule, false);
      if (!source) break;
      Atom atom = draw_atom(workspace, rng, rule, *source, kShared);
      if (std::find(rule.body.begin(), rule.body.end(), Literal(atom)) == rule.body.end())
        rule.body.emplace_back(std::move(atom));
    }
    if (rule.body.empty()) continue;
    auto head = draw_head(workspace, rng, rule, relation);
    if (!head || combinations(workspace, rule) > kMaxCombinations) continue;
    rule.heads[0] = *std::move(head);
    if (positive_atom(rule.body[0])->relation == relation && *positive_atom(rule.body[0]) == rule.heads[0]) continue;
    return rule;
  }
  return std::nullopt;
}

}  // namespace assay::datalog

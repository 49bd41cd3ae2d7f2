// DLSmith's transformations of relational edges: thesis section 4.5.3 and table 4.1. (Deleting one edge is in
// remove_literals.cpp, adding one to an existing rule in add_atoms.cpp.)
#include <algorithm>
#include <utility>

#include "datalog/transform/draft.hpp"
#include "datalog/transform/probe.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

bool has_room_for_a_rule(const Workspace& workspace) { return workspace.program().rules.size() < kMaxRules; }

/// Adds a new rule to a relation with the aim.
Applied add_edge(Workspace& workspace, core::Rng& rng, Aim aim) {
  if (!has_room_for_a_rule(workspace)) return std::nullopt;
  const std::vector<RelationId> heads =
      relations_where(workspace, aim, [](const Relation& relation, RelationId) { return takes_rules(relation); });
  Candidate best;
  for (int attempt = 0; attempt < kTries && !heads.empty() && !best.sure; ++attempt) {
    const RelationId head = rng.pick(heads);
    auto rule = draw_rule_of(workspace, rng, head);
    if (!rule) continue;
    best.offer(head, *std::move(rule), [&](const Rule& it) { return aim == Aim::None || gains(workspace, it); });
  }
  if (!best.accepted(rng)) return std::nullopt;
  const RelationId head = best.place;
  add_rule(workspace, rng, *std::move(best.rule));
  return Changes{{head, Oracle::Superset}};
}

/// Adds a negated or positive atom to a rule that does not flow to the output.
Applied restrict_beside(Workspace& workspace, core::Rng& rng) {
  const std::vector<std::uint32_t> places = rules_where(workspace, Aim::None, [&](const Rule& rule) {
    return rule.body.size() < kMaxLiterals && is_plain(workspace.program(), rule);
  });
  const auto place = draw(rng, places);
  if (!place) return std::nullopt;
  const Rule& before = workspace.program().rules[*place];
  const bool negative = workspace.capabilities().negation && rng.coin();
  const auto source = draw_source(workspace, rng, before, negative);
  if (!source) return std::nullopt;
  Rule rule = before;
  auto atom = draw_joined_atom(workspace, rng, rule, *source, {.joined = negative ? 95U : 70U, .constant = 60});
  if (!atom) return std::nullopt;
  atom->negated = negative;
  if (negative && !workspace.capabilities().negated_wildcards &&
      std::any_of(atom->arguments.begin(), atom->arguments.end(), [](const Term& it) { return it.is_wildcard(); }))
    return std::nullopt;
  rule.body.emplace_back(*std::move(atom));
  if (!stays_sound(before, rule)) return std::nullopt;
  Changes changes = at_heads(rule, Oracle::Subset);
  put_rule(workspace, *place, std::move(rule));
  return changes;
}

/// A body `source(X, Y), !source(X, Y)`, perhaps with repeated variables and constants: `source(X, X, 3), ...`. Nullopt
/// if the source has a column that cannot be joined.
std::optional<Rule> contradiction(const Workspace& workspace, core::Rng& rng, RelationId source) {
  constexpr unsigned kRepeated = 30;  // in percent
  constexpr unsigned kConstant = 20;
  Rule rule;
  Atom atom{source, false, {}};
  const std::vector<Attribute>& attributes = workspace.program().relations[source].attributes;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const Attribute& attribute = attributes[i];
    if (!is_joinable(attribute.type)) return std::nullopt;
    std::vector<Term> known;
    for (const Term& term : atom.arguments)
      if (term.is_variable() && term.type == attribute.type) known.push_back(term);
    const bool plain = is_joinable(attribute);
    const auto value =
        plain && rng.percent(kConstant) ? draw_value_of(workspace, rng, source, i) : std::optional<Value>();
    if (value) {
      atom.arguments.push_back(Term::constant(*value, attribute.type));
    } else if (plain && !known.empty() && rng.percent(kRepeated)) {
      atom.arguments.push_back(rng.pick(known));
    } else {
      atom.arguments.push_back(fresh_variable(rule, attribute.type));
    }
  }
  rule.body.emplace_back(atom);
  atom.negated = true;
  rule.body.emplace_back(std::move(atom));
  return rule;
}

/// Adds a negated atom over variables that the rule binds and constants, if possible. `heads`: a rule with the head.
void add_negated_beside(Workspace& workspace, core::Rng& rng, Rule& rule, const Rule& heads) {
  const auto source = draw_source(workspace, rng, heads, true);
  if (!source) return;
  Rule larger = rule;
  auto atom = draw_joined_atom(workspace, rng, larger, *source, {.joined = 100, .constant = 100});
  if (!atom) return;
  atom->negated = true;
  const bool wild =
      std::any_of(atom->arguments.begin(), atom->arguments.end(), [](const Term& it) { return it.is_wildcard(); });
  if (wild && !workspace.capabilities().negated_wildcards) return;
  larger.body.emplace_back(*std::move(atom));
  if (is_safe(larger)) rule = std::move(larger);
}

}  // namespace

// The new rule derives nothing for any content of the relations.
Applied add_empty_rule(Workspace& workspace, core::Rng& rng) {
  constexpr unsigned kNegatedBeside = 35;  // in percent
  if (!workspace.capabilities().negation || !has_room_for_a_rule(workspace)) return std::nullopt;
  const std::vector<RelationId> heads = relations_where(
      workspace, Aim::Anywhere, [](const Relation& relation, RelationId) { return takes_rules(relation); });
  for (int attempt = 0; attempt < kTries && !heads.empty(); ++attempt) {
    const RelationId head = rng.pick(heads);
    const Rule empty{{Atom{head, false, {}}}, {}, {}};
    const auto source = draw_source(workspace, rng, empty, true);
    if (!source) continue;
    auto rule = contradiction(workspace, rng, *source);
    if (!rule) continue;
    if (rng.percent(kNegatedBeside)) add_negated_beside(workspace, rng, *rule, empty);
    if (rng.percent(30)) {
      const auto more = draw_source(workspace, rng, empty, false);
      if (more) rule->body.emplace_back(draw_atom(workspace, rng, *rule, *more, 50));
    }
    auto atom = draw_head(workspace, rng, *rule, head);
    if (!atom) continue;
    rule->heads.push_back(*std::move(atom));
    add_rule(workspace, rng, *std::move(rule));
    return Changes{};
  }
  return std::nullopt;
}

// The oracle Equal is about the output. The relation itself and the relations that it flows to change.
Applied add_edge_beside(Workspace& workspace, core::Rng& rng) {
  if (rng.coin()) {
    if (auto changes = restrict_beside(workspace, rng)) return changes;
  }
  return add_edge(workspace, rng, Aim::None);
}

Applied add_edge_expanding(Workspace& workspace, core::Rng& rng) { return add_edge(workspace, rng, Aim::Positive); }

// Adds a rule that derives tuples of its head from the same tuples, perhaps restricted by another atom.
Applied add_self_edge(Workspace& workspace, core::Rng& rng) {
  if (!has_room_for_a_rule(workspace)) return std::nullopt;
  const std::vector<RelationId> heads = relations_where(
      workspace, Aim::Anywhere, [](const Relation& relation, RelationId) { return takes_rules(relation); });
  for (int attempt = 0; attempt < kTries && !heads.empty(); ++attempt) {
    const RelationId head = rng.pick(heads);
    Rule rule{{Atom{head, false, {}}}, {}, {}};
    if (!edge_fits(workspace, head, rule, false)) continue;
    for (const Attribute& attribute : workspace.program().relations[head].attributes)
      rule.heads[0].arguments.push_back(fresh_variable(rule, attribute.type));
    rule.body.emplace_back(rule.heads[0]);
    if (const auto more = rng.percent(40) ? draw_source(workspace, rng, rule, false) : std::nullopt) {
      auto atom = draw_joined_atom(workspace, rng, rule, *more, {.joined = 80, .constant = 30});
      if (atom) rule.body.emplace_back(*std::move(atom));
      if (!is_safe(rule) || combinations(workspace, rule) > kMaxCombinations) continue;
    }
    add_rule(workspace, rng, std::move(rule));
    return Changes{};
  }
  return std::nullopt;
}

Applied delete_edges_contracting(Workspace& workspace, core::Rng& rng) {
  std::vector<bool> has_rules(workspace.program().relations.size(), false);
  for (const Rule& rule : workspace.program().rules) {
    for (const Atom& head : rule.heads) has_rules[head.relation] = true;
  }
  const auto place = draw(rng, relations_where(workspace, Aim::Positive, [&](const Relation& relation, RelationId id) {
                            return is_target(relation) && has_rules[id];
                          }));
  if (!place) return std::nullopt;
  remove_rules_of(workspace, *place);
  return Changes{{*place, Oracle::Subset}};
}

}  // namespace assay::datalog

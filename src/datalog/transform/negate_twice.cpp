// queryFuzz's double negation: thesis section 3.8.1.
#include <algorithm>
#include <utility>

#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

/// The negated atom, with wildcards for variables that occur nowhere else; nullopt if the dialect cannot write it.
std::optional<Atom> negated(const Workspace& workspace, const Atom& atom, const Occurrences& counts) {
  const Capabilities& can = workspace.capabilities();
  Atom result = atom;
  result.negated = true;
  for (Term& term : result.arguments) {
    if (term.is_variable() && counts.once(term)) term = Term::wildcard(term.type);
    if (term.is_wildcard() && (!can.wildcards || !can.negated_wildcards)) return std::nullopt;
    if (!term.is_wildcard() && !is_joinable(term.type)) return std::nullopt;
  }
  return result;
}

/// The distinct variables of the atom, and the attributes of their columns.
std::pair<Terms, std::vector<Attribute>> columns(const Program& program, const Atom& atom) {
  std::pair<Terms, std::vector<Attribute>> result;
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    const Term& term = atom.arguments[i];
    if (!term.is_variable() || std::find(result.first.begin(), result.first.end(), term) != result.first.end())
      continue;
    result.first.push_back(term);
    Attribute attribute = program.relations[atom.relation].attributes[i];
    attribute.name = "x" + std::to_string(result.second.size());
    result.second.push_back(std::move(attribute));
  }
  return result;
}

/// Whether no relation of the body depends on a head. Otherwise the new relation, which depends on the body and which
/// the heads negate, would break stratification.
bool is_below(Workspace& workspace, const Rule& rule) {
  bool below = true;
  for_each_body_atom(rule, [&](const Atom& atom) {
    for (const Atom& head : rule.heads) below = below && !workspace.graph().reaches(head.relation, atom.relation);
  });
  return below;
}

}  // namespace

Applied negate_twice(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().negation || workspace.program().relations.size() >= kMaxRelations) return std::nullopt;
  const std::vector<std::uint32_t> places = rules_where(workspace, Aim::Anywhere, [](const Rule& rule) {
    return positive_atoms(rule).size() > 1 && !has_division(rule);
  });
  for (int attempt = 0; attempt < kTries && !places.empty(); ++attempt) {
    const std::uint32_t place = rng.pick(places);
    const Rule& before = workspace.program().rules[place];
    const std::uint32_t chosen = rng.pick(positive_atoms(before));
    const Atom& atom = std::get<Atom>(before.body[chosen]);
    auto opposite = negated(workspace, atom, occurrences(before));
    if (!opposite) continue;
    auto [variables, attributes] = columns(workspace.program(), *opposite);
    if (variables.empty() && !workspace.capabilities().nullary) continue;
    Rule inner = before;
    inner.heads = {Atom{0, false, variables}};
    inner.body.erase(inner.body.begin() + chosen);
    Rule outer = before;
    outer.body = inner.body;
    inner.body.emplace_back(*std::move(opposite));
    outer.body.emplace_back(Atom{0, true, std::move(variables)});
    if (!stays_sound(before, inner) || !stays_sound(before, outer) || !is_below(workspace, before)) continue;
    const RelationId added = workspace.add_relation("neg", std::move(attributes));
    inner.heads[0].relation = added;
    std::get<Atom>(outer.body.back()).relation = added;
    settle(inner);
    put_rule(workspace, place, std::move(outer));
    add_rule(workspace, rng, std::move(inner));
    return Changes{};
  }
  return std::nullopt;
}

}  // namespace assay::datalog

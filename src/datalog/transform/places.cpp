#include "datalog/transform/places.hpp"

#include <algorithm>
#include <utility>

namespace assay::datalog {

bool is_target(const Relation& relation) {
  return !relation.from_seed && relation.choice_domains.empty() && !relation.dominance;
}

bool takes_rules(const Relation& relation) { return is_target(relation) && !relation.is_input; }

bool is_source(const Relation& relation) { return relation.choice_domains.empty(); }

bool lies(Workspace& workspace, RelationId relation, Aim aim) {
  if (aim == Aim::Anywhere) return true;
  const Ancestry ancestry = workspace.graph().ancestry(relation, workspace.output());
  switch (aim) {
    case Aim::Positive: return ancestry == Ancestry::Positive;
    case Aim::Negative: return ancestry == Ancestry::Negative;
    default: return ancestry == Ancestry::None;
  }
}

bool feeds_division(Workspace& workspace, RelationId relation) {
  for (const std::uint32_t place : workspace.divisions()) {
    bool fed = false;
    for_each_body_atom(workspace.program().rules[place],
                       [&](const Atom& atom) { fed = fed || workspace.graph().reaches(relation, atom.relation); });
    if (fed) return true;
  }
  return false;
}

bool rule_lies(Workspace& workspace, const Rule& rule, Aim aim) {
  const std::vector<Relation>& relations = workspace.program().relations;
  bool has_aim = false;
  for (const Atom& head : rule.heads) {
    if (!is_target(relations[head.relation])) return false;
    if (aim == Aim::Anywhere) continue;
    if (lies(workspace, head.relation, aim)) {
      has_aim = true;
    } else if (!lies(workspace, head.relation, Aim::None)) {
      return false;
    }
    if (feeds_division(workspace, head.relation)) return false;
  }
  return aim == Aim::Anywhere || (has_aim && !has_division(rule));
}

namespace {

/// Whether a path from `from` to `to` leads through a rule with a computation.
bool computes_between(Workspace& workspace, RelationId from, RelationId to) {
  const PrecedenceGraph& graph = workspace.graph();
  for (const Rule& rule : workspace.program().rules) {
    if (!has_computation(rule)) continue;
    for (const Atom& head : rule.heads) {
      if (graph.reaches(from, head.relation) && graph.reaches(head.relation, to)) return true;
    }
  }
  return false;
}

}  // namespace

bool edge_fits(Workspace& workspace, RelationId from, const Rule& rule, bool negative) {
  for (const Atom& head : rule.heads) {
    const RelationId to = head.relation;
    if (!workspace.graph().reaches(to, from)) continue;
    if (negative || has_computation(rule)) return false;
    if (workspace.graph().stratum(to, from) != 0 || computes_between(workspace, to, from)) return false;
  }
  return true;
}

bool is_recursive(Workspace& workspace, const Rule& rule) {
  return std::any_of(rule.heads.begin(), rule.heads.end(),
                     [&](const Atom& head) { return workspace.graph().recursive(head.relation); });
}

bool is_alive(const Workspace& workspace, const Rule& rule) {
  return std::all_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
    const Atom* atom = positive_atom(literal);
    return atom == nullptr || !workspace.has_sample(atom->relation) || !workspace.sample(atom->relation).empty();
  });
}

double combinations(const Workspace& workspace, const Rule& rule) {
  constexpr std::size_t kUnknown = 12;  // assumed size of a relation without known tuples
  double result = 1;
  SmallVector<std::uint8_t, 24> bound;
  bound.resize(rule.variables.size(), 0);
  for (const Literal& literal : rule.body) {
    const Atom* atom = positive_atom(literal);
    if (atom == nullptr) continue;
    std::size_t size = workspace.sample(atom->relation).count;
    if (size == 0) size = kUnknown;
    bool joined = atom->arguments.empty();
    for (const Term& term : atom->arguments) {
      joined = joined || term.is_constant() || (term.is_variable() && bound[Occurrences::index(term)] != 0);
    }
    for (const Term& term : atom->arguments) {
      if (term.is_variable()) bound[Occurrences::index(term)] = 1;
    }
    constexpr double kJoinKeeps = 0.2;  // assumed share of tuples that match a join
    result *= joined ? std::max(1.0, kJoinKeeps * static_cast<double>(size)) : static_cast<double>(size);
  }
  return result;
}

void put_rule(Workspace& workspace, std::uint32_t at, Rule rule) {
  if (is_settled(workspace.program().rules[at])) settle(rule);
  workspace.replace_rule(at, std::move(rule));
}

Applied put_candidate(Workspace& workspace, core::Rng& rng, Candidate candidate, Oracle oracle) {
  if (!candidate.accepted(rng)) return std::nullopt;
  Changes changes = at_heads(*candidate.rule, oracle);
  if (oracle == Oracle::Equal) changes.clear();
  put_rule(workspace, candidate.place, *std::move(candidate.rule));
  return changes;
}

void add_rule(Workspace& workspace, core::Rng& rng, Rule rule) {
  std::vector<Rule>& rules = workspace.change().rules;
  const auto at = rng.coin() ? rules.size() : static_cast<std::size_t>(rng.below(rules.size() + 1));
  rules.insert(rules.begin() + static_cast<std::ptrdiff_t>(at), std::move(rule));
}

void remove_rules_of(Workspace& workspace, RelationId relation) {
  std::vector<Rule>& rules = workspace.change().rules;
  for (Rule& rule : rules) std::erase_if(rule.heads, [&](const Atom& head) { return head.relation == relation; });
  std::erase_if(rules, [](const Rule& rule) { return rule.heads.empty(); });
}

Changes at_heads(const Rule& rule, Oracle oracle) {
  Changes changes;
  for (const Atom& head : rule.heads) {
    const auto same = [&](const Change& change) { return change.relation == head.relation; };
    if (std::none_of(changes.begin(), changes.end(), same)) changes.push_back({head.relation, oracle});
  }
  return changes;
}

}  // namespace assay::datalog

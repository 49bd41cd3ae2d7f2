// Rewriting that reorders, repeats, splits or joins rules, literals and facts.
#include <algorithm>
#include <numeric>
#include <utility>

#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {

Applied reorder_rules(Workspace& workspace, core::Rng& rng) {
  const std::size_t size = workspace.program().rules.size();
  if (size < 2) return std::nullopt;
  std::vector<Rule>& rules = workspace.change().rules;
  if (rng.coin()) {
    rng.shuffle(rules);
    return Changes{};
  }
  const std::size_t from = static_cast<std::size_t>(rng.below(size - 1));
  const std::size_t to = from + 1 + static_cast<std::size_t>(rng.below(size - 1 - from));
  std::swap(rules[from], rules[to]);
  return Changes{};
}

// The order of literals matters only if a literal guards a division.
Applied reorder_literals(Workspace& workspace, core::Rng& rng) {
  const auto place = draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule& rule) {
                            return rule.body.size() > 1 && !has_division(rule);
                          }));
  if (!place) return std::nullopt;
  Rule rule = workspace.program().rules[*place];
  rng.shuffle(rule.body);
  put_rule(workspace, *place, std::move(rule));
  return Changes{};
}

Applied duplicate_rule(Workspace& workspace, core::Rng& rng) {
  if (workspace.program().rules.size() >= kMaxRules) return std::nullopt;
  const auto place = draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule&) { return true; }));
  if (!place) return std::nullopt;
  add_rule(workspace, rng, workspace.program().rules[*place]);
  return Changes{};
}

Applied duplicate_fact(Workspace& workspace, core::Rng& rng) {
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return is_target(relation) && !relation.facts.empty() && relation.facts.count < kMaxFacts;
                          }));
  if (!place) return std::nullopt;
  Tuples& facts = workspace.change_facts().relations[*place].facts;
  const Value* row = facts.row(static_cast<std::size_t>(rng.below(facts.count)));
  facts.add(std::vector<Value>(row, row + facts.arity));
  return Changes{};
}

Applied split_heads(Workspace& workspace, core::Rng& rng) {
  if (workspace.program().rules.size() >= kMaxRules) return std::nullopt;
  const auto place =
      draw(rng, rules_where(workspace, Aim::Anywhere, [](const Rule& rule) { return rule.heads.size() > 1; }));
  if (!place) return std::nullopt;
  Rule rule = workspace.program().rules[*place];
  std::vector<Atom> heads = std::exchange(rule.heads, {});
  for (Atom& head : heads) {
    Rule part = rule;
    const bool first = &head == &heads.front();
    part.heads.push_back(std::move(head));
    if (first) {
      put_rule(workspace, *place, std::move(part));
    } else {
      add_rule(workspace, rng, std::move(part));
    }
    // add_rule may move the rule at `place`, but only after its replacement.
  }
  return Changes{};
}

namespace {

/// Positions of two rules whose canonical bodies are equal.
struct Pair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// A hash of the body's relations. Equal bodies have equal hashes.
std::uint64_t shape(const Rule& rule) {
  std::uint64_t result = rule.body.size();
  for_each_body_atom(rule,
                     [&](const Atom& atom) { result = result * 31 + atom.relation * 2 + (atom.negated ? 1 : 0); });
  return result;
}

std::vector<Pair> twins(Workspace& workspace) {
  const std::vector<std::uint32_t> places = rules_where(workspace, Aim::Anywhere, [](const Rule&) { return true; });
  const std::vector<Rule>& rules = workspace.program().rules;
  std::vector<std::uint64_t> shapes;
  for (const std::uint32_t place : places) shapes.push_back(shape(rules[place]));
  std::vector<Pair> found;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      if (shapes[i] != shapes[j]) continue;
      if (canonical(rules[places[i]]).body == canonical(rules[places[j]]).body) found.push_back({places[i], places[j]});
    }
  }
  return found;
}

}  // namespace

Applied join_heads(Workspace& workspace, core::Rng& rng) {
  constexpr std::size_t kMaxHeads = 4;
  if (!workspace.capabilities().multiple_heads) return std::nullopt;
  const auto pair = draw(rng, twins(workspace));
  if (!pair) return std::nullopt;
  Rule joined = canonical(workspace.program().rules[pair->first]);
  const Rule other = canonical(workspace.program().rules[pair->second]);
  for (const Atom& head : other.heads) {
    if (std::find(joined.heads.begin(), joined.heads.end(), head) == joined.heads.end()) joined.heads.push_back(head);
  }
  if (joined.heads.size() > kMaxHeads) return std::nullopt;
  put_rule(workspace, pair->first, std::move(joined));
  std::vector<Rule>& rules = workspace.change().rules;
  rules.erase(rules.begin() + pair->second);
  return Changes{};
}

}  // namespace assay::datalog

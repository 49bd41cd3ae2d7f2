#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "datalog/transform/order.hpp"
#include "datalog/transform/rule_tools.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {

using Changes = std::vector<Change>;
using Applied = std::optional<Changes>;

/// Programs do not grow beyond these, however long the sequence.
inline constexpr std::size_t kMostLiterals = 10;
inline constexpr std::size_t kMostRules = 200;
inline constexpr std::size_t kMostRelations = 100;
inline constexpr std::size_t kMostFacts = 400;
/// Rules that a transformation makes have, by a rough estimate, at most this many combinations of tuples.
inline constexpr double kMostCombinations = 5000;
inline constexpr int kTries = 6;

/// How a place's relations must flow to the output. A rule is Positive when each of its heads flows to it positively or
/// not at all, and one does.
enum class Aim : std::uint8_t { Anywhere, Positive, Negative, None };

/// Its rules and facts may be changed: it is not the seed's, its content is not the engine's choice, and more of it is
/// not less after subsumption.
[[nodiscard]] bool is_target(const Relation& relation);
/// It may get new rules, too.
[[nodiscard]] bool takes_rules(const Relation& relation);
/// New atoms may name it.
[[nodiscard]] bool is_source(const Relation& relation);

[[nodiscard]] bool lies(Workspace& workspace, RelationId relation, Aim aim);

/// Relations with the aim for which `suits(relation, id)`. With an aim, none whose change may bring a zero to a
/// divisor.
template <typename Suits>
std::vector<RelationId> relations_where(Workspace& workspace, Aim aim, Suits suits);
/// Rules, all of whose heads are targets, with the aim, for which `suits(rule)`.
template <typename Suits>
std::vector<std::uint32_t> rules_where(Workspace& workspace, Aim aim, Suits suits);

/// Whether something that divides depends on the relation.
[[nodiscard]] bool feeds_division(Workspace& workspace, RelationId relation);

/// Whether an edge from the relation to the rule's heads keeps the program stratified, and arithmetic out of cycles.
[[nodiscard]] bool edge_fits(Workspace& workspace, RelationId from, const Rule& rule, bool negative);
/// Whether any head depends on itself.
[[nodiscard]] bool is_recursive(Workspace& workspace, const Rule& rule);
/// Whether no positive atom of its body is known to have no tuples.
[[nodiscard]] bool is_alive(const Workspace& workspace, const Rule& rule);
/// Roughly, how many combinations of tuples the rule's body has.
[[nodiscard]] double combinations(const Workspace& workspace, const Rule& rule);

/// Puts the rule in the place of another one.
void put_rule(Workspace& workspace, std::uint32_t at, Rule rule);
/// Appends, or inserts somewhere.
void add_rule(Workspace& workspace, core::Rng& rng, Rule rule);
/// Takes the heads of the relation out of all rules, and rules that have no other head.
void remove_rules_of(Workspace& workspace, RelationId relation);
/// The same change to each head's relation.
[[nodiscard]] Changes at_heads(const Rule& rule, Oracle oracle);

/// The rule that a directed transformation has drawn so far: the first one that is sure to matter, or the first.
struct Candidate {
  std::uint32_t place = 0;
  std::optional<Rule> rule;
  bool sure = false;

  template <typename Matters>
  void offer(std::uint32_t where, Rule drawn, Matters matters) {
    sure = matters(drawn);
    if (rule && !sure) return;
    place = where;
    rule = std::move(drawn);
  }
  /// Those that seem to do nothing are taken now and then only.
  [[nodiscard]] bool accepted(core::Rng& rng) const {
    constexpr unsigned kUnsure = 10;  // in percent
    return rule.has_value() && (sure || rng.percent(kUnsure));
  }
};
/// Puts the rule in its place; what that does to its heads. Nothing was drawn: nothing.
[[nodiscard]] Applied put_candidate(Workspace& workspace, core::Rng& rng, Candidate candidate, Oracle oracle);

/// A draw from what there is, if there is any.
template <typename T>
std::optional<T> draw(core::Rng& rng, const std::vector<T>& from) {
  if (from.empty()) return std::nullopt;
  return rng.pick(from);
}

template <typename Suits>
std::vector<RelationId> relations_where(Workspace& workspace, Aim aim, Suits suits) {
  std::vector<RelationId> found;
  for (RelationId i = 0; i < workspace.program().relations.size(); ++i) {
    if (!suits(workspace.program().relations[i], i) || !lies(workspace, i, aim)) continue;
    if (aim == Aim::Anywhere || !feeds_division(workspace, i)) found.push_back(i);
  }
  return found;
}

[[nodiscard]] bool rule_lies(Workspace& workspace, const Rule& rule, Aim aim);

template <typename Suits>
std::vector<std::uint32_t> rules_where(Workspace& workspace, Aim aim, Suits suits) {
  std::vector<std::uint32_t> found;
  const std::vector<Rule>& rules = workspace.program().rules;
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    if (suits(rules[i]) && rule_lies(workspace, rules[i], aim)) found.push_back(i);
  }
  return found;
}

}  // namespace assay::datalog

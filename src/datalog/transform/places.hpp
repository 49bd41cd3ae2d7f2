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

/// Limits on the programs of a sequence of any length. kMaxLiterals is for one body, kMaxFacts for one relation.
inline constexpr std::size_t kMaxLiterals = 10;
inline constexpr std::size_t kMaxRules = 200;
inline constexpr std::size_t kMaxRelations = 100;
inline constexpr std::size_t kMaxFacts = 400;
/// Maximum of combinations() for a rule that a transformation makes.
inline constexpr double kMaxCombinations = 5000;
/// Attempts of a transformation to find a place.
inline constexpr int kTries = 6;

/// How the relation of a place must flow to the output. A rule has an aim if at least one head has the aim and all
/// other heads do not flow to the output.
enum class Aim : std::uint8_t { Anywhere, Positive, Negative, None };

/// Whether the relation's rules and facts may be changed. Excluded are relations of a seed's own text, and relations
/// with a choice domain or subsumption, whose content need not grow with their rules and facts.
[[nodiscard]] bool is_target(const Relation& relation);
/// Whether the relation may get new rules: a target that is no input.
[[nodiscard]] bool takes_rules(const Relation& relation);
/// Whether new atoms may use the relation: it has no choice domain.
[[nodiscard]] bool is_source(const Relation& relation);

[[nodiscard]] bool lies(Workspace& workspace, RelationId relation, Aim aim);

/// Relations with the aim for which `suits(relation, id)`. With an aim other than Anywhere, relations that feed a
/// division are excluded, because a change of their tuples may lead to a division by zero.
template <typename Suits>
std::vector<RelationId> relations_where(Workspace& workspace, Aim aim, Suits suits);
/// Rules with the aim, whose heads are all targets, for which `suits(rule)`. Divisions exclude rules as above.
template <typename Suits>
std::vector<std::uint32_t> rules_where(Workspace& workspace, Aim aim, Suits suits);

/// Whether a rule with a division depends on the relation.
[[nodiscard]] bool feeds_division(Workspace& workspace, RelationId relation);

/// Whether an edge from the relation to the rule's heads keeps the program stratified and makes no cycle with
/// arithmetic.
[[nodiscard]] bool edge_fits(Workspace& workspace, RelationId from, const Rule& rule, bool negative);
/// Whether any head depends on itself.
[[nodiscard]] bool is_recursive(Workspace& workspace, const Rule& rule);
/// False if a positive atom of the body has an empty sample.
[[nodiscard]] bool is_alive(const Workspace& workspace, const Rule& rule);
/// A rough estimate of the number of combinations of tuples that match the rule's positive atoms.
[[nodiscard]] double combinations(const Workspace& workspace, const Rule& rule);

/// Replaces the rule at position `at`. If the old rule's literals are in evaluation order, the new ones are put into
/// it.
void put_rule(Workspace& workspace, std::uint32_t at, Rule rule);
/// Appends the rule, or inserts it at a random position.
void add_rule(Workspace& workspace, core::Rng& rng, Rule rule);
/// Removes the heads of the relation from all rules, and then the rules without heads.
void remove_rules_of(Workspace& workspace, RelationId relation);
/// One change with this oracle for the relation of each head.
[[nodiscard]] Changes at_heads(const Rule& rule, Oracle oracle);

/// The best rule that a transformation has drawn so far: the first rule with an effect, or else the first rule.
struct Candidate {
  std::uint32_t place = 0;
  std::optional<Rule> rule;
  bool sure = false;  ///< whether the rule has an effect according to `matters`

  template <typename Matters>
  void offer(std::uint32_t where, Rule drawn, Matters matters) {
    sure = matters(drawn);
    if (rule && !sure) return;
    place = where;
    rule = std::move(drawn);
  }
  /// Rules without a known effect are accepted in 10 percent of the cases.
  [[nodiscard]] bool accepted(core::Rng& rng) const {
    constexpr unsigned kUnsure = 10;  // in percent
    return rule.has_value() && (sure || rng.percent(kUnsure));
  }
};
/// Puts an accepted candidate in its place and returns the changes to its heads; nullopt if it is not accepted.
[[nodiscard]] Applied put_candidate(Workspace& workspace, core::Rng& rng, Candidate candidate, Oracle oracle);

/// A random element; nullopt if there is none.
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

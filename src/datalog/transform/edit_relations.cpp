// DLSmith's transformations of relational nodes, and FactInline: thesis section 4.5.3 and table 4.1.
#include <algorithm>
#include <utility>

#include "datalog/transform/draft.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxInlinedTuples = 64;  // tuples

/// Up to three columns with the types of random columns of the program.
std::vector<Attribute> draw_attributes(const Program& program, core::Rng& rng) {
  std::vector<Attribute> attributes;
  const std::uint64_t columns = 1 + rng.below(3);
  for (std::uint64_t i = 0; i < columns; ++i) {
    const std::vector<Attribute>& from = rng.pick(program.relations).attributes;
    if (from.empty()) continue;
    Attribute attribute = rng.pick(from);
    if (!is_joinable(attribute)) continue;
    attribute.name = "x" + std::to_string(attributes.size());
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

/// The rule without its atoms of the relation; nullopt if the rule needs them.
std::optional<Rule> without(const Rule& rule, RelationId relation) {
  if (has_computation(rule)) return std::nullopt;
  Rule rest = rule;
  std::erase_if(rest.body, [&](const Literal& literal) {
    const auto* atom = std::get_if<Atom>(&literal);
    return atom != nullptr && atom->relation == relation;
  });
  bool used = false;
  for_each_body_atom(rest, [&](const Atom& atom) { used = used || atom.relation == relation; });
  if (used || positive_atoms(rest).empty() || !stays_sound(rule, rest)) return std::nullopt;
  return rest;
}

bool uses(const Rule& rule, RelationId relation) {
  bool found = false;
  for_each_body_atom(rule, [&](const Atom& atom) { found = found || atom.relation == relation; });
  return found;
}

/// Whether all rules that use the relation may be changed.
bool may_lose(const Program& program, RelationId relation) {
  return std::all_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
    return !uses(rule, relation) || std::all_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) {
      return is_target(program.relations[head.relation]);
    });
  });
}

/// Removes the relation's rules, its atoms in all other rules, and the rules that need them. Returns the changes to
/// heads.
Changes remove_uses(Workspace& workspace, RelationId relation) {
  remove_rules_of(workspace, relation);
  Changes changes;
  std::vector<Rule>& rules = workspace.change().rules;
  for (std::size_t i = rules.size(); i-- > 0;) {
    if (!uses(rules[i], relation)) continue;
    auto rest = is_plain(workspace.program(), rules[i]) ? without(rules[i], relation) : std::nullopt;
    if (rest && combinations(workspace, *rest) > kMaxCombinations) rest.reset();
    const Changes here = at_heads(rules[i], rest ? Oracle::Superset : Oracle::Subset);
    changes.insert(changes.end(), here.begin(), here.end());
    if (rest) {
      rules[i] = *std::move(rest);
    } else {
      rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return changes;
}

/// Whether the relation's rules may be replaced by its tuples.
bool may_inline(const Workspace& workspace, const Relation& relation, const Tuples& tuples) {
  if (!is_target(relation) || relation.is_input || tuples.count > kMaxInlinedTuples) return false;
  for (std::size_t i = 0; i < relation.arity(); ++i) {
    const Attribute& attribute = relation.attributes[i];
    if (!is_joinable(attribute)) return false;
    if (attribute.type != Type::Number || workspace.capabilities().negative_numbers) continue;
    for (std::size_t row = 0; row < tuples.count; ++row) {
      if (tuples.row(row)[i] < 0) return false;
    }
  }
  return true;
}

}  // namespace

Applied add_node(Workspace& workspace, core::Rng& rng) {
  constexpr unsigned kPrinted = 25;  // in percent
  if (workspace.program().relations.size() >= kMaxRelations) return std::nullopt;
  std::vector<Attribute> attributes = draw_attributes(workspace.program(), rng);
  if (attributes.empty()) return std::nullopt;
  const RelationId added = workspace.add_relation("node", std::move(attributes));
  workspace.change_facts().relations[added].is_output = rng.percent(kPrinted);
  if (auto rule = draw_rule_of(workspace, rng, added)) add_rule(workspace, rng, *std::move(rule));
  return Changes{};
}

Applied delete_node(Workspace& workspace, core::Rng& rng) {
  const auto place = draw(rng, relations_where(workspace, Aim::None, [&](const Relation& relation, RelationId id) {
                            return is_target(relation) && id != workspace.output() && may_lose(workspace.program(), id);
                          }));
  if (!place) return std::nullopt;
  Changes changes = remove_uses(workspace, *place);
  workspace.remove_relation(*place);
  for (Change& change : changes) {
    if (change.relation > *place) --change.relation;
  }
  return changes;
}

Applied inline_facts(Workspace& workspace, core::Rng& rng) {
  const std::vector<Tuples>* values = workspace.values();
  if (values == nullptr) return std::nullopt;
  std::vector<bool> has_rules(workspace.program().relations.size(), false);
  for (const Rule& rule : workspace.program().rules) {
    for (const Atom& head : rule.heads) has_rules[head.relation] = true;
  }
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [&](const Relation& relation, RelationId id) {
                            return has_rules[id] && may_inline(workspace, relation, (*values)[id]);
                          }));
  if (!place) return std::nullopt;
  Tuples tuples = (*values)[*place];
  remove_rules_of(workspace, *place);
  workspace.change_facts().relations[*place].facts = std::move(tuples);
  return Changes{};
}

}  // namespace assay::datalog

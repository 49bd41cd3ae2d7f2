// What engines are asked to do with a relation, which must not matter; and the closure of equivalences, written out.
#include <algorithm>
#include <utility>

#include "datalog/transform/rows.hpp"

namespace assay::datalog {
namespace {

bool is_tree(Representation representation) {
  return representation == Representation::Default || representation == Representation::Btree ||
         representation == Representation::Brie;
}

bool has_joinable_columns(const Relation& relation) {
  return !relation.attributes.empty() && std::all_of(relation.attributes.begin(), relation.attributes.end(),
                                                     [](const Attribute& it) { return is_joinable(it.type); });
}

/// Any value but the one that it has.
template <typename T>
T other(const std::vector<T>& all, T now, core::Rng& rng) {
  std::vector<T> rest;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rest), [&](T it) { return it != now; });
  return rng.pick(rest);
}

/// Relations whose atoms are negated or aggregated somewhere.
std::vector<bool> negated_relations(const Program& program) {
  std::vector<bool> negated(program.relations.size(), false);
  for (const Rule& rule : program.rules) {
    for (const Literal& literal : rule.body) {
      if (const auto* atom = std::get_if<Atom>(&literal)) {
        if (atom->negated) negated[atom->relation] = true;
      } else if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
        for (const Atom& inner : aggregate->atoms) negated[inner.relation] = true;
      }
    }
  }
  return negated;
}

// Engines inline positive, non-recursive relations that nobody prints; of what more they do, they disagree.
bool may_inline(Workspace& workspace, RelationId id) {
  const Relation& relation = workspace.program().relations[id];
  if (relation.is_output || relation.is_input || !relation.facts.empty() || relation.magic != MagicSets::Default ||
      relation.representation != Representation::Default || negated_relations(workspace.program())[id] ||
      workspace.graph().recursive(id))
    return false;
  bool defined = false;
  for (const Rule& rule : workspace.program().rules) {
    if (std::none_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) { return head.relation == id; }))
      continue;
    if (rule.heads.size() > 1 || positive_atoms(rule).size() != rule.body.size()) return false;
    defined = true;
  }
  return defined;
}

}  // namespace

Applied change_representation(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().representations) return std::nullopt;
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return is_target(relation) && relation.inlining != Inlining::Inline &&
                                   is_tree(relation.representation) && has_joinable_columns(relation);
                          }));
  if (!place) return std::nullopt;
  Representation& representation = workspace.change().relations[*place].representation;
  representation = other({Representation::Default, Representation::Btree, Representation::Brie}, representation, rng);
  return Changes{};
}

Applied expand_equivalence(Workspace& workspace, core::Rng& rng) {
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [&](const Relation& relation, RelationId id) {
                            return relation.representation == Representation::Eqrel && takes_rules(relation) &&
                                   edge_fits(workspace, id, Rule{{Atom{id, false, {}}}, {}, {}}, false);
                          }));
  if (!place) return std::nullopt;
  const Type type = workspace.program().relations[*place].attributes[0].type;
  const std::vector<Type> variables(3, type);
  const auto atom = [&](std::uint32_t left, std::uint32_t right) {
    return Atom{*place, false, {Term::variable(left, type), Term::variable(right, type)}};
  };
  workspace.change().relations[*place].representation = Representation::Default;
  add_rule(workspace, rng, {{atom(1, 0)}, {atom(0, 1)}, variables});
  add_rule(workspace, rng, {{atom(0, 2)}, {atom(0, 1), atom(1, 2)}, variables});
  // Follows from the other two.
  if (rng.coin()) add_rule(workspace, rng, {{atom(0, 0)}, {atom(0, 1)}, variables});
  return Changes{};
}

Applied change_evaluation(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().representations) return std::nullopt;
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return is_target(relation) && relation.inlining != Inlining::Inline;
                          }));
  if (!place) return std::nullopt;
  const Relation& before = workspace.program().relations[*place];
  if (rng.coin()) {
    if (before.inlining == Inlining::Default && may_inline(workspace, *place)) {
      workspace.change().relations[*place].inlining = Inlining::Inline;
    } else {
      Relation& relation = workspace.change().relations[*place];
      relation.inlining = relation.inlining == Inlining::Default ? Inlining::NoInline : Inlining::Default;
    }
    return Changes{};
  }
  Relation& relation = workspace.change().relations[*place];
  relation.magic = other({MagicSets::Default, MagicSets::Magic, MagicSets::NoMagic}, relation.magic, rng);
  return Changes{};
}

}  // namespace assay::datalog

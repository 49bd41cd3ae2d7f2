// Rewriting of qualifiers, which must not change a result, and of equivalence relations into rules.
#include <algorithm>
#include <utility>

#include "assay/datalog/qualifiers.hpp"
#include "datalog/program/wording.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

/// Whether the relation may have the qualifiers of `wanted`, and the engine accepts them.
bool accepts(const Workspace& workspace, const QualifierCheck& check, RelationId id, const Relation& wanted) {
  const QualifierSet& can = workspace.capabilities().qualifiers;
  const auto rows = qualifier_rows();
  return std::all_of(rows.begin(), rows.end(),
                     [&](const QualifierRow& row) { return can.has(row.qualifier) || !row.used(wanted); }) &&
         check.refusal(id, wanted).empty();
}

/// Gives a relation another value of `all` for a qualifier.
template <typename Value>
Applied requalify(Workspace& workspace, core::Rng& rng, RelationId id, Value Relation::*member,
                  const std::vector<Value>& all) {
  const QualifierCheck check(workspace.program());
  std::vector<Value> possible;
  for (const Value value : all) {
    Relation wanted = workspace.program().relations[id];
    if (wanted.*member == value) continue;
    wanted.*member = value;
    if (accepts(workspace, check, id, wanted)) possible.push_back(value);
  }
  const auto drawn = draw(rng, possible);
  if (!drawn) return std::nullopt;
  workspace.qualify(id).*member = *drawn;
  return Changes{};
}

}  // namespace

Applied change_representation(Workspace& workspace, core::Rng& rng) {
  if (workspace.capabilities().qualifiers.empty()) return std::nullopt;
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return is_target(relation) && relation.representation != Representation::Eqrel;
                          }));
  if (!place) return std::nullopt;
  using enum Representation;
  return requalify(workspace, rng, *place, &Relation::representation, {Default, Btree, Brie, BtreeDelete});
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
  // Redundant: this rule follows from the other two.
  if (rng.coin()) add_rule(workspace, rng, {{atom(0, 0)}, {atom(0, 1)}, variables});
  return Changes{};
}

Applied change_evaluation(Workspace& workspace, core::Rng& rng) {
  if (workspace.capabilities().qualifiers.empty()) return std::nullopt;
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return is_target(relation);
                          }));
  if (!place) return std::nullopt;
  if (rng.coin()) {
    using enum Inlining;
    return requalify(workspace, rng, *place, &Relation::inlining, {Default, Inline, NoInline});
  }
  using enum MagicSets;
  return requalify(workspace, rng, *place, &Relation::magic, {Default, Magic, NoMagic});
}

Applied reword(Workspace& workspace, core::Rng& rng) {
  if (!workspace.capabilities().wordings) return std::nullopt;
  const auto place = draw(rng, relations_where(workspace, Aim::Anywhere, [](const Relation& relation, RelationId) {
                            return !relation.from_seed;
                          }));
  if (!place) return std::nullopt;
  const std::span<const WordingRow> rows = wording_rows();
  const WordingRow& row = rows[static_cast<std::size_t>(rng.below(rows.size()))];
  if (!row.keeps_result) return std::nullopt;
  Relation& relation = workspace.qualify(*place);
  const auto before = relation.wordings;
  relation.wordings = with_way(before, row.wording, static_cast<unsigned>(rng.below(row.ways.size())));
  if (relation.wordings == before) return std::nullopt;
  return Changes{};
}

}  // namespace assay::datalog

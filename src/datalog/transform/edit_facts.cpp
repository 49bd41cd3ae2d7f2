// DLSmith's transformations of fact nodes: thesis table 4.1.
#include <algorithm>
#include <utility>

#include "datalog/transform/draft.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

bool has_tuple(const Tuples& tuples, const std::vector<Value>& tuple) {
  for (std::size_t i = 0; i < tuples.count; ++i) {
    if (std::equal(tuple.begin(), tuple.end(), tuples.row(i))) return true;
  }
  return false;
}

bool may_have_facts(const Relation& relation) {
  return is_target(relation) && relation.facts.count < kMaxFacts &&
         std::all_of(relation.attributes.begin(), relation.attributes.end(),
                     [](const Attribute& it) { return it.type != Type::Opaque && it.declared.empty(); });
}

/// An atom of a relation in a body, and its rule.
struct Use {
  const Rule* rule = nullptr;
  const Atom* atom = nullptr;
};

std::optional<Use> draw_use(const Program& program, core::Rng& rng, RelationId relation) {
  std::vector<Use> uses;
  for (const Rule& rule : program.rules) {
    for_each_body_atom(rule, [&](const Atom& atom) {
      if (atom.relation == relation) uses.push_back({&rule, &atom});
    });
  }
  return draw(rng, uses);
}

/// A value with which a new fact would join in this use: the constant at the column, or a value of another column with
/// the same variable.
std::optional<Value> draw_meeting(const Workspace& workspace, core::Rng& rng, const Use& use, std::size_t column) {
  const Term& term = use.atom->arguments[column];
  if (term.is_constant()) return term.value;
  if (!term.is_variable()) return std::nullopt;
  std::vector<std::pair<RelationId, std::size_t>> columns;
  for_each_body_atom(*use.rule, [&](const Atom& other) {
    if (&other == use.atom || other.negated) return;
    for (std::size_t i = 0; i < other.arguments.size(); ++i) {
      if (other.arguments[i] == term) columns.emplace_back(other.relation, i);
    }
  });
  const auto chosen = draw(rng, columns);
  if (!chosen) return std::nullopt;
  return draw_value_of(workspace, rng, chosen->first, chosen->second);
}

/// A tuple that the relation's facts and sample do not have, of values that probably join in a rule.
std::optional<std::vector<Value>> draw_tuple(const Workspace& workspace, core::Rng& rng, RelationId relation) {
  const Relation& place = workspace.program().relations[relation];
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const auto use = draw_use(workspace.program(), rng, relation);
    std::vector<Value> tuple;
    std::vector<std::optional<Value>> chosen;  // by variable of the use, so that repeated ones agree
    if (use) chosen.resize(use->rule->variables.size());
    for (std::size_t i = 0; i < place.arity(); ++i) {
      const Term* term = use ? &use->atom->arguments[i] : nullptr;
      std::optional<Value> value;
      if (term != nullptr && term->is_variable()) value = chosen[Occurrences::index(*term)];
      if (!value && use && rng.percent(85)) value = draw_meeting(workspace, rng, *use, i);
      if (!value && rng.percent(60)) value = draw_value_of(workspace, rng, relation, i);
      if (!value) value = draw_value(workspace, rng, place.attributes[i].type);
      if (!value) return std::nullopt;
      if (term != nullptr && term->is_variable()) chosen[Occurrences::index(*term)] = value;
      tuple.push_back(*value);
    }
    if (!has_tuple(place.facts, tuple) && !has_tuple(workspace.sample(relation), tuple)) return tuple;
  }
  return std::nullopt;
}

Applied add_fact(Workspace& workspace, core::Rng& rng, Aim aim) {
  const std::vector<RelationId> places =
      relations_where(workspace, aim, [](const Relation& relation, RelationId) { return may_have_facts(relation); });
  for (int attempt = 0; attempt < kTries && !places.empty(); ++attempt) {
    const RelationId place = rng.pick(places);
    const auto tuple = draw_tuple(workspace, rng, place);
    if (!tuple) continue;
    Tuples& facts = workspace.change_facts().relations[place].facts;
    facts.arity = tuple->size();
    facts.add(*tuple);
    return Changes{{place, Oracle::Superset}};
  }
  return std::nullopt;
}

Applied delete_fact(Workspace& workspace, core::Rng& rng, Aim aim) {
  const auto place = draw(rng, relations_where(workspace, aim, [](const Relation& relation, RelationId) {
                            return is_target(relation) && !relation.facts.empty();
                          }));
  if (!place) return std::nullopt;
  Tuples& facts = workspace.change_facts().relations[*place].facts;
  const Value* first = facts.row(static_cast<std::size_t>(rng.below(facts.count)));
  const std::vector<Value> tuple(first, first + facts.arity);
  for (std::size_t i = facts.count; i-- > 0;) {
    if (std::equal(tuple.begin(), tuple.end(), facts.row(i))) facts.remove(i);
  }
  return Changes{{*place, Oracle::Subset}};
}

}  // namespace

Applied add_fact_beside(Workspace& workspace, core::Rng& rng) { return add_fact(workspace, rng, Aim::None); }
Applied add_fact_contracting(Workspace& workspace, core::Rng& rng) { return add_fact(workspace, rng, Aim::Negative); }
Applied add_fact_expanding(Workspace& workspace, core::Rng& rng) { return add_fact(workspace, rng, Aim::Positive); }
Applied delete_fact_beside(Workspace& workspace, core::Rng& rng) { return delete_fact(workspace, rng, Aim::None); }
Applied delete_fact_contracting(Workspace& workspace, core::Rng& rng) {
  return delete_fact(workspace, rng, Aim::Positive);
}
Applied delete_fact_expanding(Workspace& workspace, core::Rng& rng) {
  return delete_fact(workspace, rng, Aim::Negative);
}

}  // namespace assay::datalog

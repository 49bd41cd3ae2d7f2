#include "datalog/fuzz/case/labels.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "assay/datalog/qualifiers.hpp"
#include "datalog/fuzz/case/contradiction.hpp"
#include "datalog/graph/graph.hpp"
#include "datalog/program/wording.hpp"

namespace assay::datalog {
namespace {

using Features = std::set<std::string_view>;

void note_atom(const Atom& atom, Features& found) {
  if (atom.negated) found.insert("negation");
  if (atom.arguments.empty()) found.insert("nullary relation");
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    const Term& term = atom.arguments[i];
    if (term.is_constant()) found.insert("constant in an atom");
    if (term.is_wildcard()) found.insert(atom.negated ? "wildcard in a negated atom" : "wildcard");
    if (term.is_variable() && std::count(atom.arguments.begin(), atom.arguments.end(), term) > 1)
      found.insert("repeated variable in an atom");
  }
}

void note_rule(const Rule& rule, Features& found) {
  if (rule.heads.size() > 1) found.insert("several heads");
  for (const Atom& head : rule.heads)
    for (const Term& term : head.arguments)
      if (term.is_constant()) found.insert("constant in a head");
  for (const Literal& literal : rule.body) {
    if (const auto* atom = std::get_if<Atom>(&literal)) note_atom(*atom, found);
    if (const auto* comparison = std::get_if<Comparison>(&literal)) {
      const bool is_order =
          comparison->comparator != Comparator::Equal && comparison->comparator != Comparator::NotEqual;
      found.insert(is_order ? "order" : "equality");
    }
    if (std::holds_alternative<Computation>(literal)) found.insert("arithmetic");
    if (const auto* call = std::get_if<Call>(&literal)) found.insert(call->takes_apart() ? "record" : "functor");
    if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
      static constexpr const char* kNames[] = {"count", "sum", "min", "max"};
      found.insert(kNames[static_cast<std::size_t>(aggregate->aggregator)]);
    }
  }
}

void note_relation(const Relation& relation, Features& found) {
  for (const QualifierRow& row : qualifier_rows())
    if (row.used(relation)) found.insert(row.name);
  for (const std::string_view wording : names_of(relation.wordings)) found.insert(wording);
  if (!relation.is_output) found.insert("relation that is not printed");
}

}  // namespace

std::vector<std::string> features_of(const Program& program) {
  Features found;
  for (const Rule& rule : program.rules) note_rule(rule, found);
  for (const Relation& relation : program.relations) note_relation(relation, found);
  const PrecedenceGraph graph(program);
  for (RelationId id = 0; id < program.relations.size(); ++id)
    if (graph.recursive(id)) found.insert("recursion");
  return {found.begin(), found.end()};
}

bool has_one_of(const Program& program, const std::vector<std::string>& features) {
  const std::vector<std::string> own = features_of(program);
  return std::any_of(features.begin(), features.end(),
                     [&](const std::string& name) { return std::find(own.begin(), own.end(), name) != own.end(); });
}

std::vector<std::string> feature_names() {
  std::vector<std::string> names{"negation",
                                 "nullary relation",
                                 "constant in an atom",
                                 "wildcard in a negated atom",
                                 "wildcard",
                                 "repeated variable in an atom",
                                 "several heads",
                                 "constant in a head",
                                 "order",
                                 "equality",
                                 "arithmetic",
                                 "record",
                                 "functor",
                                 "count",
                                 "sum",
                                 "min",
                                 "max",
                                 "relation that is not printed",
                                 "recursion"};
  for (const QualifierRow& row : qualifier_rows()) names.emplace_back(row.name);
  for (const std::string_view wording : wording_names()) names.emplace_back(wording);
  return names;
}

std::vector<std::string> telling_features(const Program& program) {
  std::vector<std::string> qualifiers;
  for (const QualifierRow& row : qualifier_rows())
    if (std::any_of(program.relations.begin(), program.relations.end(), row.used)) qualifiers.emplace_back(row.name);
  if (!qualifiers.empty()) return qualifiers;
  if (has_contradictions(program)) return {"an atom and its negation"};
  return features_of(program);
}

namespace {

/// Whether the relation certainly has the same facts and rules in both programs. Rules with renumbered variables or
/// relations count as different.
bool is_same(const Program& original, const Program& transformed, RelationId id) {
  if (id >= original.relations.size()) return false;
  const Relation& before = original.relations[id];
  const Relation& after = transformed.relations[id];
  const bool closed = before.representation == Representation::Eqrel;
  if (before.name != after.name || closed != (after.representation == Representation::Eqrel) ||
      !(before.facts == after.facts))
    return false;
  const auto defines = [id](const Rule& rule) {
    return std::any_of(rule.heads.begin(), rule.heads.end(), [id](const Atom& head) { return head.relation == id; });
  };
  auto other = original.rules.begin();
  for (const Rule& rule : transformed.rules) {
    if (!defines(rule)) continue;
    other = std::find_if(other, original.rules.end(), defines);
    if (other == original.rules.end() || !(*other == rule)) return false;
    ++other;
  }
  return std::none_of(other, original.rules.end(), defines);
}

}  // namespace

std::optional<bool> changes_output(const Generated& base, const Program& transformed, const EvaluationLimits& limits) {
  const std::string& output = base.program.relations[base.output].name;
  EvaluationScope scope;
  scope.known.resize(transformed.relations.size(), nullptr);
  for (RelationId id = 0; id < transformed.relations.size(); ++id) {
    if (is_same(base.program, transformed, id)) scope.known[id] = &base.values[id];
    if (transformed.relations[id].name == output) scope.target = id;
  }
  if (!scope.target) return std::nullopt;
  const Evaluation after = evaluate(transformed, limits, scope);
  if (after.problem) return std::nullopt;
  return after.relations[*scope.target].count != base.values[base.output].count;
}

std::vector<std::string> labels_of(const OpenCase& open, const Generated& base,
                                   const std::vector<std::string>& features, const EvaluationLimits& limits) {
  std::set<std::string_view> names;
  for (const auto& [transformation, key] : open.plan.steps) names.insert(transformation);
  std::vector<std::string> labels;
  labels.reserve(names.size() + features.size() + 2);
  labels.assign(names.begin(), names.end());
  labels.insert(labels.end(), features.begin(), features.end());
  if (base.values.empty()) return labels;
  labels.emplace_back(base.values[base.output].empty() ? kEmpty : kNonEmpty);
  const bool changing = std::any_of(
      open.plan.expectations.begin(), open.plan.expectations.end(), [&](const std::pair<std::string, Oracle>& row) {
        return row.first == open.plan.output && (row.second == Oracle::Superset || row.second == Oracle::Subset);
      });
  if (!changing || !open.transformed) return labels;
  const std::optional<bool> changes = open.changes ? open.changes : changes_output(base, *open.transformed, limits);
  if (changes) labels.emplace_back(*changes ? kChanges : kKeeps);
  return labels;
}

}  // namespace assay::datalog

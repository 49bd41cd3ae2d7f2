#include "labels.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "assay/datalog/graph.hpp"

namespace assay::datalog {
namespace {

void note_atom(const Atom& atom, std::set<std::string>& found) {
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

void note_rule(const Rule& rule, std::set<std::string>& found) {
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
    if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
      static constexpr const char* kNames[] = {"count", "sum", "min", "max"};
      found.insert(kNames[static_cast<std::size_t>(aggregate->aggregator)]);
    }
  }
}

void note_relation(const Relation& relation, std::set<std::string>& found) {
  static constexpr const char* kNames[] = {"", "btree", "brie", "eqrel", "btree_delete"};
  if (relation.representation != Representation::Default)
    found.insert(kNames[static_cast<std::size_t>(relation.representation)]);
  if (relation.inlining == Inlining::Inline) found.insert("inline");
  if (relation.magic == MagicSets::Magic) found.insert("magic");
}

}  // namespace

std::vector<std::string> features_of(const Program& program) {
  std::set<std::string> found;
  for (const Rule& rule : program.rules) note_rule(rule, found);
  for (const Relation& relation : program.relations) note_relation(relation, found);
  const PrecedenceGraph graph(program);
  for (RelationId id = 0; id < program.relations.size(); ++id)
    if (graph.recursive(id)) found.insert("recursion");
  return {found.begin(), found.end()};
}

std::vector<std::string> labels_of(const OpenCase& open, const Generated& base, const EvaluationLimits& limits) {
  std::set<std::string> names;
  for (const auto& [transformation, key] : open.plan.steps) names.insert(transformation);
  std::vector<std::string> labels(names.begin(), names.end());
  for (std::string& feature : features_of(open.original)) labels.push_back(std::move(feature));
  if (base.values.empty()) return labels;
  labels.emplace_back(base.values[base.output].empty() ? kEmpty : kNonEmpty);
  const bool changing = std::any_of(
      open.plan.expectations.begin(), open.plan.expectations.end(), [&](const std::pair<std::string, Oracle>& row) {
        return row.first == open.plan.output && (row.second == Oracle::Superset || row.second == Oracle::Subset);
      });
  if (!changing || !open.transformed) return labels;
  if (open.changes) {
    labels.emplace_back(*open.changes ? kChanges : kKeeps);
    return labels;
  }
  const Evaluation after = evaluate(*open.transformed, limits);
  for (RelationId id = 0; !after.problem && id < open.transformed->relations.size(); ++id) {
    if (open.transformed->relations[id].name != open.plan.output) continue;
    labels.emplace_back(after.relations[id].count == base.values[base.output].count ? kKeeps : kChanges);
  }
  return labels;
}

}  // namespace assay::datalog

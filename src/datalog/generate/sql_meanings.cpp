#include <algorithm>
#include <utility>
#include <vector>

#include "datalog/graph/graph.hpp"
#include "datalog/graph/recursion.hpp"
#include "datalog/program/meaning.hpp"
#include "datalog/program/wording.hpp"
#include "sql_programs.hpp"

namespace assay::datalog {

Value null_of(Program& program, Type type) { return type == Type::Symbol ? program.intern(kNullSymbol) : kNull; }

void add_meaning(Relation& relation, unsigned meaning) {
  relation.wordings = with_way(relation.wordings, Wording::Rows, way_of(relation.wordings, Wording::Rows) | meaning);
}

namespace {

std::vector<bool> with_rules(const Program& program) {
  std::vector<bool> has(program.relations.size(), false);
  for (const Rule& rule : program.rules) has[rule.heads.front().relation] = true;
  return has;
}

void draw_nulls(Program& program, core::Rng& rng) {
  constexpr unsigned kRelations = 60;  // in percent of the relations with facts
  for (Relation& relation : program.relations) {
    Tuples& facts = relation.facts;
    if (facts.values.empty() || !rng.percent(kRelations)) continue;
    const std::uint64_t count = 1 + rng.below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(rng.below(facts.values.size()));
      facts.values[at] = null_of(program, relation.attributes[at % relation.arity()].type);
    }
    add_meaning(relation, kNullRows);
  }
}

/// Writes half of the negations as NOT IN, and gives the negated relation a fact with NULL.
void draw_not_in(Program& program, core::Rng& rng) {
  for (const Rule& rule : program.rules) {
    for (const Literal& literal : rule.body) {
      const auto* atom = std::get_if<Atom>(&literal);
      if (atom == nullptr || !atom->negated || rng.coin()) continue;
      Wordings& wordings = program.relations[rule.heads.front().relation].wordings;
      wordings = with_way(wordings, Wording::Negation, kNotInWay);
      Relation& negated = program.relations[atom->relation];
      if (negated.facts.empty() || rng.coin()) continue;
      std::vector<Value> row(negated.facts.row(0), negated.facts.row(0) + negated.arity());
      const auto at = static_cast<std::size_t>(rng.below(row.size()));
      row[at] = null_of(program, negated.attributes[at].type);
      negated.facts.add(row);
      add_meaning(negated, kNullRows);
    }
  }
}

void draw_bags(Program& program, core::Rng& rng) {
  const PrecedenceGraph graph(program);
  const std::vector<bool> defined = with_rules(program);
  for (std::size_t i = 0; i < graph.component_count(); ++i) {
    if (rng.coin()) continue;
    for (const RelationId id : graph.component(i)) {
      Relation& relation = program.relations[id];
      add_meaning(relation, kBagRows);
      if (!defined[id] && !relation.facts.empty() && relation.arity() > 0)
        relation.facts.add(relation.facts.row(static_cast<std::size_t>(rng.below(relation.facts.count))));
    }
  }
}

}  // namespace

Program draw_sql_meaning(Program program, core::Rng& rng) {
  if (recursion_of(program).non_linear) return program;
  const std::uint64_t kind = rng.below(3);
  if (kind != 1) {
    draw_nulls(program, rng);
    draw_not_in(program, rng);
  }
  if (kind != 0) draw_bags(program, rng);
  return program;
}

}  // namespace assay::datalog

#include <algorithm>
#include <string>
#include <vector>

#include "binding_rules.hpp"
#include "rows.hpp"

namespace assay::datalog {
namespace {

constexpr Spelling kSpelling = {
    .open = "[",
    .close = "]",
    .negation = "not ",
    .arrow = " := ",
    .end = "\n",
    .comparators = {"==", "!=", "<", "<=", ">", ">="},
    .constant = write_plain_constant,
};
/// `=` unifies.
constexpr BindingStyle kStyle;

/// Heads have different variables only, so constants and repetitions become equalities.
Rule with_plain_head(Rule rule) {
  std::vector<Term> seen;
  for (Term& term : rule.heads.front().arguments) {
    if (term.is_constant() || std::find(seen.begin(), seen.end(), term) != seen.end()) {
      const Term fresh = Term::variable(static_cast<std::uint32_t>(rule.variables.size()), term.type);
      rule.variables.push_back(term.type);
      rule.body.emplace_back(Comparison{Comparator::Equal, fresh, term});
      term = fresh;
    }
    seen.push_back(term);
  }
  return rule;
}

void write_columns(Writer& writer, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) writer.text(k == 0 ? "x" : ", x").number(static_cast<std::int64_t>(k));
}

/// `r_facts[x0, x1] <- [[1, "a"]]` and a rule that copies them: a name has either data or rules.
void write_facts(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  writer.name(id).text("_facts[");
  write_columns(writer, relation.arity());
  writer.text("] <- [");
  for (std::size_t row = 0; row < relation.facts.count; ++row) {
    writer.text(row == 0 ? "[" : ", [");
    for (std::size_t k = 0; k < relation.arity(); ++k) {
      if (k > 0) writer.text(", ");
      writer.term(Term::constant(relation.facts.row(row)[k], relation.attributes[k].type));
    }
    writer.text("]");
  }
  writer.text("]\n").name(id).text("[");
  write_columns(writer, relation.arity());
  writer.text("] := ").name(id).text("_facts[");
  write_columns(writer, relation.arity());
  writer.text("]\n");
}

/// All printed relations in one answer: the relation's name in front, nulls behind.
void write_query(Writer& writer) {
  const Program& program = writer.program();
  std::size_t width = 0;
  for (const Relation& relation : program.relations) {
    if (relation.is_output) width = std::max(width, relation.arity());
  }
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    if (!relation.is_output) continue;
    writer.text("?[name, ");
    write_columns(writer, width);
    writer.text("] := ").name(i).text("[");
    write_columns(writer, relation.arity());
    writer.text("], name = \"").text(relation.name).text("\"");
    for (std::size_t k = relation.arity(); k < width; ++k) {
      writer.text(", x").number(static_cast<std::int64_t>(k)).text(" = null");
    }
    writer.text("\n");
  }
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  for (RelationId i = 0; i < program.relations.size(); ++i) write_facts(writer, i);
  for (const Rule& rule : program.rules) write_binding_rule(writer, with_plain_head(rule), kStyle);
  write_query(writer);
  return writer.take();
}

}  // namespace

Dialect cozo_dialect() {
  Capabilities has;
  has.floats = true;
  has.arithmetic = true;
  has.nullary = false;
  has.integer_bits = 62;
  return {"cozo", "CozoScript", ".cozo", has, print, nullptr};
}

}  // namespace assay::datalog

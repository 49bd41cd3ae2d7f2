#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/output_builder.hpp"

namespace assay::datalog::cozo {
namespace {

/// Cozo computes with 64 bits but cannot read the smallest number. Programs use one bit less.
constexpr unsigned kWrittenBits = 63;
constexpr unsigned kReadBits = 64;

void unicode_escape(unsigned char byte, std::string& out) {
  out += "\\u00";
  append_hexadecimal(byte, out);
}

/// Writes strings in single quotes, because Cozo does not interpret escapes in double quotes.
void write_constant(Writer& writer, const Term& term) {
  if (term.type == Type::Symbol) {
    const std::string& text = writer.program().symbols[static_cast<std::size_t>(term.value)];
    append_escaped(text, '\'', unicode_escape, writer.out());
  } else {
    write_plain_constant(writer, term);
  }
}

constexpr Spelling kSpelling = {
    .open = "[",
    .close = "]",
    .relation = "r_",
    .negation = "not ",
    .arrow = " := ",
    .end = "\n",
    .comparators = {"==", "!=", "<", "<=", ">", ">="},
    .constant = write_constant,
};
constexpr BindingStyle kStyle;  // `=` unifies

/// Replaces constants and repeated variables of the head by equalities, because Cozo's heads have distinct variables.
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

constexpr std::string_view kFacts = "facts_";

void write_columns(Writer& writer, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) writer.text(k == 0 ? "x" : ", x").number(static_cast<std::int64_t>(k));
}

/// Writes `facts_p[x0, x1] <- [[1, 'a']]` and a rule that copies these facts, because a name has either data or rules.
void write_facts(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  writer.text(kFacts).text(relation.name).text("[");
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
  writer.text("] := ").text(kFacts).text(relation.name).text("[");
  write_columns(writer, relation.arity());
  writer.text("]\n");
}

/// Writes the query, whose answer has the tuples of all output relations: the relation's name, the tuple, and nulls.
void write_query(Writer& writer) {
  const Program& program = writer.program();
  std::size_t width = 0;
  bool any = false;
  for (const Relation& relation : program.relations) {
    if (!relation.is_output) continue;
    width = std::max(width, relation.arity());
    any = true;
  }
  if (!any) writer.text("?[name] <- []\n");  // Cozo requires a query
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    if (!relation.is_output) continue;
    writer.text("?[name, ");
    write_columns(writer, width);
    writer.text("] := ").name(i).text("[");
    write_columns(writer, relation.arity());
    writer.text("], name = '").text(relation.name).text("'");
    for (std::size_t k = relation.arity(); k < width; ++k) {
      writer.text(", x").number(static_cast<std::int64_t>(k)).text(" = null");
    }
    writer.text("\n");
  }
}

/// By relation: whether to write its facts, even if it has none, because every relation needs a definition.
std::vector<bool> needs_facts(const Program& program) {
  std::vector<bool> needed(program.relations.size(), true);
  for (const Rule& rule : program.rules) needed[rule.heads.front().relation] = false;
  for (RelationId i = 0; i < needed.size(); ++i) needed[i] = needed[i] || program.relations[i].facts.count > 0;
  return needed;
}

bool negates_any_tuple(const Atom& atom) {
  return atom.negated &&
         std::all_of(atom.arguments.begin(), atom.arguments.end(), [](const Term& term) { return term.is_wildcard(); });
}

bool is_taken(const Program& program, const std::string& name) {
  return std::any_of(program.relations.begin(), program.relations.end(),
                     [&](const Relation& relation) { return relation.name == name; });
}

/// Adds the rule `r_any_p[x0] := r_p[_, _], x0 = 0` and returns its new relation.
RelationId add_any(Program& program, RelationId id) {
  Relation any;
  any.name = "any_" + program.relations[id].name;
  while (is_taken(program, any.name)) any.name += "_";
  any.attributes.push_back({"x", Type::Number, {}});
  any.facts.arity = 1;
  any.is_output = false;
  program.relations.push_back(std::move(any));
  const auto added = static_cast<RelationId>(program.relations.size() - 1);
  Rule rule;
  Atom head;
  head.relation = added;
  head.arguments.push_back(Term::constant(0, Type::Number));
  Atom body;
  body.relation = id;
  for (const Attribute& attribute : program.relations[id].attributes) {
    body.arguments.push_back(Term::wildcard(attribute.type));
  }
  rule.heads.push_back(std::move(head));
  rule.body.emplace_back(std::move(body));
  program.rules.push_back(std::move(rule));
  return added;
}

/// Replaces `not r_p[_, _]` by `not r_any_p[0]`, because Cozo requires a bound argument in negated atoms.
Program with_known_negations(Program program) {
  std::vector<std::optional<RelationId>> any(program.relations.size());
  const std::size_t rules = program.rules.size();
  for (std::size_t i = 0; i < rules; ++i) {
    for (std::size_t k = 0; k < program.rules[i].body.size(); ++k) {
      const auto* atom = std::get_if<Atom>(&program.rules[i].body[k]);
      if (atom == nullptr || !negates_any_tuple(*atom)) continue;
      std::optional<RelationId>& known = any[atom->relation];
      if (!known) known = add_any(program, atom->relation);
      Atom known_atom;
      known_atom.relation = *known;
      known_atom.negated = true;
      known_atom.arguments.push_back(Term::constant(0, Type::Number));
      program.rules[i].body[k] = std::move(known_atom);
    }
  }
  return program;
}

std::string print(const Program& given) {
  const Program program = with_known_negations(given);
  Writer writer(program, kSpelling);
  write_seed(writer);
  const std::vector<bool> needed = needs_facts(program);
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    if (needed[i]) write_facts(writer, i);
  }
  for (const Rule& rule : program.rules) write_binding_rule(writer, with_plain_head(rule), kStyle);
  write_query(writer);
  return writer.take();
}

/// Reads the output of data/drivers/cozo.py.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  return read_plain_rows("Cozo", kReadBits, program, output, limits);
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.floats = true;
  has.arithmetic = true;
  has.nullary = false;
  has.integer_bits = kWrittenBits;
  return {"cozo", "CozoScript", ".cozo", has, print, read, false, {"", "end"}};
}

}  // namespace assay::datalog::cozo

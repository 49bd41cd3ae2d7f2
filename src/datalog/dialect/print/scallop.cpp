#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"

namespace assay::datalog::scallop {
namespace {

constexpr Spelling kSpelling = {
    .negation = "not ",
    .arrow = " = ",
    .end = "\n",
    .comparators = {"==", "!=", "<", "<=", ">", ">="},
    .operators = {"+", "-", "*", "/", "%", "$min", "$max"},
    .constant = write_plain_constant,
};
constexpr BindingStyle kStyle = {.bind_between = " == "};  // `==` also binds

constexpr TypeNames kTypes = {"i32", "u32", "f64", "String", "bool"};

void write_declaration(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  if (relation.from_seed) return;
  writer.text("type ").name(id);
  std::string_view separator = "(";
  for (const Attribute& attribute : relation.attributes) {
    writer.text(separator).text(type_name(attribute, kTypes));
    separator = ", ";
  }
  writer.text(")\n");
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  for (RelationId i = 0; i < program.relations.size(); ++i) write_declaration(writer, i);
  writer.facts("rel ");
  for (const Rule& rule : program.rules) {
    writer.text("rel ");
    write_binding_rule(writer, rule, kStyle);
  }
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    if (program.relations[i].is_output) writer.text("query ").name(i).text("\n");
  }
  return writer.take();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.unsigned_numbers = true;
  has.floats = true;
  has.arithmetic = true;
  has.division = true;
  has.nullary = false;
  return {"scallop", "Scallop", ".scl", has, print, nullptr};
}

}  // namespace assay::datalog::scallop

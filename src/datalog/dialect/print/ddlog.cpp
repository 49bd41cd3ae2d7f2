#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"

namespace assay::datalog::ddlog {
namespace {

constexpr Spelling kSpelling = {
    .capitalized = true,
    .negation = "not ",
    .comparators = {"==", "!=", "<", "<=", ">", ">="},
    .constant = write_plain_constant,
};
constexpr BindingStyle kStyle = {.bind_before = "var "};

constexpr TypeNames kTypes = {"signed<32>", "bit<32>", "double", "string", "bool"};

/// Never declares an input relation, because DDlog forbids facts and rules for input relations.
void write_declaration(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  if (relation.from_seed) return;
  writer.text(relation.is_output ? "output relation " : "relation ").name(id).text("(");
  for (std::size_t k = 0; k < relation.arity(); ++k) {
    writer.text(k == 0 ? "a" : ", a").number(static_cast<std::int64_t>(k)).text(": ");
    writer.text(type_name(relation.attributes[k], kTypes));
  }
  writer.text(")\n");
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  for (RelationId i = 0; i < program.relations.size(); ++i) write_declaration(writer, i);
  writer.facts();
  for (const Rule& rule : program.rules) write_binding_rule(writer, rule, kStyle);
  return writer.take();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.unsigned_numbers = true;
  has.floats = true;
  has.arithmetic = true;
  has.division = true;
  return {"ddlog", "Differential Datalog", ".dl", has, print, nullptr};
}

}  // namespace assay::datalog::ddlog

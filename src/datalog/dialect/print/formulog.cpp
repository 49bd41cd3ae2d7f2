#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"

namespace assay::datalog::formulog {
namespace {

constexpr Spelling kSpelling = {
    .variable = "X",
    .nullary_parentheses = false,
    .operators = {"+", "-", "*", "/", "%", "assay_min", "assay_max"},
    .constant = write_plain_constant,
};
constexpr BindingStyle kStyle;
constexpr std::string_view kFunctions =
    "fun assay_min(X: i32, Y: i32) : i32 = if X < Y then X else Y\n"
    "fun assay_max(X: i32, Y: i32) : i32 = if X < Y then Y else X\n";

constexpr TypeNames kTypes = {"i32", "i32", "fp64", "string", "bool"};

/// Declares relations as `output`, because `input` relations may not have rules.
void write_declaration(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  if (relation.from_seed) return;
  writer.text("output ").name(id);
  std::string_view separator = "(";
  for (const Attribute& attribute : relation.attributes) {
    writer.text(separator).text(type_name(attribute, kTypes));
    separator = ", ";
  }
  writer.text(relation.attributes.empty() ? ".\n" : ").\n");
}

bool uses_functions(const Program& program) {
  for (const Rule& rule : program.rules) {
    for (const Literal& literal : rule.body) {
      const auto* computation = std::get_if<Computation>(&literal);
      if (computation == nullptr) continue;
      if (computation->op == Operator::Minimum || computation->op == Operator::Maximum) return true;
    }
  }
  return false;
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  if (uses_functions(program)) writer.text(kFunctions);
  for (RelationId i = 0; i < program.relations.size(); ++i) write_declaration(writer, i);
  writer.facts();
  for (const Rule& rule : program.rules) write_binding_rule(writer, rule, kStyle);
  return writer.take();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.floats = true;
  has.arithmetic = true;
  has.division = true;
  has.negated_wildcards = false;
  return {"formulog", "Formulog", ".flg", has, print, nullptr};
}

}  // namespace assay::datalog::formulog

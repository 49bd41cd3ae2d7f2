#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"

namespace assay::datalog::flix {
namespace {

void write_constant(Writer& writer, const Term& term) {
  if (term.type != Type::Symbol) {
    write_plain_constant(writer, term);
    return;
  }
  const auto escape = [](unsigned char byte, std::string& out) {
    std::string code;
    hexadecimal_escape(byte, code);
    out += "\\u00" + code.substr(2);
  };
  append_escaped(writer.program().symbols[static_cast<std::size_t>(term.value)], '"', escape, writer.out());
}

constexpr Spelling kSpelling = {
    .capitalized = true,
    .negation = "not ",
    .comparators = {"==", "!=", "<", "<=", ">", ">="},
    .operators = {"+", "-", "*", "/", "%", "Int32.min", "Int32.max"},
    .constant = write_constant,
};
/// Binds by a functional predicate: the variable takes each element of a vector.
constexpr BindingStyle kStyle = {
    .bind_before = "let ",
    .bind_between = " = Vector#{",
    .bind_after = "}",
    .test_before = "if (",
    .test_after = ")",
};

constexpr TypeNames kTypes = {"Int32", "Int32", "Float64", "String", "Bool"};

/// Writes `#{ R0(Int32), R1(String) }`. Without it, a relation that no rule uses would have no type.
void write_row_type(Writer& writer) {
  const Program& program = writer.program();
  writer.text("#{ ");
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    writer.text(i == 0 ? "" : ", ").name(i).text("(");
    std::string_view separator;
    for (const Attribute& attribute : program.relations[i].attributes) {
      writer.text(separator).text(type_name(attribute, kTypes));
      separator = ", ";
    }
    writer.text(")");
  }
  writer.text(" }");
}

void write_query(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  std::string columns;
  for (std::size_t k = 0; k < relation.arity(); ++k) columns += (k == 0 ? "x" : ", x") + std::to_string(k);
  writer.text("    println(\"").text(relation.name).text("\");\n    query p select ");
  writer.text(relation.arity() == 1 ? "" : "(").text(columns).text(relation.arity() == 1 ? "" : ")");
  writer.text(" from ").name(id).text("(").text(columns).text(") |> println;\n");
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  writer.text("def rules(): ");
  write_row_type(writer);
  writer.text(" = #{\n");
  writer.facts("    ");
  for (const Rule& rule : program.rules) {
    writer.text("    ");
    write_binding_rule(writer, rule, kStyle);
  }
  writer.text("}\n\ndef main(): Unit \\ IO =\n    let p = rules();\n");
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    if (program.relations[i].is_output) write_query(writer, i);
  }
  writer.text("    println(\"end\")\n");
  return writer.take();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.floats = true;
  has.arithmetic = true;
  has.negated_wildcards = false;
  has.nullary = false;
  return {"flix", "Flix", ".flix", has, print, nullptr};
}

}  // namespace assay::datalog::flix

#include <vector>

#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/output_builder.hpp"

namespace assay::datalog::ascent {
namespace {

void write_constant(Writer& writer, const Term& term) {
  const bool symbol = term.type == Type::Symbol;
  writer.text(symbol ? "Symbol(" : "");
  write_plain_constant(writer, term);
  writer.text(symbol ? ")" : "");
}

constexpr Spelling kSpelling = {
    .relation = "r_",
    .arrow = " <-- ",
    .end = ";\n",
    .comparators = {"==", "!=", "<", "<=", ">", ">="},
    .operators = {"+", "-", "*", "/", "%", "std::cmp::min", "std::cmp::max"},
    .constant = write_constant,
};

std::string_view type_name(Type type) {
  switch (type) {
    case Type::Unsigned: return "u32";
    case Type::Symbol: return "Symbol";
    case Type::Bool: return "bool";
    default: return "i32";
  }
}

/// Writes a rule. Variables that an atom binds are references, which expressions must dereference. Variables that `let`
/// binds are values.
class RuleWriter {
 public:
  RuleWriter(Writer& writer, const Rule& rule) : writer_(writer), rule_(rule), is_value_(rule.variables.size()) {}

  void write() {
    writer_.begin_rule(rule_);
    writer_.heads(rule_);
    std::string_view separator = kSpelling.arrow;
    for (const PlacedLiteral& placed : left_to_right(rule_)) {
      writer_.text(separator);
      separator = kSpelling.separator;
      if (const auto* atom = std::get_if<Atom>(placed.literal)) writer_.atom(*atom);
      if (const auto* comparison = std::get_if<Comparison>(placed.literal)) write_comparison(*comparison, placed);
      if (const auto* computation = std::get_if<Computation>(placed.literal)) write_computation(*computation, placed);
    }
    writer_.text(kSpelling.end);
  }

 private:
  void operand(const Term& term) {
    const bool reference = term.is_variable() && !is_value_[static_cast<std::size_t>(term.value)];
    writer_.text(reference ? "*" : "").term(term);
  }

  void let(std::uint32_t variable) {
    writer_.text("let ").variable(variable).text(" = ");
    is_value_[variable] = true;
  }

  void write_comparison(const Comparison& comparison, const PlacedLiteral& placed) {
    if (placed.binds) {
      const bool left = comparison.left == Term::variable(*placed.binds, comparison.left.type);
      let(*placed.binds);
      operand(left ? comparison.right : comparison.left);
      return;
    }
    writer_.text("if ");
    operand(comparison.left);
    writer_.text(" ").text(kSpelling.comparators[static_cast<std::size_t>(comparison.comparator)]).text(" ");
    operand(comparison.right);
  }

  void write_computation(const Computation& computation, const PlacedLiteral& placed) {
    if (placed.binds) {
      let(*placed.binds);
    } else {
      writer_.text("if ");
      operand(computation.result);
      writer_.text(" == ");
    }
    const bool function = computation.op == Operator::Minimum || computation.op == Operator::Maximum;
    const std::string_view name = kSpelling.operators[static_cast<std::size_t>(computation.op)];
    if (function) writer_.text(name).text("(");
    operand(computation.left);
    if (function) {
      writer_.text(", ");
    } else {
      writer_.text(" ").text(name).text(" ");
    }
    operand(computation.right);
    if (function) writer_.text(")");
  }

  Writer& writer_;
  const Rule& rule_;
  std::vector<bool> is_value_;  ///< by variable: true: a value; false: a reference
};

/// Writes facts as values, because as rules they would slow down the compiler.
void write_facts(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  if (relation.facts.count == 0) return;
  writer.text("    program.").name(id).text(" = vec![");
  for (std::size_t row = 0; row < relation.facts.count; ++row) {
    writer.text(row == 0 ? "(" : ", (");
    for (std::size_t k = 0; k < relation.arity(); ++k) {
      writer.term(Term::constant(relation.facts.row(row)[k], relation.attributes[k].type));
      writer.text(k + 1 == relation.arity() && k > 0 ? "" : ",");
    }
    writer.text(")");
  }
  writer.text("];\n");
}

/// Writes a loop with `println!("p({}, {})", row.0, quoted(row.1.0));`.
void write_output(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  if (!relation.is_output) return;
  writer.text("    for row in &program.").name(id).text(" {\n        println!(\"").text(relation.name).text("(");
  for (std::size_t k = 0; k < relation.arity(); ++k) writer.text(k == 0 ? "{}" : ", {}");
  writer.text(")\"");
  for (std::size_t k = 0; k < relation.arity(); ++k) {
    const bool symbol = relation.attributes[k].type == Type::Symbol;
    writer.text(symbol ? ", quoted(row." : ", row.").number(static_cast<std::int64_t>(k)).text(symbol ? ".0)" : "");
  }
  writer.text(");\n    }\n");
}

/// A type for symbols. Ascent's comparison of repeated variables does not compile for `&str`.
constexpr std::string_view kSymbol = R"(#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Symbol(&'static str);

)";

constexpr std::string_view kQuoted = R"(fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}
)";

void write_main(Writer& writer) {
  const std::size_t relations = writer.program().relations.size();
  writer.text(kQuoted).text("\nfn main() {\n    let mut program = AscentProgram::default();\n");
  for (RelationId i = 0; i < relations; ++i) write_facts(writer, i);
  writer.text("    program.run();\n");
  for (RelationId i = 0; i < relations; ++i) write_output(writer, i);
  writer.text("    println!(\"end\");\n}\n");
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  writer.text("use ascent::ascent;\n\n").text(kSymbol).text("ascent! {\n");
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    writer.text("    relation ").name(i).text("(");
    std::string_view separator;
    for (const Attribute& attribute : program.relations[i].attributes) {
      writer.text(separator).text(type_name(attribute.type));
      separator = ", ";
    }
    writer.text(");\n");
  }
  for (const Rule& rule : program.rules) {
    writer.text("    ");
    RuleWriter(writer, rule).write();
  }
  writer.text("}\n\n");
  write_main(writer);
  return writer.take();
}

/// Reads the output of `main`.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  constexpr unsigned kBits = 32;
  return read_plain_rows("Ascent", kBits, program, output, limits);
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.unsigned_numbers = true;
  has.arithmetic = true;
  has.division = true;
  has.multiple_heads = true;
  return {"ascent", "Ascent, a Rust program", ".rs", has, print, read, false, {"", "end"}};
}

}  // namespace assay::datalog::ascent

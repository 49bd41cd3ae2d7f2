#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "datalog/dialect/text/binding_rules.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/output_builder.hpp"

namespace assay::datalog::formulog {
namespace {

constexpr unsigned kBits = 32;

/// Writes the least number as a difference, because Formulog reads -2147483648 as the negation of 2147483648.
void write_constant(Writer& writer, const Term& term) {
  if (term.type == Type::Number && term.value == std::numeric_limits<std::int32_t>::min()) {
    writer.text("(-2147483647 - 1)");
  } else {
    write_plain_constant(writer, term);
  }
}

constexpr Spelling kSpelling = {
    .variable = "X",
    .nullary_parentheses = false,
    .operators = {"+", "-", "*", "/", "%", "assay_min", "assay_max"},
    .constant = write_constant,
};
constexpr BindingStyle kStyle;
constexpr std::string_view kFunctions =
    "fun assay_min(X: i32, Y: i32) : i32 = if X < Y then X else Y\n"
    "fun assay_max(X: i32, Y: i32) : i32 = if X < Y then Y else X\n";

constexpr TypeNames kTypes = {"i32", "i32", "fp64", "string", "bool"};

/// Declares no relation as `@edb`, because such relations may not have rules.
void write_declaration(Writer& writer, RelationId id) {
  const Relation& relation = writer.program().relations[id];
  if (relation.from_seed) return;
  writer.text("rel ").name(id);
  std::string_view separator = "(";
  for (const Attribute& attribute : relation.attributes) {
    writer.text(separator).text(type_name(attribute, kTypes));
    separator = ", ";
  }
  writer.text(relation.attributes.empty() ? ".\n" : ").\n");
}

/// Replaces variables that occur once by wildcards, because Formulog rejects them.
Rule without_single_variables(Rule rule) {
  std::vector<unsigned> occurrences(rule.variables.size());
  for_each_term(rule, [&](const Term& term) {
    if (term.is_variable()) ++occurrences[static_cast<std::size_t>(term.value)];
  });
  for_each_term(rule, [&](Term& term) {
    if (term.is_variable() && occurrences[static_cast<std::size_t>(term.value)] == 1) term = Term::wildcard(term.type);
  });
  return rule;
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
  for (const Rule& rule : program.rules) write_binding_rule(writer, without_single_variables(rule), kStyle);
  return writer.take();
}

/// Reads the output of `formulog --dump-all`: messages about its progress, and then for each relation the line
/// `---------- NAME (NUMBER OF TUPLES) ----------` and a line for each tuple.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  const RowShape shape = {
      .engine = "Formulog", .open = "(", .separator = ", ", .close = ")\n", .nullary_close = "\n", .bits = kBits};
  OutputBuilder builder(program, limits);
  Scanner scanner(output);
  auto missing = std::count_if(program.relations.begin(), program.relations.end(),
                               [](const Relation& relation) { return relation.is_output; });
  while (!scanner.done()) {
    const bool heading = scanner.take("---------- ");
    const std::string_view name = scanner.word();
    if (!heading || !scanner.take(" (")) {
      (void)scanner.line();
      continue;
    }
    const std::optional<std::uint64_t> count = parse_unsigned(scanner.digits());
    if (!count || scanner.line() != ") ----------") return unexpected_text(shape.engine, name);
    const std::optional<RelationId> relation = builder.relation(name);
    if (relation) {
      builder.mention(*relation);
      --missing;
    }
    for (std::uint64_t left = *count; left > 0; --left) {
      if (scanner.done()) return cut_off(shape.engine);
      if (!relation) (void)scanner.line();
      if (relation)
        if (const auto error = read_row(scanner, builder, shape)) return *error;
    }
  }
  if (missing > 0) return cut_off(shape.engine);
  return std::move(builder).finish();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.floats = true;
  has.arithmetic = true;
  has.division = true;
  has.negated_wildcards = false;
  return {"formulog", "Formulog", ".flg", has, print, read, true};
}

}  // namespace assay::datalog::formulog

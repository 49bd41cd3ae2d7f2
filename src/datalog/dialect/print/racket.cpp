#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/ordering.hpp"
#include "datalog/dialect/text/output_builder.hpp"
#include "datalog/dialect/text/writer.hpp"

namespace assay::datalog::racket {
namespace {

constexpr std::string_view kEngine = "Racket";
/// Racket treats numbers as names. This width fits the reference evaluation.
constexpr unsigned kBits = 62;
constexpr std::string_view kEnd = "assay_end";

/// Racket's strings have the escapes \", \\ and a backslash in front of a newline only.
void write_constant(Writer& writer, const Term& term) {
  if (term.type != Type::Symbol) {
    writer.number(term.value);
    return;
  }
  writer.text("\"");
  for (const char c : writer.program().symbols[static_cast<std::size_t>(term.value)]) {
    if (c == '"' || c == '\\' || c == '\n') writer.text("\\");
    writer.text({&c, 1});
  }
  writer.text("\"");
}

constexpr Spelling kSpelling = {
    .variable = "X",
    .wildcard = "",  // `_` is a constant like any other name
    .nullary_parentheses = false,
    .constant = write_constant,
};

void write_rule(Writer& writer, const Rule& rule) {
  writer.begin_rule(rule);
  writer.heads(rule);
  std::string_view separator = kSpelling.arrow;
  for (const PlacedLiteral& placed : left_to_right(rule)) {
    writer.text(separator);
    separator = kSpelling.separator;
    if (const auto* atom = std::get_if<Atom>(placed.literal)) writer.atom(*atom);
    if (const auto* comparison = std::get_if<Comparison>(placed.literal)) writer.comparison(*comparison);
  }
  writer.text(kSpelling.end);
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  writer.text("#lang datalog\n");
  write_seed(writer);
  writer.facts();
  for (const Rule& rule : program.rules) write_rule(writer, rule);
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    if (!program.relations[i].is_output) continue;
    Atom query;
    query.relation = i;
    for (std::uint32_t k = 0; k < program.relations[i].arity(); ++k) {
      query.arguments.push_back(Term::variable(k, program.relations[i].attributes[k].type));
    }
    writer.atom(query).text("?\n");
  }
  writer.text(kEnd).text(".\n").text(kEnd).text("?\n");
  return writer.take();
}

constexpr RowShape kRow = {
    .engine = kEngine, .open = "(", .separator = ", ", .close = ").\n", .nullary_close = ".\n", .bits = kBits};

/// Reads one line per tuple, an empty line for a query without answers, and the relation `assay_end` at the end.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  OutputBuilder builder(program, limits);
  Scanner scanner(output);
  while (!scanner.take("assay_end.\n")) {
    if (scanner.done()) return cut_off(kEngine);
    if (scanner.take("\n")) continue;
    if (const auto error = read_row(scanner, builder, kRow)) return *error;
  }
  if (!scanner.done()) return unexpected_text(kEngine, scanner.rest());
  builder.mention_all();
  return std::move(builder).finish();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.negation = false;
  has.order = false;
  has.wildcards = false;
  has.negated_wildcards = false;
  has.integer_bits = kBits;
  return {"racket", "Racket's datalog", ".rkt", has, print, read, false, {"", "assay_end."}};
}

}  // namespace assay::datalog::racket

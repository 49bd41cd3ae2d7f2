#include <algorithm>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/ordering.hpp"
#include "datalog/dialect/text/output_builder.hpp"
#include "datalog/dialect/text/writer.hpp"

namespace assay::datalog::gringo {
namespace {

constexpr std::string_view kEngine = "clingo";
constexpr unsigned kBits = 32;

/// gringo's strings have the escapes \n, \\ and \" only. All other bytes are written unescaped.
void write_constant(Writer& writer, const Term& term) {
  if (term.type != Type::Symbol) {
    writer.number(term.value);
    return;
  }
  writer.text("\"");
  for (const char c : writer.program().symbols[static_cast<std::size_t>(term.value)]) {
    if (c == '\n') {
      writer.text("\\n");
    } else {
      if (c == '"' || c == '\\') writer.text("\\");
      writer.text({&c, 1});
    }
  }
  writer.text("\"");
}

constexpr Spelling kSpelling = {
    .variable = "X",
    .nullary_parentheses = false,
    .negation = "not ",
    .operators = {"+", "-", "*", "/", "\\", "#min", "#max"},
    .constant = write_constant,
};

void write_computation(Writer& writer, const Computation& computation) {
  writer.term(computation.result).text(" = ");
  if (computation.op != Operator::Minimum && computation.op != Operator::Maximum) {
    writer.expression(computation);
    return;
  }
  writer.text(kSpelling.operators[static_cast<std::size_t>(computation.op)]).text(" { ");
  writer.term(computation.left).text("; ").term(computation.right).text(" }");
}

/// Writes `N = #sum { X,Y : r(X, Y) }`: over distinct tuples, with the first element as the value. Minimum and maximum
/// of an empty set are #sup and #inf, which an additional comparison excludes.
void write_aggregate(Writer& writer, const Aggregate& aggregate, const std::vector<bool>& outer) {
  static constexpr std::string_view kNames[] = {"#count", "#sum", "#min", "#max"};
  writer.term(aggregate.result).text(" = ").text(kNames[static_cast<std::size_t>(aggregate.aggregator)]).text(" { ");
  const std::vector<std::uint32_t> locals = local_variables(aggregate, outer);
  if (locals.empty()) writer.text("0");
  for (std::size_t i = 0; i < locals.size(); ++i) writer.text(i == 0 ? "" : ",").variable(locals[i]);
  std::string_view separator = " : ";
  for (const Atom& atom : aggregate.atoms) {
    writer.text(separator).atom(atom);
    separator = ", ";
  }
  for (const Comparison& comparison : aggregate.comparisons) writer.text(", ").comparison(comparison);
  writer.text(" }");
  if (aggregate.aggregator == Aggregator::Minimum) writer.text(", ").term(aggregate.result).text(" != #sup");
  if (aggregate.aggregator == Aggregator::Maximum) writer.text(", ").term(aggregate.result).text(" != #inf");
}

void write_rule(Writer& writer, const Rule& rule) {
  writer.begin_rule(rule);
  writer.heads(rule);
  const std::vector<bool> outer = outer_variables(rule);
  std::string_view separator = kSpelling.arrow;
  for (const Literal& literal : rule.body) {
    writer.text(separator);
    separator = kSpelling.separator;
    if (const auto* atom = std::get_if<Atom>(&literal)) writer.atom(*atom);
    if (const auto* comparison = std::get_if<Comparison>(&literal)) writer.comparison(*comparison);
    if (const auto* computation = std::get_if<Computation>(&literal)) write_computation(writer, *computation);
    if (const auto* aggregate = std::get_if<Aggregate>(&literal)) write_aggregate(writer, *aggregate, outer);
  }
  writer.text(kSpelling.end);
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  writer.facts();
  for (const Rule& rule : program.rules) write_rule(writer, rule);
  writer.text("#show.\n");
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    if (!relation.is_output) continue;
    writer.text("#show ").name(i).text("/").number(static_cast<std::int64_t>(relation.arity())).text(kSpelling.end);
  }
  return writer.take();
}

constexpr RowShape kRow = {.engine = kEngine, .open = "(", .separator = ",", .close = ")", .bits = kBits};

/// Reads the output of `clingo -V0 --outf=0`: all atoms in one line, in any order, and then the verdict.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  OutputBuilder builder(program, limits);
  Scanner scanner(output);
  while (!scanner.done() && scanner.peek() != '\n') {
    if (const auto error = read_row(scanner, builder, kRow)) return *error;
    if (!scanner.take(" ") && scanner.peek() != '\n') return unexpected_text(kEngine, scanner.rest());
  }
  if (scanner.done()) return cut_off(kEngine);
  scanner.take("\n");
  if (scanner.done()) return cut_off(kEngine);
  if (!scanner.take("SATISFIABLE\n") || !scanner.done()) return unexpected_text(kEngine, scanner.rest());
  builder.mention_all();
  return std::move(builder).finish();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.arithmetic = true;
  has.division = true;
  has.aggregates = true;
  has.integer_bits = kBits;
  return {"gringo", "clingo and gringo", ".lp", has, print, read, false, {"", "SATISFIABLE", true}};
}

}  // namespace assay::datalog::gringo

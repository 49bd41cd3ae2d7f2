#include <algorithm>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/ordering.hpp"
#include "datalog/dialect/text/output_builder.hpp"
#include "datalog/dialect/text/writer.hpp"

namespace assay::datalog::prolog {
namespace {

constexpr std::string_view kEngine = "SWI-Prolog";
/// Prolog's integers have no bounds. This width fits the reference evaluation and exceeds SWI-Prolog's small integers.
constexpr unsigned kBits = 62;

void prolog_escape(unsigned char byte, std::string& out) {
  hexadecimal_escape(byte, out);
  out += '\\';
}

void write_constant(Writer& writer, const Term& term) {
  if (term.type != Type::Symbol) {
    writer.number(term.value);
    return;
  }
  append_escaped(writer.program().symbols[static_cast<std::size_t>(term.value)], '\'', prolog_escape, writer.out());
}

constexpr Spelling kSpelling = {
    .variable = "X",
    .nullary_parentheses = false,
    .negation = "\\+ ",
    .comparators = {"=:=", "=\\=", "<", "=<", ">", ">="},
    .operators = {"+", "-", "*", "//", "rem", "min", "max"},
    .constant = write_constant,
};

/// Writes a comparison of known sides: numbers by value, symbols as terms.
void write_test(Writer& writer, const Comparison& comparison) {
  if (comparison.left.type != Type::Symbol) {
    writer.comparison(comparison);
    return;
  }
  const bool equal = comparison.comparator == Comparator::Equal;
  writer.term(comparison.left).text(equal ? " == " : " \\== ").term(comparison.right);
}

/// Writes `aggregate_all(sum(X), v(X, Y), (r(X, Y), X < Y), N)`, over the distinct instances of `v(X, Y)`. Minimum and
/// maximum fail for an empty set. The result is a fresh variable and compared afterwards: the aggregate's variable may
/// be bound by the call of the head, and SWI-Prolog's count raises an error for a negative result.
void write_aggregate(Writer& writer, const Aggregate& aggregate, bool binds, const std::vector<bool>& outer) {
  static constexpr std::string_view kNames[] = {"count", "sum", "min", "max"};
  writer.text("aggregate_all(").text(kNames[static_cast<std::size_t>(aggregate.aggregator)]);
  if (aggregate.aggregator != Aggregator::Count) writer.text("(").term(aggregate.target).text(")");
  writer.text(", v");
  const std::vector<std::uint32_t> locals = local_variables(aggregate, outer);
  for (std::size_t i = 0; i < locals.size(); ++i) writer.text(i == 0 ? "(" : ", ").variable(locals[i]);
  writer.text(locals.empty() ? ", (" : "), (");
  std::string_view separator;
  for (const bool negated : {false, true}) {
    for (const Atom& atom : aggregate.atoms) {
      if (atom.negated != negated) continue;
      writer.text(separator).atom(atom);
      separator = ", ";
    }
  }
  for (const Comparison& comparison : aggregate.comparisons) {
    writer.text(separator);
    write_test(writer, comparison);
    separator = ", ";
  }
  const Term result = Term::variable(writer.fresh(), aggregate.result.type);
  writer.text("), ").term(result).text(")");
  writer.text(", ").term(result).text(binds ? " = " : " =:= ").term(aggregate.result);
}

void write_literal(Writer& writer, const PlacedLiteral& placed, const std::vector<bool>& outer) {
  if (const auto* atom = std::get_if<Atom>(placed.literal)) writer.atom(*atom);
  if (const auto* comparison = std::get_if<Comparison>(placed.literal)) {
    if (placed.binds) {
      writer.term(comparison->left).text(" = ").term(comparison->right);
    } else {
      write_test(writer, *comparison);
    }
  }
  if (const auto* computation = std::get_if<Computation>(placed.literal)) {
    writer.term(computation->result).text(placed.binds ? " is " : " =:= ").expression(*computation);
  }
  if (const auto* aggregate = std::get_if<Aggregate>(placed.literal)) {
    write_aggregate(writer, *aggregate, placed.binds.has_value(), outer);
  }
}

void write_rule(Writer& writer, const Rule& rule) {
  writer.begin_rule(rule);
  writer.heads(rule);
  const std::vector<bool> outer = outer_variables(rule);
  std::string_view separator = kSpelling.arrow;
  for (const PlacedLiteral& placed : left_to_right(rule)) {
    writer.text(separator);
    write_literal(writer, placed, outer);
    separator = kSpelling.separator;
  }
  writer.text(kSpelling.end);
}

/// Prints one line per tuple: the relation's name and the fields, separated by spaces; symbols in double quotes.
constexpr std::string_view kPrinting = R"(assay_field(X) :- integer(X), !, write(X).
assay_field(X) :- atom_string(X, S), writeq(S).
assay_fields([]).
assay_fields([X|Xs]) :- put_char(' '), assay_field(X), assay_fields(Xs).
assay_print(G) :- G =.. [F|Xs], forall(G, (write(F), assay_fields(Xs), nl)).
)";

void write_main(Writer& writer) {
  const Program& program = writer.program();
  writer.text(kPrinting).text("main :-\n    set_stream(user_output, encoding(octet)),\n");
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    if (!relation.is_output) continue;
    Atom atom;
    atom.relation = i;
    for (const Attribute& attribute : relation.attributes) atom.arguments.push_back(Term::wildcard(attribute.type));
    writer.text("    assay_print(").atom(atom).text("),\n");
  }
  writer.text("    write(end), nl.\n:- initialization(main, main).\n");
}

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  writer.text(":- encoding(iso_latin_1).\n:- style_check(-singleton).\n");
  std::vector<std::vector<const Rule*>> rules(program.relations.size());
  for (const Rule& rule : program.rules) rules[rule.heads.front().relation].push_back(&rule);
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    if (!rules[i].empty() || relation.facts.empty()) {
      writer.text(rules[i].empty() ? ":- dynamic " : ":- table ").name(i).text("/");
      writer.number(static_cast<std::int64_t>(relation.arity())).text(kSpelling.end);
    }
    for (std::size_t row = 0; row < relation.facts.count; ++row) {
      writer.fact(i, relation.facts.row(row)).text(kSpelling.end);
    }
    for (const Rule* rule : rules[i]) write_rule(writer, *rule);
  }
  write_main(writer);
  return writer.take();
}

constexpr RowShape kRow = {
    .engine = kEngine, .open = " ", .separator = " ", .close = "\n", .nullary_close = "\n", .bits = kBits};

Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  OutputBuilder builder(program, limits);
  Scanner scanner(output);
  while (!scanner.take("end\n")) {
    if (scanner.done()) return cut_off(kEngine);
    if (const auto error = read_row(scanner, builder, kRow)) return *error;
  }
  if (!scanner.done()) return unexpected_text(kEngine, scanner.rest());
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
  return {"prolog", "SWI-Prolog with tabling", ".pl", has, print, read, false, {"", "end"}};
}

}  // namespace assay::datalog::prolog

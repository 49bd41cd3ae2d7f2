#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/ordering.hpp"
#include "datalog/dialect/text/output_builder.hpp"
#include "datalog/dialect/text/writer.hpp"
#include "datalog/graph/graph.hpp"
#include "datalog/program/meaning.hpp"
#include "datalog/program/wording.hpp"

// The input of data/drivers/dbsp.rs: a statement in each line, with single spaces between the words.
namespace assay::datalog::dbsp {
namespace {

/// Writes a text without spaces: bytes that are no visible character of ASCII become `\x20`.
void write_constant(Writer& writer, const Term& term) {
  if (term.type != Type::Symbol) {
    writer.number(term.value);
    return;
  }
  std::string& out = writer.out();
  out += '"';
  for (const char c : writer.program().symbols[static_cast<std::size_t>(term.value)]) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7f || c == '"' || c == '\\') {
      hexadecimal_escape(byte, out);
    } else {
      out += c;
    }
  }
  out += '"';
}

constexpr Spelling kSpelling = {
    .relation = "r_", .operators = {"+", "-", "*", "/", "%", "min", "max"}, .constant = write_constant};
constexpr std::string_view kAggregators[] = {"count", "sum", "min", "max"};

class ScriptWriter {
 public:
  explicit ScriptWriter(const Program& program)
      : program_(program), writer_(program, kSpelling), states_(table_states(program)) {}

  std::string write() {
    std::vector<bool> is_state(program_.relations.size(), false);
    for (const TableState& state : states_) is_state[state.rows] = true;
    for (RelationId id = 0; id < program_.relations.size(); ++id)
      if (!is_state[id]) write_declaration(id);
    for (const Rule& rule : program_.rules) write_rule(rule);
    for (RelationId id = 0; id < program_.relations.size(); ++id)
      if (!is_state[id]) write_change(id, Tuples{program_.relations[id].arity(), 0, {}}, rows_of(id), id);
    for (RelationId id = 0; id < program_.relations.size(); ++id)
      if (!is_state[id] && program_.relations[id].is_output) show(id, program_.relations[id].name);
    write_history();
    return writer_.take();
  }

 private:
  /// The facts of a relation, each once.
  [[nodiscard]] Tuples rows_of(RelationId id) const {
    Tuples rows = program_.relations[id].facts;
    rows.sort();
    return rows;
  }

  void write_declaration(RelationId id) {
    writer_.text("relation ").name(id);
    for (const Attribute& attribute : program_.relations[id].attributes)
      writer_.text(attribute.type == Type::Symbol ? " text" : " number");
    writer_.text("\n");
  }

  void show(RelationId id, const std::string& label) {
    writer_.text("show ").name(id).text(" ").text(label).text("\n");
  }

  Writer& words(const Atom& atom) {
    writer_.text(atom.negated ? "! " : "").name(atom.relation);
    for (const Term& term : atom.arguments) writer_.text(" ").term(term);
    return writer_;
  }

  void write_aggregate(const Aggregate& aggregate) {
    const bool counts = aggregate.aggregator == Aggregator::Count;
    writer_.term(aggregate.result).text(" = ").text(kAggregators[static_cast<std::size_t>(aggregate.aggregator)]);
    writer_.text(" ").term(counts ? Term::constant(0, Type::Number) : aggregate.target).text(" of ");
    std::string_view separator;
    for (const Atom& atom : aggregate.atoms) {
      writer_.text(separator);
      words(atom);
      separator = " ; ";
    }
    for (const Comparison& comparison : aggregate.comparisons) writer_.text(separator).comparison(comparison);
  }

  void write_rule(const Rule& rule) {
    writer_.begin_rule(rule);
    writer_.text("rule ");
    words(rule.heads.front());
    std::string_view separator = " <- ";
    for (const PlacedLiteral& placed : left_to_right(rule, AtomsFirst::Yes)) {
      writer_.text(separator);
      separator = " & ";
      if (const auto* atom = std::get_if<Atom>(placed.literal)) {
        words(*atom);
      } else if (const auto* comparison = std::get_if<Comparison>(placed.literal)) {
        writer_.comparison(*comparison);
      } else if (const auto* aggregate = std::get_if<Aggregate>(placed.literal)) {
        write_aggregate(*aggregate);
      } else {
        const auto& computation = std::get<Computation>(*placed.literal);
        writer_.term(computation.result).text(" = ").term(computation.left).text(" ");
        writer_.text(kSpelling.operators[static_cast<std::size_t>(computation.op)]).text(" ").term(computation.right);
      }
    }
    writer_.text("\n");
  }

  /// The changes that lead from `before` to `after`: one transaction, or one for each row if the relation `way` has a
  /// wording of its history.
  void write_change(RelationId id, const Tuples& before, const Tuples& after, RelationId way) {
    const bool row_by_row = way_of(program_.relations[way].wordings, Wording::History) != 0;
    const auto write = [&](const char* sign, const Tuples& rows) {
      for (std::size_t i = 0; i < rows.count; ++i) {
        Atom row{id, false, {}};
        for (std::size_t k = 0; k < rows.arity; ++k)
          row.arguments.push_back(Term::constant(rows.row(i)[k], program_.relations[id].attributes[k].type));
        writer_.text(sign);
        words(row).text(row_by_row ? "\ncommit\n" : "\n");
      }
    };
    write("- ", difference(before, after));
    write("+ ", difference(after, before));
  }

  void write_history() {
    const PrecedenceGraph graph(program_);
    const auto changes = [&](RelationId id) {
      return std::any_of(states_.begin(), states_.end(),
                         [&](const TableState& state) { return state.table != id && graph.reaches(state.table, id); });
    };
    std::vector<Tuples> now;
    for (RelationId id = 0; id < program_.relations.size(); ++id) now.push_back(rows_of(id));
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const TableState& state = states_[i];
      write_change(state.table, now[state.table], now[state.rows], state.rows);
      now[state.table] = now[state.rows];
      if (program_.relations[state.table].is_output) show(state.table, program_.relations[state.rows].name);
      if (i + 1 < states_.size() && states_[i + 1].time == state.time) continue;
      for (RelationId id = 0; id < program_.relations.size(); ++id)
        if (program_.relations[id].is_output && changes(id))
          show(id, program_.relations[id].name + "__" + std::to_string(state.time));
    }
  }

  const Program& program_;
  Writer writer_;
  std::vector<TableState> states_;
};

std::string print(const Program& program) { return ScriptWriter(program).write(); }

Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  constexpr unsigned kBits = 64;
  return read_plain_rows("dbsp", kBits, unrolled(program), output, limits);
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.arithmetic = true;
  has.division = true;
  has.aggregates = true;
  has.integer_bits = 64;
  has.changing_tables = true;
  return {"dbsp", "dbsp, through a driver", ".dbsp", has, print, read, false, {"", "end"}};
}

}  // namespace assay::datalog::dbsp

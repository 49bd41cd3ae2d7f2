#include "datalog/dialect/print/muz.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/writer.hpp"

namespace assay::datalog::muz {
namespace {

constexpr std::array<Type, 3> kTypes = {Type::Number, Type::Unsigned, Type::Symbol};

/// Writes all bits of the value after #x or #b.
void write_bits(Writer& writer, Value value, unsigned width) {
  const unsigned per_digit = width % 4 == 0 ? 4 : 1;
  writer.text(per_digit == 4 ? "#x" : "#b");
  for (unsigned at = width; at > 0; at -= per_digit) {
    const auto digit = static_cast<std::size_t>(static_cast<std::uint64_t>(value) >> (at - per_digit));
    writer.text(std::string_view("0123456789abcdef").substr(digit & ((1U << per_digit) - 1), 1));
  }
}

void write_sort(Writer& writer, Type type) {
  writer.text("(_ BitVec ").number(muz_width(writer.program(), type)).text(")");
}

/// Writes a program in SMT-LIB's syntax. Variables are declared once for all rules; their names encode their sorts.
class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), writer_(program, spelling_) {}

  std::string whole() {
    write_seed(writer_);
    writer_.text("(set-option :fp.engine datalog)\n");
    for (RelationId i = 0; i < program_.relations.size(); ++i) declare(i);
    declare_variables();
    for (RelationId i = 0; i < program_.relations.size(); ++i) write_facts(i);
    for (const Rule& rule : program_.rules) write_rule(rule);
    for (RelationId i = 0; i < program_.relations.size(); ++i) {
      if (!program_.relations[i].is_output) continue;
      writer_.text("(echo \"relation ").name(i).text("\")\n(query ").name(i).text(" :print-answer true)\n");
    }
    writer_.text("(echo \"end\")\n");
    return writer_.take();
  }

 private:
  void declare(RelationId relation) {
    writer_.text("(declare-rel ").name(relation).text(" (");
    std::string_view separator;
    for (const Attribute& attribute : program_.relations[relation].attributes) {
      writer_.text(separator);
      write_sort(writer_, attribute.type);
      separator = " ";
    }
    writer_.text("))\n");
  }

  /// The number of variables of a type that the rules need. Wildcards have numbers behind the rule's own variables.
  [[nodiscard]] std::size_t variables_of(Type type) const {
    std::size_t count = 0;
    for (const Rule& rule : program_.rules) {
      std::size_t next = rule.variables.size();
      for_each_term(rule, [&](const Term& term) {
        if (term.is_constant()) return;
        const std::size_t number = term.is_variable() ? static_cast<std::size_t>(term.value) : next++;
        if (term.type == type) count = std::max(count, number + 1);
      });
    }
    return count;
  }

  void declare_variables() {
    for (const Type type : kTypes) {
      const std::size_t count = variables_of(type);
      for (std::size_t i = 0; i < count; ++i) {
        writer_.text("(declare-var ");
        write_variable(i, type);
        writer_.text(" ");
        write_sort(writer_, type);
        writer_.text(")\n");
      }
    }
  }

  void write_variable(std::size_t number, Type type) {
    writer_.text(type == Type::Symbol ? "s" : type == Type::Unsigned ? "u" : "n");
    writer_.number(static_cast<std::int64_t>(number));
  }

  void write_term(const Term& term) {
    if (term.is_constant()) {
      write_bits(writer_, term.value, muz_width(program_, term.type));
    } else {
      write_variable(term.is_variable() ? static_cast<std::size_t>(term.value) : next_variable_++, term.type);
    }
  }

  void write_call(std::string_view function, const Term& left, const Term& right) {
    writer_.text("(").text(function).text(" ");
    write_term(left);
    writer_.text(" ");
    write_term(right);
    writer_.text(")");
  }

  void write_atom(const Atom& atom) {
    if (atom.negated) writer_.text("(not ");
    if (!atom.arguments.empty()) writer_.text("(");
    writer_.name(atom.relation);
    for (const Term& term : atom.arguments) {
      writer_.text(" ");
      write_term(term);
    }
    if (!atom.arguments.empty()) writer_.text(")");
    if (atom.negated) writer_.text(")");
  }

  void write_comparison(const Comparison& comparison) {
    static constexpr std::string_view kSigned[] = {"=", "=", "bvslt", "bvsle", "bvsgt", "bvsge"};
    static constexpr std::string_view kUnsigned[] = {"=", "=", "bvult", "bvule", "bvugt", "bvuge"};
    const auto at = static_cast<std::size_t>(comparison.comparator);
    const bool negated = comparison.comparator == Comparator::NotEqual;
    if (negated) writer_.text("(not ");
    const bool is_unsigned = comparison.left.type == Type::Unsigned;
    write_call(is_unsigned ? kUnsigned[at] : kSigned[at], comparison.left, comparison.right);
    if (negated) writer_.text(")");
  }

  void write_computation(const Computation& computation) {
    static constexpr std::string_view kSigned[] = {"bvadd", "bvsub", "bvmul", "bvsdiv", "bvsrem", "bvsle", "bvsge"};
    static constexpr std::string_view kUnsigned[] = {"bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvule", "bvuge"};
    const auto at = static_cast<std::size_t>(computation.op);
    const std::string_view function = computation.result.type == Type::Unsigned ? kUnsigned[at] : kSigned[at];
    writer_.text("(= ");
    write_term(computation.result);
    if (computation.op == Operator::Minimum || computation.op == Operator::Maximum) {
      writer_.text(" (ite ");
      write_call(function, computation.left, computation.right);
      writer_.text(" ");
      write_term(computation.left);
      writer_.text(" ");
      write_term(computation.right);
      writer_.text("))");
      return;
    }
    writer_.text(" ");
    write_call(function, computation.left, computation.right);
    writer_.text(")");
  }

  void write_literal(const Literal& literal) {
    if (const auto* atom = std::get_if<Atom>(&literal)) write_atom(*atom);
    if (const auto* comparison = std::get_if<Comparison>(&literal)) write_comparison(*comparison);
    if (const auto* computation = std::get_if<Computation>(&literal)) write_computation(*computation);
  }

  void write_rule(const Rule& rule) {
    next_variable_ = rule.variables.size();
    writer_.text(rule.body.size() > 1 ? "(rule (=> (and" : "(rule (=>");
    for (const Literal& literal : rule.body) {
      writer_.text(" ");
      write_literal(literal);
    }
    writer_.text(rule.body.size() > 1 ? ") " : " ");
    write_atom(rule.heads.front());
    writer_.text("))\n");
  }

  void write_facts(RelationId relation) {
    const Relation& declared = program_.relations[relation];
    Atom atom;
    atom.relation = relation;
    for (std::size_t row = 0; row < declared.facts.count; ++row) {
      atom.arguments.clear();
      for (std::size_t k = 0; k < declared.arity(); ++k) {
        atom.arguments.push_back(Term::constant(declared.facts.row(row)[k], declared.attributes[k].type));
      }
      writer_.text("(rule ");
      write_atom(atom);
      writer_.text(")\n");
    }
  }

  const Program& program_;
  Spelling spelling_;
  Writer writer_;
  std::size_t next_variable_ = 0;
};

std::string print(const Program& program) { return Printer(program).whole(); }

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.unsigned_numbers = true;
  has.arithmetic = true;
  has.division = true;
  has.wildcards = false;
  has.negated_wildcards = false;
  has.integer_bits = kMuzBits;
  return {"muz",   "Z3's muZ, SMT-LIB rules over bit-vectors",
          ".smt2", has,
          print,   read_muz_answers,
          true,    {"relation {}", "end"}};
}

}  // namespace assay::datalog::muz

namespace assay::datalog {

unsigned muz_width(const Program& program, Type type) {
  if (type != Type::Symbol) return kMuzBits;
  const std::size_t max_value = program.symbols.empty() ? 0 : program.symbols.size() - 1;
  return std::max(1U, static_cast<unsigned>(std::bit_width(max_value)));
}

}  // namespace assay::datalog

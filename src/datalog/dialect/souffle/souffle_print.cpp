#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "assay/base/check.hpp"
#include "datalog/dialect/souffle/souffle_declarations.hpp"
#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/souffle/words/souffle_notes.hpp"
#include "datalog/dialect/souffle/words/souffle_qualifiers.hpp"
#include "datalog/dialect/souffle/words/souffle_values.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::string_view, 7> kArithmetic = {"+", "-", "*", "/", "%", "min", "max"};

std::string_view type_name(Type type) {
  switch (type) {
    case Type::Unsigned: return "unsigned";
    case Type::Float: return "float";
    case Type::Symbol:
    case Type::Opaque: return "symbol";
    case Type::Number:
    case Type::Bool: break;
  }
  return "number";
}

class SoufflePrinter {
 public:
  explicit SoufflePrinter(const Program& program) : program_(program) {}

  std::string run() {
    constexpr std::size_t kUsualText = 2000;
    out_.reserve(kUsualText + program_.seed.text.size());
    read_seed_text();
    for (const StructuredType& type : program_.types) print_type(type);
    for (std::size_t i = 0; i < program_.relations.size(); ++i) print_declaration(program_.relations[i]);
    for (const Relation& relation : program_.relations) print_facts(relation);
    for (const Rule& rule : program_.rules) print_rule(rule);
    for (const Relation& relation : program_.relations) print_subsumption(relation);
    return std::move(out_);
  }

 private:
  template <typename... Parts>
  void add(const Parts&... parts) {
    (out_.append(parts), ...);
  }
  template <typename Integer>
  void add_number(Integer number) {
    char buffer[24];
    out_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
  }

  void read_seed_text();
  void print_declaration(const Relation& relation);
  void print_types(const Relation& relation);
  void print_type(const StructuredType& type);
  void print_facts(const Relation& relation);
  void print_rule(const Rule& rule);
  void print_subsumption(const Relation& relation);
  void print(const Atom& atom);
  void print(const Comparison& comparison);
  void print(const Computation& computation);
  void print(const Aggregate& aggregate);
  void print(const Call& call);
  void print_arguments(const Call& call, std::string_view open, std::string_view close);
  void print(const Term& term);
  void print_constant(Value value, Type type);

  const Program& program_;
  std::string out_;
  Declarations seed_;            ///< declarations of the seed's own text
  std::set<std::string> types_;  ///< subtypes that were printed already
};

void SoufflePrinter::read_seed_text() {
  if (program_.seed.dialect.empty()) return;
  ASSAY_CHECK(program_.seed.dialect == "souffle", "a seed of another dialect cannot be printed as Souffle text");
  out_ = program_.seed.text + "\n" + std::string(kSeedEnd) + "\n";
  const Result<Tokens> tokens = tokenize(program_.seed.text, "", souffle_rules());
  if (!tokens) return;
  Result<Declarations> declarations = read_declarations(*tokens, 0, tokens->list.size() - 1, "", nullptr);
  if (declarations) seed_ = *std::move(declarations);
}

void SoufflePrinter::print_declaration(const Relation& relation) {
  bool says_input = false;
  bool says_output = false;
  if (relation.from_seed) {
    const auto known = seed_.index.find(relation.name);
    if (known != seed_.index.end()) {
      says_input = seed_.relations[known->second].is_input;
      says_output = seed_.relations[known->second].is_output;
    }
  } else {
    print_types(relation);
    add(".decl ", relation.name, "(");
    for (std::size_t i = 0; i < relation.arity(); ++i) {
      const Attribute& attribute = relation.attributes[i];
      add(i == 0 ? "" : ", ", attribute.name, ":");
      add(attribute.declared.empty() ? type_name(attribute.type) : std::string_view(attribute.declared));
    }
    add(")", qualifiers_text(relation), "\n");
  }
  if (relation.is_input && !says_input) add(kInputNote, relation.name, "\n");
  if (relation.is_output && !says_output) add(".output ", relation.name, "\n");
}

/// Prints declarations of subtypes that neither the seed nor an earlier relation declares.
void SoufflePrinter::print_types(const Relation& relation) {
  for (const Attribute& attribute : relation.attributes) {
    const std::string& name = attribute.declared;
    if (name.empty() || attribute.type == Type::Opaque || seed_.types.find(name)) continue;
    if (types_.insert(name).second) out_ += ".type " + name + " <: " + std::string(type_name(attribute.type)) + "\n";
  }
}

/// Prints `.type list = [head:number, tail:list]`.
void SoufflePrinter::print_type(const StructuredType& type) {
  add(".type ", type.name, " =");
  std::string_view separator = " ";
  for (const Branch& branch : type.branches) {
    add(std::exchange(separator, " | "), branch.name, type.is_record ? "[" : " {");
    for (std::size_t i = 0; i < branch.fields.size(); ++i) {
      const Attribute& field = branch.fields[i];
      add(i == 0 ? "" : ", ", field.name, ":");
      add(field.declared.empty() ? type_name(field.type) : std::string_view(field.declared));
    }
    out_ += type.is_record ? "]" : "}";
  }
  out_ += "\n";
}

void SoufflePrinter::print_facts(const Relation& relation) {
  for (std::size_t i = 0; i < relation.facts.count; ++i) {
    add(relation.name, "(");
    for (std::size_t j = 0; j < relation.arity(); ++j) {
      if (j > 0) out_ += ", ";
      print_constant(relation.facts.row(i)[j], relation.attributes[j].type);
    }
    out_ += ").\n";
  }
}

void SoufflePrinter::print_rule(const Rule& rule) {
  for (std::size_t i = 0; i < rule.heads.size(); ++i) {
    if (i > 0) out_ += rule.body.empty() ? ".\n" : ", ";
    print(rule.heads[i]);
  }
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    out_ += i == 0 ? " :- " : ", ";
    std::visit([&](const auto& literal) { print(literal); }, rule.body[i]);
  }
  out_ += ".\n";
}

/// Prints `r(V0, V1) <= r(V0, V2) :- V1 < V2.` for a relation that keeps the greatest value of the second column.
void SoufflePrinter::print_subsumption(const Relation& relation) {
  if (!relation.dominance || relation.from_seed) return;
  const std::size_t column = relation.dominance->column;
  const auto side = [&](std::size_t of_column) {
    add(relation.name, "(");
    for (std::size_t i = 0; i < relation.arity(); ++i) {
      add(i == 0 ? "V" : ", V");
      add_number(i == column ? of_column : i);
    }
    add(")");
  };
  side(column);
  add(" <= ");
  side(relation.arity());
  add(" :- V");
  add_number(column);
  add(relation.dominance->greatest ? " < V" : " > V");
  add_number(relation.arity());
  add(".\n");
}

void SoufflePrinter::print(const Atom& atom) {
  if (atom.negated) out_ += "!";
  add(program_.relations[atom.relation].name, "(");
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    if (i > 0) out_ += ", ";
    print(atom.arguments[i]);
  }
  out_ += ")";
}

void SoufflePrinter::print(const Comparison& comparison) {
  print(comparison.left);
  add(" ", kSouffleComparators[static_cast<std::size_t>(comparison.comparator)], " ");
  print(comparison.right);
}

void SoufflePrinter::print(const Computation& computation) {
  const std::string op(kArithmetic[static_cast<std::size_t>(computation.op)]);
  const bool infix = op.size() == 1;
  print(computation.result);
  out_ += " = " + (infix ? std::string() : op + "(");
  print(computation.left);
  out_ += infix ? " " + op + " " : ", ";
  print(computation.right);
  if (!infix) out_ += ")";
}

void SoufflePrinter::print(const Aggregate& aggregate) {
  print(aggregate.result);
  out_ += " = " + std::string(kSouffleAggregators[static_cast<std::size_t>(aggregate.aggregator)]) + " ";
  if (aggregate.aggregator != Aggregator::Count) {
    print(aggregate.target);
    out_ += " ";
  }
  out_ += ": { ";
  std::string_view separator;
  for (const Atom& atom : aggregate.atoms) {
    out_ += std::exchange(separator, ", ");
    print(atom);
  }
  for (const Comparison& comparison : aggregate.comparisons) {
    out_ += std::exchange(separator, ", ");
    print(comparison);
  }
  out_ += " }";
}

void SoufflePrinter::print_arguments(const Call& call, std::string_view open, std::string_view close) {
  out_ += open;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) out_ += ", ";
    print(call.arguments[i]);
  }
  out_ += close;
}

void SoufflePrinter::print(const Call& call) {
  if (call.negated) out_ += "!";
  if (call.has_result()) {
    print(call.result);
    out_ += " = ";
  }
  // Negative operands get brackets, because a sign may bind to a power instead of the number.
  const auto operand = [&](const Term& term) {
    const bool negative = term.is_constant() && term.type != Type::Symbol && term.value < 0;
    if (negative) out_ += "(";
    print(term);
    if (negative) out_ += ")";
  };
  switch (call.form) {
    case CallForm::Function:
    case CallForm::Constraint: out_ += call.name; return print_arguments(call, "(", ")");
    case CallForm::Infix:
    case CallForm::Order:
      operand(call.arguments[0]);
      add(" ", call.name, " ");
      return operand(call.arguments[1]);
    case CallForm::Prefix: add(call.name, " "); return operand(call.arguments[0]);
    case CallForm::Record:
      if (!call.arguments.empty()) return print_arguments(call, "[", "]");
      out_ += "nil";
      return;
    case CallForm::Branch: add("$", call.name); return print_arguments(call, "(", ")");
  }
}

void SoufflePrinter::print(const Term& term) {
  switch (term.kind) {
    case Term::Kind::Wildcard: out_ += "_"; return;
    case Term::Kind::Variable:
      out_ += 'V';
      add_number(term.value);
      return;
    case Term::Kind::Constant: print_constant(term.value, term.type); return;
  }
}

void SoufflePrinter::print_constant(Value value, Type type) {
  switch (type) {
    case Type::Number:
    case Type::Bool: add_number(value); return;
    case Type::Unsigned:
      add_number(static_cast<std::uint64_t>(value));
      out_ += 'u';
      return;
    case Type::Float: out_ += souffle_float(value); return;
    case Type::Symbol:
    case Type::Opaque: out_ += souffle_string(program_.symbols[static_cast<std::size_t>(value)]); return;
  }
}

}  // namespace

std::string print_souffle(const Program& program) { return SoufflePrinter(program).run(); }

}  // namespace assay::datalog

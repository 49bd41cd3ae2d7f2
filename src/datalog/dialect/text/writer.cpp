#include "datalog/dialect/text/writer.hpp"

#include <bit>
#include <charconv>
#include <string>

namespace assay::datalog {

Writer& Writer::text(std::string_view piece) {
  out_ += piece;
  return *this;
}

Writer& Writer::number(std::int64_t value) {
  char buffer[24];
  out_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  return *this;
}

Writer& Writer::name(RelationId relation) {
  text(spelling_.relation);
  const std::size_t at = out_.size();
  out_ += program_.relations[relation].name;
  if (spelling_.capitalized && at < out_.size() && out_[at] >= 'a' && out_[at] <= 'z') {
    out_[at] = static_cast<char>(out_[at] - 'a' + 'A');
  }
  return *this;
}

Writer& Writer::variable(std::uint32_t number_) { return text(spelling_.variable).number(number_); }

Writer& Writer::term(const Term& term) {
  switch (term.kind) {
    case Term::Kind::Variable: return variable(static_cast<std::uint32_t>(term.value));
    case Term::Kind::Constant: spelling_.constant(*this, term); return *this;
    case Term::Kind::Wildcard: break;
  }
  return spelling_.wildcard.empty() ? variable(fresh()) : text(spelling_.wildcard);
}

Writer& Writer::atom(const Atom& atom) {
  if (atom.negated) text(spelling_.negation);
  name(atom.relation);
  if (atom.arguments.empty() && !spelling_.nullary_parentheses) return *this;
  text(spelling_.open);
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    if (i > 0) text(", ");
    term(atom.arguments[i]);
  }
  return text(spelling_.close);
}

Writer& Writer::fact(RelationId relation, const Value* tuple) {
  Atom ground;
  ground.relation = relation;
  for (const Attribute& attribute : program_.relations[relation].attributes) {
    ground.arguments.push_back(Term::constant(*tuple++, attribute.type));
  }
  return atom(ground);
}

std::string_view type_name(const Attribute& attribute, const TypeNames& names) {
  if (!attribute.declared.empty()) return attribute.declared;
  switch (attribute.type) {
    case Type::Unsigned: return names.unsigned_number;
    case Type::Float: return names.real;
    case Type::Symbol: return names.symbol;
    case Type::Bool: return names.truth;
    default: return names.number;
  }
}

Writer& Writer::facts(std::string_view before) {
  for (RelationId id = 0; id < program_.relations.size(); ++id) {
    const Tuples& facts = program_.relations[id].facts;
    for (std::size_t row = 0; row < facts.count; ++row) text(before).fact(id, facts.row(row)).text(spelling_.end);
  }
  return *this;
}

Writer& Writer::comparison(const Comparison& comparison) {
  term(comparison.left);
  text(" ").text(spelling_.comparators[static_cast<std::size_t>(comparison.comparator)]).text(" ");
  return term(comparison.right);
}

Writer& Writer::expression(const Computation& computation) {
  const std::string_view op = spelling_.operators[static_cast<std::size_t>(computation.op)];
  const bool function = computation.op == Operator::Minimum || computation.op == Operator::Maximum;
  if (function) {
    text(op).text("(").term(computation.left).text(", ").term(computation.right);
    return text(")");
  }
  return term(computation.left).text(" ").text(op).text(" ").term(computation.right);
}

Writer& Writer::heads(const Rule& rule) {
  for (std::size_t i = 0; i < rule.heads.size(); ++i) {
    if (i > 0) text(spelling_.separator);
    atom(rule.heads[i]);
  }
  return *this;
}

void append_escaped(std::string_view text, char quote, void (*other)(unsigned char byte, std::string& out),
                    std::string& out) {
  out += quote;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (byte < 0x20 || byte == 0x7f) {
      other(byte, out);
    } else {
      out += c;
    }
  }
  out += quote;
}

void append_hexadecimal(unsigned char byte, std::string& out) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

void hexadecimal_escape(unsigned char byte, std::string& out) {
  out += "\\x";
  append_hexadecimal(byte, out);
}

void append_float(Value bits, std::string& out) {
  char buffer[40];
  const auto value = std::bit_cast<double>(bits);
  const std::string_view text(
      buffer, static_cast<std::size_t>(std::to_chars(buffer, buffer + sizeof buffer, value).ptr - buffer));
  out += text;
  if (text.find_first_of(".en") == std::string_view::npos) out += ".0";
}

void write_seed(Writer& writer) {
  const std::string& text = writer.program().seed.text;
  writer.text(text);
  if (!text.empty() && text.back() != '\n') writer.text("\n");
}

}  // namespace assay::datalog

#include "spelling.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace assay::smt {
namespace {

/// SMT-LIB 2.7, section 3.1 and figure 3.4: reserved words, which a symbol must not be spelled like without bars.
constexpr std::array<std::string_view, 50> kReserved = {"!",
                                                        "BINARY",
                                                        "DECIMAL",
                                                        "HEXADECIMAL",
                                                        "NUMERAL",
                                                        "STRING",
                                                        "_",
                                                        "as",
                                                        "assert",
                                                        "check-sat",
                                                        "check-sat-assuming",
                                                        "declare-const",
                                                        "declare-datatype",
                                                        "declare-datatypes",
                                                        "declare-fun",
                                                        "declare-sort",
                                                        "declare-sort-parameter",
                                                        "define-const",
                                                        "define-fun",
                                                        "define-fun-rec",
                                                        "define-funs-rec",
                                                        "define-sort",
                                                        "echo",
                                                        "exists",
                                                        "exit",
                                                        "forall",
                                                        "get-assertions",
                                                        "get-assignment",
                                                        "get-info",
                                                        "get-model",
                                                        "get-option",
                                                        "get-proof",
                                                        "get-unsat-assumptions",
                                                        "get-unsat-core",
                                                        "get-value",
                                                        "lambda",
                                                        "let",
                                                        "match",
                                                        "par",
                                                        "pop",
                                                        "push",
                                                        "reset",
                                                        "reset-assertions",
                                                        "set-info",
                                                        "set-logic",
                                                        "set-option",
                                                        "maximize",
                                                        "minimize",
                                                        "declare-codatatypes",
                                                        "declare-heap"};

bool is_symbol_character(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
  return std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

void append_code_point(char32_t c, const Dialect& dialect, std::string& out) {
  static constexpr char kDigits[] = "0123456789abcdef";
  if (c == U'"') {
    out += "\"\"";
  } else if (c >= 0x20 && c < 0x7F && c != U'\\') {
    out += static_cast<char>(c);
  } else if (!dialect.unicode_escapes && c < 0x100) {
    out += "\\x";
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
  } else {
    out += "\\u{";
    int shift = 20;
    while (shift > 0 && (c >> shift) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) out += kDigits[(c >> shift) & 15];
    out += "}";
  }
}

/// A decimal when the denominator divides a power of ten, else a quotient.
void append_real(const mpq_class& value, std::string& out) {
  const bool negative = sgn(value) < 0;
  if (negative) out += "(- ";
  const mpq_class magnitude = abs(value);
  mpz_class rest = magnitude.get_den();
  std::size_t twos = 0;
  std::size_t fives = 0;
  for (; mpz_divisible_ui_p(rest.get_mpz_t(), 2) != 0; ++twos) rest /= 2;
  for (; mpz_divisible_ui_p(rest.get_mpz_t(), 5) != 0; ++fives) rest /= 5;
  const std::size_t places = std::max(twos, fives);
  if (rest != 1 || places > 1000) {
    out += "(/ " + magnitude.get_num().get_str() + ".0 " + magnitude.get_den().get_str() + ".0)";
  } else {
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 10, places);
    std::string digits = mpz_class(magnitude.get_num() * (power / magnitude.get_den())).get_str();
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    out += digits.substr(0, digits.size() - places) + "." + (places == 0 ? "0" : digits.substr(digits.size() - places));
  }
  if (negative) out += ")";
}

void append_bits(const BitVector& bits, std::string& out) {
  const bool hexadecimal = bits.width % 4 == 0;
  const std::string digits = bits.bits.get_str(hexadecimal ? 16 : 2);
  out += hexadecimal ? "#x" : "#b";
  out.append((hexadecimal ? bits.width / 4 : bits.width) - digits.size(), '0');
  out += digits;
}

void append_indices(const std::vector<std::uint64_t>& indices, std::string& out) {
  for (const std::uint64_t index : indices) {
    out += ' ';
    out += std::to_string(index);
  }
}

std::string_view plain_name(SortKind kind) {
  switch (kind) {
    case SortKind::Bool: return "Bool";
    case SortKind::Int: return "Int";
    case SortKind::Real: return "Real";
    case SortKind::RoundingMode: return "RoundingMode";
    case SortKind::String: return "String";
    case SortKind::RegLan: return "RegLan";
    case SortKind::BitVector: return "BitVec";
    case SortKind::Float: return "FloatingPoint";
    case SortKind::Array: return "Array";
    case SortKind::Sequence: return "Seq";
    case SortKind::Function: return "->";
    case SortKind::Unknown: return "Unknown";
    default: return {};
  }
}

void append_sort_head(const TermStore& store, const SortNode& node, std::string& out) {
  const std::string_view name = plain_name(node.kind);
  if (!node.indices.empty()) out += "(_ ";
  out += name.empty() ? quoted(store.spelling(node.name)) : std::string(name);
  append_indices(node.indices, out);
  if (!node.indices.empty()) out += ")";
}

}  // namespace

std::string quoted(std::string_view symbol) {
  const bool simple = !symbol.empty() && !(symbol[0] >= '0' && symbol[0] <= '9') &&
                      std::all_of(symbol.begin(), symbol.end(), is_symbol_character) &&
                      std::find(kReserved.begin(), kReserved.end(), symbol) == kReserved.end();
  // A solver's own literal (#f5m7, a finite field's element) is read as a symbol; in bars it would be another one.
  if (simple ||
      (symbol.size() > 1 && symbol[0] == '#' && std::all_of(symbol.begin() + 1, symbol.end(), is_symbol_character))) {
    return std::string(symbol);
  }
  return "|" + std::string(symbol) + "|";
}

std::string string_literal(const std::u32string& value, const Dialect& dialect) {
  std::string out = "\"";
  for (const char32_t c : value) append_code_point(c, dialect, out);
  return out + "\"";
}

std::string_view spelled(const Dialect& dialect, std::string_view standard_name) {
  for (const auto& [from, to] : dialect.spellings) {
    if (from == standard_name) return to;
  }
  return standard_name;
}

void print_literal(const Value& value, const Dialect& dialect, std::string& out) {
  if (value.is<mpz_class>()) {
    const bool negative = sgn(value.as_int()) < 0;
    out += negative ? "(- " + mpz_class(-value.as_int()).get_str() + ")" : value.as_int().get_str();
  } else if (value.is<mpq_class>()) {
    append_real(value.as_real(), out);
  } else if (value.is<BitVector>()) {
    append_bits(value.as_bits(), out);
  } else {
    ASSAY_CHECK(value.is<std::u32string>(), "a literal of a sort without literals");
    out += string_literal(value.as_string(), dialect);
  }
}

void print_sort(const TermStore& store, SortId sort, std::string& out) {
  // A sort still to be printed, or a closing parenthesis.
  std::vector<std::pair<bool, SortId>> todo{{true, sort}};
  bool first = true;
  while (!todo.empty()) {
    const auto [is_sort, id] = todo.back();
    todo.pop_back();
    if (!is_sort) {
      out += ')';
      continue;
    }
    if (!first) out += ' ';
    first = false;
    const SortNode& node = store.node(id);
    if (!node.arguments.empty()) {
      out += '(';
      todo.emplace_back(false, SortId{});
      for (std::size_t i = node.arguments.size(); i-- > 0;) todo.emplace_back(true, node.arguments[i]);
    }
    append_sort_head(store, node, out);
  }
}

std::string to_string(const TermStore& store, SortId sort) {
  std::string out;
  print_sort(store, sort, out);
  return out;
}

}  // namespace assay::smt

#include "smt/parse/print_text.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/ascii.hpp"

namespace assay::smt {
namespace {

bool simple_character(char c) {
  static constexpr std::string_view kOthers = "~!@$%^&*_-+=<>.?/";
  return is_letter(c) || is_digit(c) || kOthers.find(c) != std::string_view::npos;
}

/// The standard's reserved words and solvers' own (cvc5: `is`).
bool reserved(std::string_view word) {
  static constexpr std::string_view kWords[] = {"!",     "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING",
                                                "_",     "as",     "exists",  "forall",      "lambda",  "let",
                                                "match", "par",    "choice",  "witness",     "is"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

void append_integer(const mpz_class& number, std::string_view after, std::string& out) {
  if (number < 0) {
    out += "(- ";
    out += mpz_class(-number).get_str();
    out += after;
    out += ')';
    return;
  }
  out += number.get_str();
  out += after;
}

/// Prints a finite decimal if the number has one; otherwise a quotient.
void append_real(const mpq_class& number, std::string& out) {
  if (number.get_den() == 1) {
    append_integer(number.get_num(), ".0", out);
    return;
  }
  mpz_class rest;
  const mp_bitcnt_t twos = mpz_remove(rest.get_mpz_t(), number.get_den_mpz_t(), mpz_class(2).get_mpz_t());
  const mp_bitcnt_t fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(5).get_mpz_t());
  const bool negative = number < 0;
  const mpz_class numerator = abs(number.get_num());
  out += negative ? "(- " : "";
  if (rest != 1) {
    out += "(/ " + numerator.get_str() + ".0 " + number.get_den().get_str() + ".0)";
  } else {
    const auto places = static_cast<std::size_t>(std::max(twos, fives));
    mpz_class scale;
    mpz_ui_pow_ui(scale.get_mpz_t(), 10, places);
    std::string digits = mpz_class(numerator * scale / number.get_den()).get_str();
    if (digits.size() <= places) {
      digits.insert(0, places + 1 - digits.size(), '0');
    }
    out.append(digits, 0, digits.size() - places);
    out += '.';
    out.append(digits, digits.size() - places, places);
  }
  out += negative ? ")" : "";
}

void append_bits(const BitVector& bits, std::string& out) {
  const bool hexadecimal = bits.width % 4 == 0;
  const std::string digits = bits.bits.get_str(hexadecimal ? 16 : 2);
  const std::size_t length = hexadecimal ? bits.width / 4 : bits.width;
  out += hexadecimal ? "#x" : "#b";
  out.append(length - digits.size(), '0');
  out += digits;
}

void append_hexadecimal(char32_t c, std::size_t min_digits, std::string& out) {
  char buffer[8];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::uint32_t>(c), 16).ptr;
  const auto length = static_cast<std::size_t>(end - buffer);
  out.append(length < min_digits ? min_digits - length : 0, '0');
  out.append(buffer, length);
}

void append_string(const std::u32string& value, const Dialect& dialect, std::string& out) {
  out += '"';
  for (const char32_t c : value) {
    if (c == U'"') {
      out += "\"\"";
    } else if (c >= 0x20 && c <= 0x7e && c != U'\\') {
      out += static_cast<char>(c);
    } else if (!dialect.unicode_escapes && c <= 0xff) {
      out += "\\x";
      append_hexadecimal(c, 2, out);
    } else {
      out += "\\u{";
      append_hexadecimal(c, 1, out);
      out += '}';
    }
  }
  out += '"';
}

std::string_view built_in_name(SortKind kind) {
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
    case SortKind::Set: return "Set";
    case SortKind::Bag: return "Bag";
    case SortKind::Tuple: return "Tuple";
    case SortKind::Nullable: return "Nullable";
    case SortKind::FiniteField: return "FiniteField";
    case SortKind::Function: return "->";
    case SortKind::Unknown: return "?";
    default: return "";
  }
}

/// Prints a sort without its arguments.
void append_sort_head(const TermStore& store, const SortNode& node, std::string& out) {
  const std::string_view built_in = built_in_name(node.kind);
  if (!node.indices.empty()) {
    out += "(_ ";
  }
  if (node.kind == SortKind::Tuple && node.arguments.empty()) {
    out += "UnitTuple";
  } else if (built_in.empty()) {
    append_quoted(store.spelling(node.name), out);
  } else {
    out += built_in;
  }
  for (const std::uint64_t index : node.indices) {
    out += ' ';
    append_number(index, out);
  }
  if (!node.indices.empty()) {
    out += ')';
  }
}

}  // namespace

void append_number(std::uint64_t number, std::string& out) {
  char buffer[20];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

void append_quoted(std::string_view symbol, std::string& out) {
  const bool simple = !symbol.empty() && !is_digit(symbol[0]) &&
                      std::all_of(symbol.begin(), symbol.end(), simple_character) && !reserved(symbol);
  if (simple) {
    out += symbol;
    return;
  }
  out += '|';
  out += symbol;
  out += '|';
}

void append_sort(const TermStore& store, SortId sort, std::string& out) {
  if (store.node(sort).arguments.empty()) {
    append_sort_head(store, store.node(sort), out);
    return;
  }
  struct Frame {
    const SortNode* node;
    std::size_t next = 0;
  };
  const auto enter = [&](const SortNode& node) {
    out += '(';
    append_sort_head(store, node, out);
  };
  std::vector<Frame> stack = {{&store.node(sort)}};
  enter(*stack.back().node);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next == frame.node->arguments.size()) {
      out += ')';
      stack.pop_back();
      continue;
    }
    const SortNode& argument = store.node(frame.node->arguments[frame.next++]);
    out += ' ';
    if (argument.arguments.empty()) {
      append_sort_head(store, argument, out);
    } else {
      enter(argument);
      stack.push_back({&argument});
    }
  }
}

void append_literal(const TermStore& store, TermId constant, const Dialect& dialect, std::string& out) {
  const Value& value = store.value(constant);
  if (value.is<mpz_class>()) {
    append_integer(value.as_int(), "", out);
  } else if (value.is<mpq_class>()) {
    append_real(value.as_real(), out);
  } else if (value.is<BitVector>()) {
    append_bits(value.as_bits(), out);
  } else {
    ASSAY_CHECK(value.is<std::u32string>(), "a constant is an integer, a real, a bit-vector or a string");
    append_string(value.as_string(), dialect, out);
  }
}

void append_index(const TermStore& store, const Index& index, std::string& out) {
  if (!index.symbol) {
    append_number(index.number, out);
    return;
  }
  const std::string_view spelling = store.spelling(*index.symbol);
  // An index that is a list, as in z3's (_ map (+ (Int Int) Int)), is stored as its text.
  if (!spelling.empty() && spelling[0] == '(') {
    out += spelling;
  } else {
    append_quoted(spelling, out);
  }
}

std::string quoted_symbol(std::string_view symbol) {
  std::string out;
  append_quoted(symbol, out);
  return out;
}

std::string string_literal(const std::u32string& value, const Dialect& dialect) {
  std::string out;
  append_string(value, dialect, out);
  return out;
}

std::string to_string(const TermStore& store, SortId sort) {
  std::string out;
  append_sort(store, sort, out);
  return out;
}

}  // namespace assay::smt

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

class Writer;

/// The syntax of a language whose rules are atoms `name(terms)`, heads, an arrow, literals, and an end.
struct Spelling {
  std::string_view variable = "x";  ///< prefix of a variable's number
  std::string_view wildcard = "_";  ///< empty: wildcards are written as fresh variables
  std::string_view open = "(";
  std::string_view close = ")";
  bool nullary_parentheses = true;  ///< true: `r()`; false: `r`
  bool capitalized = false;         ///< whether relations' names begin with a capital letter
  std::string_view relation = {};   ///< prefix of relations' names that avoids the language's keywords
  std::string_view negation = "!";
  std::string_view arrow = " :- ";
  std::string_view separator = ", ";
  std::string_view end = ".\n";
  /// The comparison operators, by Comparator.
  std::array<std::string_view, 6> comparators = {"=", "!=", "<", "<=", ">", ">="};
  /// The arithmetic operators, by Operator. The last two are names of functions.
  std::array<std::string_view, 7> operators = {"+", "-", "*", "/", "%", "min", "max"};
  void (*constant)(Writer& writer, const Term& term) = nullptr;
};

/// A language's names of the types of attributes.
struct TypeNames {
  std::string_view number;
  std::string_view unsigned_number;
  std::string_view real;
  std::string_view symbol;
  std::string_view truth;
};
/// The attribute's declared type, or else the name of its type.
[[nodiscard]] std::string_view type_name(const Attribute& attribute, const TypeNames& names);

/// Writes the parts of a program in a language's spelling.
class Writer {
 public:
  Writer(const Program& program, const Spelling& spelling) : program_(program), spelling_(spelling) {}

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const Spelling& spelling() const { return spelling_; }
  [[nodiscard]] std::string& out() { return out_; }
  [[nodiscard]] std::string take() { return std::move(out_); }

  Writer& text(std::string_view piece);
  Writer& number(std::int64_t value);
  Writer& name(RelationId relation);
  Writer& variable(std::uint32_t number);
  Writer& term(const Term& term);
  /// Writes `r(x0, 1)`, with the language's negation in front if the atom is negated.
  Writer& atom(const Atom& atom);
  /// Writes `r(1, "a")`.
  Writer& fact(RelationId relation, const Value* tuple);
  /// Writes all facts of all relations, each with `before` in front and the end of a clause behind.
  Writer& facts(std::string_view before = {});
  /// Writes `left < right`.
  Writer& comparison(const Comparison& comparison);
  /// Writes `left + right` or `min(left, right)`.
  Writer& expression(const Computation& computation);
  Writer& heads(const Rule& rule);

  /// The number of a variable that the current rule does not use.
  [[nodiscard]] std::uint32_t fresh() { return next_variable_++; }

  /// Starts a rule, so that fresh() returns numbers behind its variables.
  void begin_rule(const Rule& rule) { next_variable_ = static_cast<std::uint32_t>(rule.variables.size()); }

 private:
  const Program& program_;
  const Spelling& spelling_;
  std::string out_;
  std::uint32_t next_variable_ = 0;
};

/// Appends the text in quotes. Escapes backslash, `quote`, newline, tab and carriage return by a backslash, and other
/// control characters by calling `other`. Bytes from 0x80 on are not escaped.
void append_escaped(std::string_view text, char quote, void (*other)(unsigned char byte, std::string& out),
                    std::string& out);
/// Appends two hexadecimal digits.
void append_hexadecimal(unsigned char byte, std::string& out);
/// Appends \x and two hexadecimal digits, the escape of C and many other languages.
void hexadecimal_escape(unsigned char byte, std::string& out);

/// Appends the shortest decimal text of the double with these bits. The text has a point or an exponent.
void append_float(Value bits, std::string& out);

/// Writes the seed's text unchanged, and a newline if it has none at its end.
void write_seed(Writer& writer);

}  // namespace assay::datalog

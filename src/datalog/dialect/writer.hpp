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

/// How a language with rules of atoms writes what they all have: `name(terms)`, heads, an arrow, literals, an end.
struct Spelling {
  std::string_view variable = "x";  ///< in front of a variable's number
  std::string_view wildcard = "_";  ///< empty: there is none, and every one becomes a variable of its own
  std::string_view open = "(";
  std::string_view close = ")";
  bool nullary_parentheses = true;  ///< r() and not r
  bool capitalized = false;         ///< relations' names begin with a capital
  std::string_view relation = {};   ///< in front of their names, where some would be words of the language
  std::string_view negation = "!";
  std::string_view arrow = " :- ";
  std::string_view separator = ", ";
  std::string_view end = ".\n";
  /// By Comparator.
  std::array<std::string_view, 6> comparators = {"=", "!=", "<", "<=", ">", ">="};
  /// By Operator. What is a word is a function's name.
  std::array<std::string_view, 7> operators = {"+", "-", "*", "/", "%", "min", "max"};
  void (*constant)(Writer& writer, const Term& term) = nullptr;
};

/// What a language calls the types of attributes. A type that it has no name for is the seed's.
struct TypeNames {
  std::string_view number;
  std::string_view unsigned_number;
  std::string_view real;
  std::string_view symbol;
  std::string_view truth;
};
/// The attribute's type, as the seed declares it or else by its name.
[[nodiscard]] std::string_view type_name(const Attribute& attribute, const TypeNames& names);

/// Writes a program's parts as a language spells them.
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
  /// `r(x0, 1)`, behind the language's negation where it is negated.
  Writer& atom(const Atom& atom);
  /// `r(1, "a")`
  Writer& fact(RelationId relation, const Value* tuple);
  /// All facts of all relations, a line each.
  Writer& facts(std::string_view before = {});
  /// `left < right`
  Writer& comparison(const Comparison& comparison);
  /// `left + right` or `min(left, right)`
  Writer& expression(const Computation& computation);
  Writer& heads(const Rule& rule);

  /// A variable that the rule does not have.
  [[nodiscard]] std::uint32_t fresh() { return next_variable_++; }

  /// Wildcards that become variables get numbers from here on.
  void begin_rule(const Rule& rule) { next_variable_ = static_cast<std::uint32_t>(rule.variables.size()); }

 private:
  const Program& program_;
  const Spelling& spelling_;
  std::string out_;
  std::uint32_t next_variable_ = 0;
};

/// The text in double quotes; backslash, quote and what is not printable ASCII are escaped: \n, \t, \r, and the rest by
/// `other`, which gets the byte. Bytes from 0x80 on stay as they are.
void append_escaped(std::string_view text, char quote, void (*other)(unsigned char byte, std::string& out),
                    std::string& out);
/// Two digits.
void append_hexadecimal(unsigned char byte, std::string& out);
/// As C and many others write bytes: \x and two digits.
void hexadecimal_escape(unsigned char byte, std::string& out);

/// The shortest decimal text that is the same double, with a point or an exponent. Value is its bits.
void append_float(Value bits, std::string& out);

/// The seed's text, as it is, with an end of line.
void write_seed(Writer& writer);

}  // namespace assay::datalog

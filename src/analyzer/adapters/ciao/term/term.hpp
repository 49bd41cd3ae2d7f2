#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer::ciao {

/// A Prolog term as written, with names of variables and places in the text. Lists are flat, so a long list does not
/// nest.
struct Term {
  enum class Kind : std::uint8_t {
    Var,
    Atom,
    Int,       ///< `text` in decimal, with its sign
    Float,     ///< `text` as written
    String,    ///< `text` as written, with its quotes
    Compound,  ///< `text` is the name
    List,      ///< elements; with `open`, the last of them is the tail
  };
  Kind kind = Kind::Atom;
  std::string text;
  std::vector<Term> args;
  bool open = false;               ///< a list with a tail: [A|B]
  bool parenthesised = false;      ///< written in its own parentheses
  std::size_t begin = 0, end = 0;  ///< bytes in the text
  unsigned line = 0;               ///< line of the first byte, from 1

  [[nodiscard]] bool is(std::string_view name, std::size_t arity) const {
    return kind == (arity == 0 ? Kind::Atom : Kind::Compound) && text == name && args.size() == arity;
  }
  [[nodiscard]] bool callable() const { return kind == Kind::Atom || kind == Kind::Compound; }
  /// "name/arity"
  [[nodiscard]] std::string indicator() const { return text + "/" + std::to_string(args.size()); }
};

[[nodiscard]] Term make_atom(std::string name);
[[nodiscard]] Term make_var(std::string name);
[[nodiscard]] Term make_compound(std::string name, std::vector<Term> args);

/// Reads all clauses of a text, with the operators of ISO Prolog, of Ciao's assertions, and of the text's own
/// declarations. A clause that cannot be read is skipped up to the next end of a clause, and reported in `unread`. "_"
/// gets a name that no other variable of its clause has. Terms nest at most 2,000 deep.
struct ReadText {
  std::vector<Term> clauses;
  std::vector<std::string> unread;  ///< "line 12: ..." for each skipped clause
};
[[nodiscard]] ReadText read_clauses(std::string_view text);
/// Reads one term without an end.
[[nodiscard]] Result<Term> read_term(std::string_view text);

/// The term in a form that every Prolog can read without knowing operators.
[[nodiscard]] std::string write_term(const Term& term);
/// The same for people, with the usual operators of bodies and arithmetic between their arguments.
[[nodiscard]] std::string show_term(const Term& term);
[[nodiscard]] std::string write_atom(std::string_view name);

/// Appends the names of variables, in the order of their first occurrence.
void collect_variables(const Term& term, std::vector<std::string>& out);
[[nodiscard]] std::vector<std::string> variables_of(const Term& term);
/// The members of a conjunction, left to right.
[[nodiscard]] std::vector<const Term*> conjuncts(const Term& term);
/// The alternatives of (A;B;C), left to right.
[[nodiscard]] std::vector<const Term*> disjuncts(const Term& term);

}  // namespace assay::analyzer::ciao

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/base/source.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

enum class CommandKind : std::uint8_t {
  SetLogic,          ///< text: the logic
  SetOption,         ///< keyword, text
  SetInfo,           ///< keyword, text
  DeclareSort,       ///< text: name; number: arity; sort
  DefineSort,        ///< text: the whole command as printed (uses are expanded)
  DeclareFunction,   ///< function; text: keyword as written (declare-fun, declare-const)
  DefineFunction,    ///< function; text: keyword as written (define-fun, define-const)
  DefineRecursive,   ///< functions: one (define-fun-rec) or more (define-funs-rec)
  DeclareDatatypes,  ///< datatypes (one or several); codatatypes
  Assert,            ///< terms[0]
  CheckSat,
  CheckSatAssuming,  ///< terms
  CheckSatUsing,     ///< text: the tactic (z3)
  Push,
  Pop,  ///< number
  Reset,
  ResetAssertions,
  GetModel,
  GetUnsatCore,
  GetUnsatAssumptions,
  GetAssertions,
  GetProof,
  GetAssignment,
  GetValue,        ///< terms
  GetInterpolant,  ///< keyword: the name of the interpolant; terms[0]: the goal; text: a grammar
  GetAbduct,       ///< keyword: the name of the abduct; terms[0]: the goal; text: a grammar
  GetElimination,  ///< text: "get-qe" or "get-qe-disjunct"; terms[0]: the quantified formula
  Simplify,        ///< terms[0]; text: options (z3)
  GetInfo,
  GetOption,  ///< keyword
  Echo,       ///< text
  Exit,
  Optimize,  ///< text: "minimize", "maximize" or "assert-soft"; terms[0]; attributes in keyword
  Opaque,    ///< text: the whole command, kept and printed faithfully
};
/// Whether the command is a check of the assertions.
[[nodiscard]] constexpr bool is_check(CommandKind kind) {
  return kind == CommandKind::CheckSat || kind == CommandKind::CheckSatAssuming || kind == CommandKind::CheckSatUsing;
}

struct Command {
  CommandKind kind = CommandKind::Opaque;
  SourceLocation where;
  std::string keyword;
  std::string text;
  std::uint64_t number = 0;
  std::vector<TermId> terms;
  std::vector<FunctionId> functions;
  std::vector<DatatypeId> datatypes;
  SortId sort;
};

struct Script {
  std::string logic;  ///< the argument of set-logic, or empty
  std::vector<Command> commands;
};

struct ParseError {
  SourceLocation where;
  std::string message;
};
struct ParseOptions {
  /// True: an undeclared symbol is an opaque constant (for parts of targets' output). False: it is an error.
  bool allow_undeclared = false;
};
/// Reads SMT-LIB 2.6/2.7 as solvers accept it. Unknown operators, sorts and commands become opaque. Only text that is
/// not SMT-LIB, or uses a symbol as no solver would accept it, is an error. Memory and time are linear in the text;
/// nesting is limited by memory only.
[[nodiscard]] Result<Script> parse_script(TermStore& store, std::string_view text, std::string_view file_name,
                                          const ParseOptions& options = {});

/// A target's spelling of SMT-LIB, given by its definition.
struct Dialect {
  std::string name = "smtlib";
  /// Pairs of an operator's standard name and the target's spelling: {"str.in_re", "str.in.re"}.
  std::vector<std::pair<std::string, std::string>> spellings;
  bool unicode_escapes = true;  ///< true: \u{..} (SMT-LIB 2.6); false: \x.. (2.5)
  /// A term with at most this many nodes as a tree is printed without `let`.
  std::uint64_t unshared_nodes = 0;
  /// True: bound variables are printed with their names in the script (TermStore::written_name) unless these clash.
  /// False: with their names in the store, so that a solver's answer can be matched with the store.
  bool written_names = true;
  /// True: operators without an own spelling in `spellings` are printed as the script spells them, for a solver that
  /// accepts the script.
  bool written_operators = false;
};

/// The script's text, with a `let` for every shared sub-term. A target parses it to the same terms.
[[nodiscard]] std::string print_script(const TermStore& store, const Script& script, const Dialect& dialect = {});
void print_command(const TermStore& store, const Command& command, const Dialect& dialect, std::string& out);
void print_term(const TermStore& store, TermId term, const Dialect& dialect, std::string& out);
[[nodiscard]] std::string to_string(const TermStore& store, TermId term);
[[nodiscard]] std::string to_string(const TermStore& store, SortId sort);
/// The symbol, in bars if it is not a simple symbol or is a reserved word.
[[nodiscard]] std::string quoted_symbol(std::string_view symbol);
/// An SMT-LIB string literal, quotes included.
[[nodiscard]] std::string string_literal(const std::u32string& value, const Dialect& dialect = {});

/// The commands that declare all sorts, datatypes and functions in the terms and in the bodies of called definitions,
/// in an order that solvers accept.
[[nodiscard]] std::vector<Command> declarations_for(const TermStore& store, std::span<const TermId> terms);

/// The names of the functions that a command declares or defines, including constructors and selectors.
[[nodiscard]] std::vector<SymbolId> declared_functions(const TermStore& store, const Command& command);
/// The names of the functions and sorts that commands declare, sorted, without duplicates.
[[nodiscard]] std::vector<std::string> declared_names(const TermStore& store, std::span<const Command> commands);

/// The name of the smallest standard logic that covers the terms ("QF_SLIA"), or "ALL" if there is none. With the
/// prefix "HO_" if the terms use functions as values.
[[nodiscard]] std::string logic_of(const TermStore& store, std::span<const TermId> terms);
/// Whether `logic` is a standard logic that covers the terms. "ALL" covers everything but functions as values; "HO_ALL"
/// covers these, too.
[[nodiscard]] bool logic_covers(const TermStore& store, std::string_view logic, std::span<const TermId> terms);

}  // namespace assay::smt

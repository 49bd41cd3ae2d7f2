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
  GetValue,  ///< terms
  GetInfo,
  GetOption,  ///< keyword
  Echo,       ///< text
  Exit,
  Optimize,  ///< text: "minimize", "maximize" or "assert-soft"; terms[0]; attributes in keyword
  Opaque,    ///< text: the whole command, kept and printed faithfully
};
/// Whether it asks for the truth of what is asserted.
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
  std::string logic;  ///< of set-logic, or empty
  std::vector<Command> commands;
};

/// Reads SMT-LIB 2.6/2.7 as solvers accept it. An operator, sort or command that is not known becomes an opaque one;
/// only text that is no SMT-LIB at all, or uses a symbol in a way that no solver would take, is an error. Memory and
/// time are linear in the text; nesting is limited by memory only.
struct ParseError {
  SourceLocation where;
  std::string message;
};
struct ParseOptions {
  /// Whether an undeclared symbol is an opaque constant (fragments of targets' output) or an error.
  bool allow_undeclared = false;
};
[[nodiscard]] Result<Script> parse_script(TermStore& store, std::string_view text, std::string_view file_name,
                                          const ParseOptions& options = {});

/// A target's spelling of SMT-LIB: data of its definition.
struct Dialect {
  std::string name = "smtlib";
  /// Spelling by operator's standard name, where it differs: {"str.in_re", "str.in.re"}.
  std::vector<std::pair<std::string, std::string>> spellings;
  bool unicode_escapes = true;  ///< \u{..} (2.6); false: \x.. (2.5)
  /// A term that has at most so many nodes when nothing is shared is printed without `let`.
  std::uint64_t unshared_nodes = 0;
  /// Bound variables have the names that the script gave them (TermStore::written_name) where no other thing of that
  /// name is meant. False: those that they have in the store, for who reads them in an answer.
  bool written_names = true;
};

/// The script's text: every shared sub-term once, by `let`. A target parses it to the same terms.
[[nodiscard]] std::string print_script(const TermStore& store, const Script& script, const Dialect& dialect = {});
void print_command(const TermStore& store, const Command& command, const Dialect& dialect, std::string& out);
void print_term(const TermStore& store, TermId term, const Dialect& dialect, std::string& out);
[[nodiscard]] std::string to_string(const TermStore& store, TermId term);
[[nodiscard]] std::string to_string(const TermStore& store, SortId sort);
/// A symbol as it must be written: in bars when it is not a simple symbol or is a reserved word.
[[nodiscard]] std::string quoted_symbol(std::string_view symbol);
/// An SMT-LIB string literal, quotes included.
[[nodiscard]] std::string string_literal(const std::u32string& value, const Dialect& dialect = {});

/// The commands that declare every sort, datatype and function that the terms use (definitions' bodies included), in an
/// order that a solver accepts.
[[nodiscard]] std::vector<Command> declarations_for(const TermStore& store, std::span<const TermId> terms);

/// The names of the functions that a command declares or defines: of constructors and selectors, too.
[[nodiscard]] std::vector<SymbolId> declared_functions(const TermStore& store, const Command& command);
/// The names of these and of the sorts that commands declare, each once, in order of the alphabet.
[[nodiscard]] std::vector<std::string> declared_names(const TermStore& store, std::span<const Command> commands);

/// The smallest standard logic name that covers the terms ("QF_SLIA"), or "ALL" where there is none. Functions as
/// values need the name with "HO_" before it.
[[nodiscard]] std::string logic_of(const TermStore& store, std::span<const TermId> terms);
/// Whether a logic is a standard one that covers the terms. "ALL" covers everything but functions as values, and
/// "HO_ALL" these, too.
[[nodiscard]] bool logic_covers(const TermStore& store, std::string_view logic, std::span<const TermId> terms);

}  // namespace assay::smt

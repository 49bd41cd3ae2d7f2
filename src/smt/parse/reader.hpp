#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "assay/smt/script.hpp"
#include "smt/parse/applications.hpp"
#include "smt/parse/lexer.hpp"
#include "smt/parse/scope.hpp"

namespace assay::smt {

/// State shared by all parts of the parser: the position in the text, the meanings of names, and the first error. After
/// an error all parts return soon, and their results must not be used.
class Reader {
 public:
  Reader(TermStore& term_store, std::string_view script, const ParseOptions& options)
      : store(term_store), text(script), lexer(script), scope(term_store), applications(term_store, scope, options) {}

  void fail(SourceLocation where, std::string message) {
    if (!error) {
      error = ParseError{where, std::move(message)};
    }
  }
  [[nodiscard]] bool failed() const { return error.has_value(); }

  [[nodiscard]] bool at(TokenKind kind) const { return lexer.peek().kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word) const {
    return at(TokenKind::Symbol) && !lexer.peek().quoted && lexer.peek().text == word;
  }
  [[nodiscard]] SourceLocation where() const { return lexer.peek().where; }

  /// Takes a token of this kind. Fails for other tokens; `what` names the expected text.
  Token expect(TokenKind kind, std::string_view what);
  void open() { (void)expect(TokenKind::Open, "'('"); }
  void close() { (void)expect(TokenKind::Close, "')'"); }
  SymbolId symbol(std::string_view what);
  std::uint64_t number(std::string_view what);
  /// Declares a sort. Fails if the sort was used before.
  void declare_sort(SymbolId name, SortMeaning meaning);
  /// Takes one s-expression. Returns its text with single spaces.
  std::string expression();
  /// Takes the rest of the open list, including the closing parenthesis. Returns the expressions' text.
  std::string rest_of_list();

  TermStore& store;
  std::string_view text;
  Lexer lexer;
  Scope scope;
  Applications applications;
  bool real_numerals = false;   ///< the logic has Reals and no Ints
  bool unicode_escapes = true;  ///< SMT-LIB 2.6 and later
  bool noted_declarations = false;
  std::optional<ParseError> error;

 private:
  /// Takes tokens until `depth` open parentheses are closed.
  void take_nested(std::size_t depth, std::string& out);
};

/// The value of a numeral, or 2^64 - 1 if it is larger.
[[nodiscard]] std::uint64_t saturated(std::string_view digits);

}  // namespace assay::smt

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/source.hpp"

namespace assay::smt {

enum class TokenKind : std::uint8_t {
  Open,
  Close,
  Symbol,   ///< simple, or quoted (text without bars), or `#f5m7` (a solver's own literal)
  Keyword,  ///< with its colon
  Numeral,
  Decimal,
  Hexadecimal,  ///< with #x
  Binary,       ///< with #b
  String,       ///< with its quotes
  End,
  Bad,  ///< text: the error message
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  bool quoted = false;  ///< a symbol in bars, which is never a reserved word
  SourceLocation where;
};

/// Splits a text into tokens (SMT-LIB 2.7, section 3.1). To go back to a position, assign a copy made there.
class Lexer {
 public:
  explicit Lexer(std::string_view text);
  [[nodiscard]] const Token& peek() const { return token_; }
  Token take();
  /// The offset of the peeked token in the text, in bytes.
  [[nodiscard]] std::size_t offset() const { return start_; }

 private:
  void advance();
  void skip_space();
  void read_symbol();
  void read_number();
  void read_enclosed(char end, TokenKind kind);
  void set(TokenKind kind, std::size_t end) {
    token_.kind = kind;
    token_.text = text_.substr(position_, end - position_);
    position_ = end;
  }
  void bad(std::string_view what) {
    token_.kind = TokenKind::Bad;
    token_.text = what;
    position_ = text_.size();
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t start_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  Token token_;
};

/// The token as it stands in a script.
void append_token(const Token& token, std::string& out);

}  // namespace assay::smt

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::analyzer::ciao {

struct Token {
  enum class Kind : std::uint8_t { Name, Quoted, Var, Int, Float, String, Punct, End, Eof, Bad };
  Kind kind = Kind::Eof;
  std::string text;      ///< Name, Quoted: without quotes and escapes; Bad: the error
  bool layout = false;   ///< white space precedes it
  bool functor = false;  ///< an opening parenthesis follows immediately
  std::size_t begin = 0, end = 0;
  unsigned line = 1;
};

/// Splits Prolog text into tokens (ISO/IEC 13211-1, 6.4).
class TermLexer {
 public:
  explicit TermLexer(std::string_view text) : text_(text) {}
  [[nodiscard]] Token next();
  /// Continues after the next end of a clause, after an error.
  void skip_clause();

 private:
  [[nodiscard]] char at(std::size_t offset = 0) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }
  bool skip_layout();
  void read_number(Token& token);
  void read_quoted(Token& token, char quote);
  [[nodiscard]] bool read_character(std::string& out);
  bool read_escape(std::string& out);
  void read_name(Token& token);

  std::string_view text_;
  std::size_t position_ = 0;
  unsigned line_ = 1;
};

}  // namespace assay::analyzer::ciao

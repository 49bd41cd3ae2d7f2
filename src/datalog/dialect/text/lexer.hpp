#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/base/source.hpp"

namespace assay::datalog {

enum class TokenKind : std::uint8_t {
  Identifier,
  Number,       ///< decimal, 0x..., 0b..., or 1.2.3.4; optional suffix `u`
  Float,        ///< digits, a dot, digits
  String,       ///< with its quotes
  Character,    ///< 'a', with its quotes
  Punctuation,  ///< one operator, or any other byte that begins no token
  Directive,    ///< Soufflé's `.decl`, with its dot
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  SourceLocation where;
  std::size_t offset = 0;  ///< position of its first byte in the text

  [[nodiscard]] bool is(std::string_view word) const {
    return text == word && kind != TokenKind::String && kind != TokenKind::Character;
  }
  [[nodiscard]] bool is_identifier() const { return kind == TokenKind::Identifier; }
};

/// The differences between the dialects' tokens.
struct LexicalRules {
  std::string_view line_comment = "//";
  std::string_view block_open = "/*";
  std::string_view block_close = "*/";
  bool nested_blocks = false;
  bool directives = false;    ///< words such as `.decl` are tokens of the kind Directive
  bool addresses = false;     ///< `1.2.3.4` is a number
  bool preprocessor = false;  ///< lines that begin with #, and their continuation lines, belong to the C preprocessor
  std::string_view raw_open = {};  ///< begins strings without escapes; empty: there are none
  std::string_view raw_close = {};
  /// 'any text' is a Character, with \' and '' for a quote in it; 0'c is a Number.
  bool quoted_names = false;
};

/// Whether the word, with its dot, is a directive of Soufflé.
[[nodiscard]] bool is_directive(std::string_view word);

/// Beginning of a line comment that is a note.
inline constexpr std::string_view kNoteMark = "//@ ";

/// A comment `//@ text`, in which Assay stores information for its own reader.
struct Note {
  std::string_view text;  ///< without kNoteMark
  SourceLocation where;
  std::size_t offset = 0;  ///< position of the comment's first byte in the text
  std::size_t token = 0;   ///< number of tokens in front of the comment
};

struct Tokens {
  std::vector<Token> list;  ///< the last one is End
  std::vector<Note> notes;
  std::vector<std::size_t> preprocessor_lines;  ///< for each line, the number of tokens in front of it
};

/// Splits a text into tokens, in linear time. The result's views point into `text`. Only strings and comments without
/// an end are errors.
[[nodiscard]] Result<Tokens> tokenize(std::string_view text, std::string_view file, const LexicalRules& rules);

[[nodiscard]] Error error_at(std::string_view file, SourceLocation where, std::string_view what,
                             std::string_view advice = {});

/// A position in a part of the tokens. All tokens past the part's end are End.
class Cursor {
 public:
  explicit Cursor(const Tokens& tokens) : Cursor(tokens, 0, tokens.list.size() - 1) {}
  Cursor(const Tokens& tokens, std::size_t begin, std::size_t end);

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return ahead < end_ - position_ ? tokens_->list[position_ + ahead] : last_;
  }
  /// The token in front of the current token; End if there is none.
  [[nodiscard]] const Token& previous() const;
  const Token& take();
  bool accept(std::string_view word);
  [[nodiscard]] bool at_end() const { return position_ == end_; }
  [[nodiscard]] std::size_t position() const { return position_; }

  /// Moves from an opening bracket to the token behind its closing bracket. Counts (), [] and {}. Returns false if the
  /// bracket is not closed.
  bool skip_brackets();

 private:
  const Tokens* tokens_;
  std::size_t begin_;
  std::size_t position_;
  std::size_t end_;
  Token last_;  ///< an End token with the location of the part's end
};

/// 1 for an opening bracket, -1 for a closing bracket, otherwise 0.
[[nodiscard]] int bracket(const Token& token);

}  // namespace assay::datalog

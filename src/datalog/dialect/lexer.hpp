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
  Number,       ///< decimal, 0x, 0b, 1.2.3.4, with a suffix `u` or without
  Float,        ///< digits, a dot, digits
  String,       ///< with its quotes
  Character,    ///< 'a', with its quotes
  Punctuation,  ///< one operator, or one byte that nothing else begins with
  Directive,    ///< Soufflé's `.decl`, with its dot
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  SourceLocation where;
  std::size_t offset = 0;  ///< of its first byte

  [[nodiscard]] bool is(std::string_view word) const {
    return text == word && kind != TokenKind::String && kind != TokenKind::Character;
  }
  [[nodiscard]] bool is_identifier() const { return kind == TokenKind::Identifier; }
};

/// What the dialects' tokens differ in.
struct LexicalRules {
  std::string_view line_comment = "//";
  std::string_view block_open = "/*";
  std::string_view block_close = "*/";
  bool nested_blocks = false;
  bool directives = false;  ///< `.decl` and the like are tokens
  bool addresses = false;   ///< `1.2.3.4` is a number
  bool preprocessor =
      false;  ///< a line that begins with # is the C preprocessor's, with the lines that it is continued on
  std::string_view raw_open;  ///< of strings without escapes; empty: there are none
  std::string_view raw_close;
  /// 'any text' is a Character, with \' and '' for a quote in it; 0'c is a Number.
  bool quoted_names = false;
};

/// Whether the word, with its dot, is one of Soufflé's directives.
[[nodiscard]] bool is_directive(std::string_view word);

/// What a line comment that is a note begins with.
inline constexpr std::string_view kNoteMark = "//@ ";

/// A comment `//@ text`: what Assay wrote to itself.
struct Note {
  std::string_view text;
  SourceLocation where;
  std::size_t offset = 0;  ///< of the comment's first byte
  std::size_t token = 0;   ///< how many tokens are in front of it
};

struct Tokens {
  std::vector<Token> list;  ///< the last one is End
  std::vector<Note> notes;
  std::vector<std::size_t> preprocessor_lines;  ///< of each, how many tokens are in front of it
};

/// The whole text, in linear time. Views point into it. Only strings and comments without an end are errors.
[[nodiscard]] Result<Tokens> tokenize(std::string_view text, std::string_view file, const LexicalRules& rules);

[[nodiscard]] Error error_at(std::string_view file, SourceLocation where, std::string_view what,
                             std::string_view advice = {});

/// A position in a part of the tokens. Past the part's end there is only End.
class Cursor {
 public:
  explicit Cursor(const Tokens& tokens) : Cursor(tokens, 0, tokens.list.size() - 1) {}
  Cursor(const Tokens& tokens, std::size_t begin, std::size_t end);

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return ahead < end_ - position_ ? tokens_->list[position_ + ahead] : last_;
  }
  /// The token in front of the current one; End when there is none.
  [[nodiscard]] const Token& previous() const;
  const Token& take();
  bool accept(std::string_view word);
  [[nodiscard]] bool at_end() const { return position_ == end_; }
  [[nodiscard]] std::size_t position() const { return position_; }

  /// From an opening bracket to behind the one that closes it; all of (), [] and {} count. False: it is not closed.
  bool skip_brackets();

 private:
  const Tokens* tokens_;
  std::size_t begin_;
  std::size_t position_;
  std::size_t end_;
  Token last_;  ///< End, where the part ends
};

/// 1 for an opening bracket, -1 for a closing one, else 0.
[[nodiscard]] int bracket(const Token& token);

}  // namespace assay::datalog

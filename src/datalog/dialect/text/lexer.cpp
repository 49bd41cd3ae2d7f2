#include "datalog/dialect/text/lexer.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::string_view, 8> kLongOperators = {":-", "<:", "<=", ">=", "!=", "::", "->", "=="};
constexpr std::array<std::string_view, 17> kDirectives = {
    ".decl", ".functor",     ".input",       ".output",   ".printsize", ".limitsize", ".type",    ".comp",   ".init",
    ".once", ".number_type", ".symbol_type", ".override", ".pragma",    ".plan",      ".lattice", ".include"};

bool begins_identifier(char c) { return is_letter(c) || c == '_' || c == '?'; }
bool in_identifier(char c) { return begins_identifier(c) || is_digit(c); }

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file, const LexicalRules& rules)
      : text_(text), file_(file), rules_(rules) {}

  Result<Tokens> run() {
    while (skip_space()) read_token();
    if (!problem_.empty()) return error_at(file_, problem_where_, problem_, problem_advice_);
    add(TokenKind::End, 0);
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  [[nodiscard]] bool starts(std::string_view word, std::size_t from) const {
    return !word.empty() && text_.substr(from, word.size()) == word;
  }
  [[nodiscard]] SourceLocation here() const { return {line_, static_cast<std::uint32_t>(position_ - line_start_ + 1)}; }

  /// Moves to the position `end` and counts lines.
  void go_to(std::size_t end) {
    for (; position_ < end; ++position_)
      if (text_[position_] == '\n') {
        ++line_;
        line_start_ = position_ + 1;
      }
  }
  void add(TokenKind kind, std::size_t length) {
    tokens_.list.push_back({kind, text_.substr(position_, length), here(), position_});
    go_to(position_ + length);
  }
  void fail(std::string_view what, std::string_view advice) {
    problem_ = what;
    problem_advice_ = advice;
    problem_where_ = here();
    position_ = text_.size();
  }

  bool skip_space();
  void skip_line_comment();
  void skip_block_comment();
  void skip_preprocessor_line();
  void read_token();
  void read_string();
  bool read_character();
  void read_number();
  [[nodiscard]] std::size_t end_of_address(std::size_t end) const;
  bool read_directive();

  std::string_view text_;
  std::string_view file_;
  const LexicalRules& rules_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  Tokens tokens_;
  std::string_view problem_;
  std::string_view problem_advice_;
  SourceLocation problem_where_;
};

/// Returns false at the end of the text.
bool Lexer::skip_space() {
  if (position_ == 0 && starts("\xEF\xBB\xBF", 0)) line_start_ = position_ = 3;  // a byte order mark
  while (position_ < text_.size()) {
    if (is_space(text_[position_])) {
      go_to(position_ + 1);
    } else if (starts(rules_.block_open, position_)) {
      skip_block_comment();  // before line comments, because gringo's %* begins like a line comment
    } else if (starts(rules_.line_comment, position_)) {
      skip_line_comment();
    } else if (rules_.preprocessor && text_[position_] == '#') {
      skip_preprocessor_line();
    } else {
      return true;
    }
  }
  return false;
}

void Lexer::skip_line_comment() {
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  std::string_view comment = text_.substr(position_, end - position_);
  if (!comment.empty() && comment.back() == '\r') comment.remove_suffix(1);
  if (comment.substr(0, kNoteMark.size()) == kNoteMark)
    tokens_.notes.push_back({comment.substr(kNoteMark.size()), here(), position_, tokens_.list.size()});
  go_to(end);
}

void Lexer::skip_block_comment() {
  std::size_t depth = 1;
  std::size_t i = position_ + rules_.block_open.size();
  while (i < text_.size() && depth > 0) {
    if (starts(rules_.block_close, i)) {
      --depth;
      i += rules_.block_close.size();
    } else if (rules_.nested_blocks && starts(rules_.block_open, i)) {
      ++depth;
      i += rules_.block_open.size();
    } else {
      ++i;
    }
  }
  if (depth > 0) return fail("a comment without an end", "close it, or remove what opens it");
  go_to(i);
}

void Lexer::skip_preprocessor_line() {
  tokens_.preprocessor_lines.push_back(tokens_.list.size());
  std::size_t end = position_;
  do {
    end = std::min(text_.find('\n', end + 1), text_.size());
  } while (end < text_.size() && (text_[end - 1] == '\\' || (text_[end - 1] == '\r' && text_[end - 2] == '\\')));
  go_to(end);
}

void Lexer::read_token() {
  const char c = text_[position_];
  if (begins_identifier(c)) {
    std::size_t end = position_;
    while (end < text_.size() && in_identifier(text_[end])) ++end;
    return add(TokenKind::Identifier, end - position_);
  }
  if (is_digit(c)) return read_number();
  if (c == '"' || starts(rules_.raw_open, position_)) return read_string();
  if (c == '\'' && read_character()) return;
  if (c == '.' && rules_.directives && read_directive()) return;
  for (const std::string_view word : kLongOperators)
    if (starts(word, position_)) return add(TokenKind::Punctuation, word.size());
  add(TokenKind::Punctuation, 1);
}

void Lexer::read_string() {
  if (text_[position_] != '"') {
    const std::size_t close = text_.find(rules_.raw_close, position_ + rules_.raw_open.size());
    if (close == std::string_view::npos) return fail("a string without an end", "close it");
    return add(TokenKind::String, close + rules_.raw_close.size() - position_);
  }
  std::size_t i = position_ + 1;
  while (i < text_.size() && text_[i] != '"') i += text_[i] == '\\' ? 2 : 1;
  if (i >= text_.size()) return fail("a string without an end", "close it with a double quote");
  add(TokenKind::String, i + 1 - position_);
}

/// Returns false if the quote begins no character, as in a type variable `'a` or a width `32'd5`.
bool Lexer::read_character() {
  if (rules_.quoted_names) {
    std::size_t i = position_ + 1;
    while (i < text_.size() && (text_[i] != '\'' || at(i + 1) == '\''))
      i += text_[i] == '\\' || text_[i] == '\'' ? 2 : 1;
    if (i >= text_.size()) {
      fail("a quoted name without an end", "close it with a quote");
    } else {
      add(TokenKind::Character, i + 1 - position_);
    }
    return true;
  }
  const std::size_t length = at(position_ + 1) == '\\' ? 4 : 3;
  if (at(position_ + length - 1) != '\'' || position_ + length > text_.size()) return false;
  add(TokenKind::Character, length);
  return true;
}

void Lexer::read_number() {
  std::size_t end = position_ + 1;
  const char base = at(end);
  if (rules_.quoted_names && text_[position_] == '0' && base == '\'' && position_ + 2 < text_.size()) {
    const std::size_t length = at(position_ + 2) == '\\' || at(position_ + 2) == '\'' ? 4 : 3;
    return add(TokenKind::Number, std::min(length, text_.size() - position_));
  }
  if (text_[position_] == '0' && (base == 'x' || base == 'b') && is_hex_digit(at(end + 1))) {
    ++end;
    while (is_hex_digit(at(end))) ++end;
  } else {
    while (is_digit(at(end))) ++end;
    if (at(end) == '.' && is_digit(at(end + 1))) {
      ++end;
      while (is_digit(at(end))) ++end;
      if (const std::size_t address = end_of_address(end); address > end)
        return add(TokenKind::Number, address - position_);
      return add(TokenKind::Float, end - position_);
    }
  }
  if (at(end) == 'u' && !in_identifier(at(end + 1))) ++end;
  add(TokenKind::Number, end - position_);
}

/// `end` is the position behind `1.2`. Returns the end of the address `1.2.3.4`, or `end` if it is no address.
std::size_t Lexer::end_of_address(std::size_t end) const {
  std::size_t behind = end;
  for (int part = 0; rules_.addresses && part < 2; ++part) {
    if (at(behind) != '.' || !is_digit(at(behind + 1))) return end;
    ++behind;
    while (is_digit(at(behind))) ++behind;
  }
  return behind;
}

bool Lexer::read_directive() {
  std::size_t end = position_ + 1;
  while (is_letter(at(end)) || at(end) == '_') ++end;
  const std::string_view word = text_.substr(position_, end - position_);
  if (end < text_.size() && !is_space(text_[end])) return false;
  if (!is_directive(word)) return false;
  add(TokenKind::Directive, word.size());
  return true;
}

}  // namespace

bool is_directive(std::string_view word) {
  return std::find(kDirectives.begin(), kDirectives.end(), word) != kDirectives.end();
}

Result<Tokens> tokenize(std::string_view text, std::string_view file, const LexicalRules& rules) {
  return Lexer(text, file, rules).run();
}

Error error_at(std::string_view file, SourceLocation where, std::string_view what, std::string_view advice) {
  return {to_string(std::string(file), where) + ": " + std::string(what), std::string(advice)};
}

int bracket(const Token& token) {
  if (token.kind != TokenKind::Punctuation || token.text.size() != 1) return 0;
  switch (token.text[0]) {
    case '(':
    case '[':
    case '{': return 1;
    case ')':
    case ']':
    case '}': return -1;
    default: return 0;
  }
}

Cursor::Cursor(const Tokens& tokens, std::size_t begin, std::size_t end)
    : tokens_(&tokens), begin_(begin), position_(begin), end_(end) {
  last_ = tokens.list[end];
  last_.kind = TokenKind::End;
  last_.text = {};
}

const Token& Cursor::previous() const { return position_ > begin_ ? tokens_->list[position_ - 1] : last_; }

const Token& Cursor::take() {
  const Token& token = peek();
  if (position_ < end_) ++position_;
  return token;
}

bool Cursor::accept(std::string_view word) {
  if (!peek().is(word)) return false;
  take();
  return true;
}

bool Cursor::skip_brackets() {
  std::size_t depth = 0;
  while (!at_end()) {
    const int step = bracket(take());
    if (step > 0) ++depth;
    if (step < 0 && depth-- <= 1) return true;
  }
  return false;
}

}  // namespace assay::datalog

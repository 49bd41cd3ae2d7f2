#include "smt/parse/lexer.hpp"

#include <array>

#include "assay/smt/script.hpp"
#include "base/ascii.hpp"

namespace assay::smt {
namespace {

constexpr std::array<bool, 256> make_symbol_characters() {
  std::array<bool, 256> table{};
  for (unsigned c = 0x80; c < 256; ++c) {
    table[c] = true;  // solvers accept UTF-8 in symbols
  }
  for (unsigned c = 'a'; c <= 'z'; ++c) {
    table[c] = true;
    table[c - 'a' + 'A'] = true;
  }
  for (unsigned c = '0'; c <= '9'; ++c) {
    table[c] = true;
  }
  for (const char c : std::string_view("~!@$%^&*_-+=<>.?/'`[]{},\\#:")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}

constexpr std::array<bool, 256> kSymbolCharacter = make_symbol_characters();

bool in_symbol(char c) { return kSymbolCharacter[static_cast<unsigned char>(c)]; }

}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) {
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
    position_ = 3;  // a byte order mark
    line_start_ = 3;
  }
  advance();
}

Token Lexer::take() {
  const Token token = token_;
  if (token.kind != TokenKind::End && token.kind != TokenKind::Bad) {
    advance();
  }
  return token;
}

void Lexer::skip_space() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == ';') {
      position_ = std::min(text_.find('\n', position_), text_.size());
      continue;
    }
    if (!is_space(c)) {
      return;
    }
    ++position_;
    if (c == '\n') {
      ++line_;
      line_start_ = position_;
    }
  }
}

void Lexer::read_enclosed(char end, TokenKind kind) {
  std::size_t i = position_ + 1;
  for (; i < text_.size(); ++i) {
    if (text_[i] == end) {
      if (end != '"' || i + 1 >= text_.size() || text_[i + 1] != '"') {
        break;
      }
      ++i;  // a doubled quote does not end the string
    } else if (text_[i] == '\n') {
      ++line_;
      line_start_ = i + 1;
    }
  }
  if (i >= text_.size()) {
    bad(end == '"' ? "a string that does not end" : "a quoted symbol that does not end");
    return;
  }
  set(kind, i + 1);
  if (kind == TokenKind::Symbol) {
    token_.text = token_.text.substr(1, token_.text.size() - 2);
    token_.quoted = true;
  }
}

void Lexer::read_number() {
  std::size_t i = position_;
  while (i < text_.size() && is_digit(text_[i])) {
    ++i;
  }
  if (i + 1 < text_.size() && text_[i] == '.' && is_digit(text_[i + 1])) {
    ++i;
    while (i < text_.size() && is_digit(text_[i])) {
      ++i;
    }
    set(TokenKind::Decimal, i);
    return;
  }
  set(TokenKind::Numeral, i);
}

void Lexer::read_symbol() {
  std::size_t i = position_;
  while (i < text_.size() && in_symbol(text_[i])) {
    ++i;
  }
  const std::string_view word = text_.substr(position_, i - position_);
  if (word[0] == ':') {
    set(TokenKind::Keyword, i);
    return;
  }
  if (word[0] == '#' && word.size() > 2 && (word[1] == 'x' || word[1] == 'b')) {
    bool digits = true;
    for (const char c : word.substr(2)) {
      digits = digits && (word[1] == 'x' ? is_hex_digit(c) : (c == '0' || c == '1'));
    }
    if (!digits) {
      bad("a bit-vector literal with a wrong digit");
      return;
    }
    set(word[1] == 'x' ? TokenKind::Hexadecimal : TokenKind::Binary, i);
    return;
  }
  set(TokenKind::Symbol, i);
}

void Lexer::advance() {
  skip_space();
  token_.quoted = false;
  start_ = position_;
  token_.where = {line_, static_cast<std::uint32_t>(position_ - line_start_ + 1)};
  if (position_ >= text_.size()) {
    token_.kind = TokenKind::End;
    token_.text = {};
    return;
  }
  const char c = text_[position_];
  if (c == '(' || c == ')') {
    set(c == '(' ? TokenKind::Open : TokenKind::Close, position_ + 1);
  } else if (c == '"') {
    read_enclosed('"', TokenKind::String);
  } else if (c == '|') {
    read_enclosed('|', TokenKind::Symbol);
  } else if (is_digit(c)) {
    read_number();
  } else if (in_symbol(c)) {
    read_symbol();
  } else {
    bad("a character that no SMT-LIB token starts with");
  }
}

void append_token(const Token& token, std::string& out) {
  if (token.kind == TokenKind::Symbol && token.quoted) {
    out += '|';
    out += token.text;
    out += '|';
    return;
  }
  out += token.text;
}

}  // namespace assay::smt

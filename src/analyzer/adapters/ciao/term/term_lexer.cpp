#include "analyzer/adapters/ciao/term/term_lexer.hpp"

#include <cctype>

#include "base/text.hpp"

namespace assay::analyzer::ciao {
namespace {

constexpr std::string_view kSymbolChars = "+-*/\\^<>=~:.?@#&$";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & '\x80') != 0; }
bool is_symbol(char c) { return c != '\0' && kSymbolChars.find(c) != std::string_view::npos; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

/// The value of a digit of base 36; 36: it is none.
unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A') + 10;
  return 36;
}

}  // namespace

bool TermLexer::skip_layout() {
  const std::size_t start = position_;
  for (;;) {
    if (is_blank(at())) {
      if (at() == '\n') ++line_;
      ++position_;
    } else if (at() == '%') {
      while (position_ < text_.size() && at() != '\n') ++position_;
    } else if (at() == '/' && at(1) == '*') {
      position_ += 2;
      while (position_ < text_.size() && !(at() == '*' && at(1) == '/')) {
        if (at() == '\n') ++line_;
        ++position_;
      }
      position_ = std::min(position_ + 2, text_.size());
    } else {
      return position_ != start;
    }
  }
}

void TermLexer::skip_clause() {
  for (;;) {
    const Token token = next();
    if (token.kind == Token::Kind::End || token.kind == Token::Kind::Eof) return;
  }
}

bool TermLexer::read_escape(std::string& out) {
  const char c = at();
  ++position_;
  static constexpr std::string_view kFrom = "abfnrtv0es\\'\"`";
  static constexpr std::string_view kTo = {"\a\b\f\n\r\t\v\0\x1b \\'\"`", 14};
  if (c == '\n') {
    ++line_;
    return true;
  }
  if (c == 'x' || (c >= '0' && c <= '7')) {
    const unsigned base = c == 'x' ? 16 : 8;
    unsigned code = c == 'x' ? 0 : digit_value(c);
    while (digit_value(at()) < base && code < 0x10000) code = code * base + digit_value(text_[position_++]);
    if (at() == '\\') ++position_;
    append_utf8(out, code);
    return true;
  }
  const std::size_t found = kFrom.find(c);
  if (c == '\0' || found == std::string_view::npos) return false;
  out += kTo[found];
  return true;
}

void TermLexer::read_quoted(Token& token, char quote) {
  ++position_;
  for (;;) {
    if (position_ >= text_.size()) {
      token.kind = Token::Kind::Bad;
      token.text = "a quote that does not end";
      return;
    }
    const char c = text_[position_++];
    if (c == quote) {
      if (at() != quote) return;
      ++position_;
    } else if (c == '\\') {
      if (!read_escape(token.text)) {
        token.kind = Token::Kind::Bad;
        token.text = "an unknown escape in quotes";
        return;
      }
      continue;
    } else if (c == '\n') {
      ++line_;
    }
    token.text += c;
  }
}

bool TermLexer::read_character(std::string& out) {
  if (position_ >= text_.size()) return false;
  if (at() == '\\') {
    ++position_;
    return read_escape(out);
  }
  if (at() == '\'' && at(1) == '\'') ++position_;
  if (at() == '\n') ++line_;
  out += text_[position_++];
  while ((at() & '\xc0') == '\x80') out += text_[position_++];
  return true;
}

void TermLexer::read_number(Token& token) {
  token.kind = Token::Kind::Int;
  if (at() == '0' && at(1) == '\'' && at(2) != '\0') {
    position_ += 2;
    std::string character;
    if (!read_character(character)) {
      token.kind = Token::Kind::Bad;
      token.text = "a character code that cannot be read";
      return;
    }
    unsigned code = static_cast<unsigned char>(character[0]);
    if (code >= 0xc0) {
      code &= code >= 0xe0 ? 0x0fU : 0x1fU;
      for (std::size_t i = 1; i < character.size(); ++i)
        code = (code << 6) | (static_cast<unsigned char>(character[i]) & 0x3fU);
    }
    token.text = std::to_string(code);
    return;
  }
  const unsigned base = at() != '0' ? 10 : at(1) == 'x' ? 16 : at(1) == 'o' ? 8 : at(1) == 'b' ? 2 : 10;
  if (base != 10 && digit_value(at(2)) < base) {
    std::uint64_t value = 0;
    for (position_ += 2; digit_value(at()) < base; ++position_) value = value * base + digit_value(at());
    token.text = std::to_string(value);
    return;
  }
  const auto digits = [this] {
    while (digit_value(at()) < 10) ++position_;
  };
  digits();
  if (at() == '.' && digit_value(at(1)) < 10) {
    token.kind = Token::Kind::Float;
    ++position_;
    digits();
    if (at() == 'e' || at() == 'E') {
      const std::size_t sign = at(1) == '+' || at(1) == '-' ? 2 : 1;
      if (digit_value(at(sign)) < 10) {
        position_ += sign;
        digits();
      }
    }
  }
  token.text = std::string(text_.substr(token.begin, position_ - token.begin));
}

void TermLexer::read_name(Token& token) {
  const char c = at();
  token.kind = Token::Kind::Name;
  if (is_word(c)) {
    while (is_word(at())) ++position_;
    if (c == '_' || std::isupper(static_cast<unsigned char>(c)) != 0) token.kind = Token::Kind::Var;
  } else if (is_symbol(c)) {
    while (is_symbol(at())) ++position_;
  } else {
    ++position_;
    if (c != '!' && c != ';') token.kind = Token::Kind::Punct;
  }
  token.text = std::string(text_.substr(token.begin, position_ - token.begin));
}

Token TermLexer::next() {
  Token token;
  token.layout = skip_layout();
  token.begin = position_;
  token.line = line_;
  const char c = at();
  if (position_ >= text_.size()) {
    token.kind = Token::Kind::Eof;
  } else if (c == '.' && (position_ + 1 >= text_.size() || is_blank(at(1)) || at(1) == '%')) {
    token.kind = Token::Kind::End;
    ++position_;
  } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
    read_number(token);
  } else if (c == '\'') {
    token.kind = Token::Kind::Quoted;
    read_quoted(token, c);
  } else if (c == '"' || c == '`') {
    token.kind = Token::Kind::String;
    read_quoted(token, c);
    if (token.kind == Token::Kind::String) token.text = std::string(text_.substr(token.begin, position_ - token.begin));
  } else {
    read_name(token);
  }
  token.end = position_;
  token.functor = at() == '(';
  return token;
}

}  // namespace assay::analyzer::ciao

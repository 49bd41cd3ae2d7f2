#include "core/source/source_tokens.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.hpp"

namespace assay::core {
namespace {

using TokenKind = SourceToken::Kind;

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class SourceLexer {
 public:
  SourceLexer(std::string_view source, bool directives) : source_(source), directives_(directives) {}

  [[nodiscard]] std::vector<SourceToken> all() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = source_[at_];
    if (c == '\n') {
      move(1);
      line_begins_ = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\') {
      move(1);
    } else if (begins("//")) {
      move(std::min(source_.find('\n', at_), source_.size()) - at_);
    } else if (begins("/*")) {
      move_past("*/", 2);
    } else if (c == '#' && line_begins_ && directives_) {
      take(TokenKind::Directive, directive_end() - at_);
    } else if (c == '"' || c == '\'' || c == '`') {
      take_text(c);
    } else if (starts_name(c)) {
      take_name();
    } else if (is_digit(c)) {
      take(TokenKind::Other, number_length());
    } else {
      take(TokenKind::Other, begins("->") || begins("::") ? 2 : 1);
    }
  }

  [[nodiscard]] bool begins(std::string_view text) const { return source_.substr(at_).starts_with(text); }

  void move(std::size_t length) {
    const std::size_t end = std::min(source_.size(), at_ + length);
    line_ += static_cast<unsigned>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              source_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  void move_past(std::string_view end, std::size_t from) {
    const std::size_t found = source_.find(end, at_ + from);
    move(found == std::string_view::npos ? source_.size() - at_ : found + end.size() - at_);
  }

  void take(TokenKind kind, std::size_t length) {
    tokens_.push_back({kind, source_.substr(at_, length), line_});
    line_begins_ = false;
    move(length);
  }

  void take_name() {
    std::size_t end = at_;
    while (end < source_.size() && (starts_name(source_[end]) || is_digit(source_[end]))) ++end;
    const std::string_view name = source_.substr(at_, end - at_);
    const bool raw = end < source_.size() && source_[end] == '"' && name.ends_with('R') && name.size() <= 3;
    if (!raw) return take(TokenKind::Name, name.size());
    const std::size_t open = source_.find('(', end);
    if (open == std::string_view::npos) return take(TokenKind::Name, name.size());
    const std::string close = ")" + std::string(source_.substr(end + 1, open - end - 1)) + "\"";
    const std::size_t found = source_.find(close, open);
    take(TokenKind::Text, found == std::string_view::npos ? source_.size() - at_ : found + close.size() - at_);
  }

  void take_text(char quote) {
    if (begins("\"\"\"")) {  // a text block in Java
      const std::size_t found = source_.find("\"\"\"", at_ + 3);
      return take(TokenKind::Text, found == std::string_view::npos ? source_.size() - at_ : found + 3 - at_);
    }
    std::size_t end = at_ + 1;
    while (end < source_.size() && source_[end] != quote && (quote == '`' || source_[end] != '\n'))
      end += source_[end] == '\\' ? 2 : 1;
    take(TokenKind::Text, end + 1 - at_);
  }

  [[nodiscard]] std::size_t number_length() const {
    std::size_t end = at_;
    while (end < source_.size() && (starts_name(source_[end]) || is_digit(source_[end]) || source_[end] == '.' ||
                                    (source_[end] == '\'' && end + 1 < source_.size() && is_digit(source_[end + 1]))))
      ++end;
    return end - at_;
  }

  /// A line that ends with a backslash continues.
  [[nodiscard]] std::size_t directive_end() const {
    std::size_t end = at_;
    while (true) {
      end = source_.find('\n', end);
      if (end == std::string_view::npos) return source_.size();
      std::size_t last = end;
      if (last > at_ && source_[last - 1] == '\r') --last;
      if (last == at_ || source_[last - 1] != '\\') return end;
      ++end;
    }
  }

  std::string_view source_;
  bool directives_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  bool line_begins_ = true;
  std::vector<SourceToken> tokens_;
};

}  // namespace

std::vector<SourceToken> source_tokens(std::string_view source, bool directives) {
  return SourceLexer(source, directives).all();
}

std::string with_single_spaces(std::string_view text) {
  std::string made;
  bool gap = false;
  for (const char c : text) {
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      gap = !made.empty();
      continue;
    }
    if (gap) made += ' ';
    gap = false;
    made += c;
  }
  return made;
}

}  // namespace assay::core

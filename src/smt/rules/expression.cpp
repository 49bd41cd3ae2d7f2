#include "smt/rules/expression.hpp"

#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "smt/parse/lexer.hpp"

namespace assay::smt {
namespace {

constexpr std::int64_t kMaxNumber = 1'000'000;  // written or computed; the product of two fits into 64 bits

/// Evaluates texts such as `2*n-1`: numbers and bound names with `+ - *`. Nullopt for other texts.
class Arithmetic {
 public:
  Arithmetic(std::string_view text, const Bindings& bindings) : text_(text), bindings_(bindings) {}

  std::optional<std::int64_t> value() {
    const auto result = sum();
    return result && at_ == text_.size() && used_name_ ? result : std::nullopt;
  }

 private:
  std::optional<std::int64_t> sum() {
    auto left = product();
    while (left && at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) {
      const bool plus = text_[at_++] == '+';
      const auto right = product();
      if (!right) return std::nullopt;
      *left = plus ? *left + *right : *left - *right;
    }
    return left;
  }

  std::optional<std::int64_t> product() {
    auto left = atom();
    while (left && at_ < text_.size() && text_[at_] == '*') {
      ++at_;
      const auto right = atom();
      if (!right) return std::nullopt;
      *left *= *right;
      if (*left > kMaxNumber) return std::nullopt;
    }
    return left;
  }

  std::optional<std::int64_t> atom() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty() || word.size() > 9) return std::nullopt;
    if (is_digit(word.front())) return number(word);
    const auto bound = bindings_.find(word);
    if (bound == bindings_.end() || bound->second.is_list) return std::nullopt;
    used_name_ = true;
    return number(bound->second.atom);
  }

  static std::optional<std::int64_t> number(std::string_view word) {
    const auto value = parse_unsigned(word);
    if (!value || *value > static_cast<std::uint64_t>(kMaxNumber)) return std::nullopt;
    return static_cast<std::int64_t>(*value);
  }

  std::string_view text_;
  const Bindings& bindings_;
  std::size_t at_ = 0;
  bool used_name_ = false;
};

/// (- 5) for "-5", which SMT-LIB reads as a symbol.
std::optional<Expression> negative_number(const Expression& atom) {
  const std::string& text = atom.atom;
  if (text.size() < 2 || text[0] != '-' || !is_digit(text[1])) return std::nullopt;
  for (const char c : text.substr(1))
    if (!is_digit(c) && c != '.') return std::nullopt;
  Expression minus{false, "-", {}, atom.where};
  Expression number{false, text.substr(1), {}, atom.where};
  return Expression{true, "", {std::move(minus), std::move(number)}, atom.where};
}

Error misplaced(const std::string& file, SourceLocation where, const std::string& what) {
  return Error{to_string(file, where) + ": " + what, "see docs/user/synth-rules.md for the format"};
}

}  // namespace

Result<std::vector<Expression>> read_expressions(std::string_view text, const std::string& file) {
  Lexer lexer(text);
  std::vector<Expression> open(1);  // open[0] collects the top-level expressions
  for (;;) {
    const std::size_t begin = lexer.offset();
    const Token token = lexer.take();
    switch (token.kind) {
      case TokenKind::End:
        if (open.size() > 1) return misplaced(file, open.back().where, "this '(' is never closed");
        return std::move(open[0].items);
      case TokenKind::Bad: return misplaced(file, token.where, std::string(token.text));
      case TokenKind::Open:
        if (open.size() > kMaxExpressionDepth) return misplaced(file, token.where, "nested too deeply");
        open.push_back(Expression{true, "", {}, token.where});
        break;
      case TokenKind::Close: {
        if (open.size() == 1) return misplaced(file, token.where, "this ')' closes nothing");
        Expression done = std::move(open.back());
        open.pop_back();
        open.back().items.push_back(std::move(done));
        break;
      }
      default: {
        Expression atom{false, "", {}, token.where};
        append_token(token, atom.atom);
        // SMT-LIB's lexer splits 2*n into a number and a symbol: join them.
        const bool touches = lexer.offset() == begin + token.text.size();
        if (token.kind == TokenKind::Numeral && touches && lexer.peek().kind == TokenKind::Symbol)
          append_token(lexer.take(), atom.atom);
        open.back().items.push_back(std::move(atom));
      }
    }
  }
}

Expression instantiated(const Expression& expression, const Bindings& bindings) {
  if (expression.is_list) {
    Expression list{true, "", {}, expression.where};
    for (const Expression& item : expression.items) list.items.push_back(instantiated(item, bindings));
    return list;
  }
  if (const auto bound = bindings.find(expression.atom); bound != bindings.end()) return bound->second;
  if (auto negative = negative_number(expression)) return std::move(*negative);
  // In (_ bv5 n) the number is part of a symbol: bvn-1 with n = 6 gives bv5.
  for (const std::string_view prefix : {std::string_view(), std::string_view("bv")}) {
    if (!expression.atom.starts_with(prefix)) continue;
    const auto value = Arithmetic(std::string_view(expression.atom).substr(prefix.size()), bindings).value();
    if (value && *value >= 0)
      return Expression{false, std::string(prefix) + std::to_string(*value), {}, expression.where};
  }
  return expression;
}

std::string text_of(const Expression& expression) {
  if (!expression.is_list) return expression.atom;
  std::string text = "(";
  for (const Expression& item : expression.items) {
    if (text.size() > 1) text += ' ';
    text += text_of(item);
  }
  return text + ")";
}

}  // namespace assay::smt

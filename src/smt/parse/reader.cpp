#include "smt/parse/reader.hpp"

#include <limits>

#include "base/text.hpp"

namespace assay::smt {
namespace {

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::End: return "the end of the text";
    case TokenKind::Bad: return std::string(token.text);
    default: return "'" + printable(shortened(token.text, 40)) + "'";
  }
}

}  // namespace

std::uint64_t saturated(std::string_view digits) {
  return parse_unsigned(digits).value_or(std::numeric_limits<std::uint64_t>::max());
}

Token Reader::expect(TokenKind kind, std::string_view what) {
  if (!at(kind)) {
    fail(where(), "expected " + std::string(what) + " but found " + describe(lexer.peek()));
    return {};
  }
  return lexer.take();
}

SymbolId Reader::symbol(std::string_view what) { return store.symbol(expect(TokenKind::Symbol, what).text); }

std::uint64_t Reader::number(std::string_view what) { return saturated(expect(TokenKind::Numeral, what).text); }

void Reader::declare_sort(SymbolId name, SortMeaning meaning) {
  if (scope.is_opaque_sort(name)) {
    fail(where(), "the sort " + quoted_symbol(store.spelling(name)) + " was used before its declaration");
    return;
  }
  scope.declare(name, std::move(meaning));
}

void Reader::take_nested(std::size_t depth, std::string& out) {
  bool space = false;
  do {
    const Token token = lexer.take();
    if (token.kind == TokenKind::End || token.kind == TokenKind::Bad) {
      fail(token.where, "expected an expression but found " + describe(token));
      return;
    }
    if (token.kind == TokenKind::Close) {
      if (--depth == 0 && out.empty()) {
        return;
      }
    } else if (space) {
      out += ' ';
    }
    append_token(token, out);
    space = token.kind != TokenKind::Open;
    depth += token.kind == TokenKind::Open ? 1 : 0;
  } while (depth > 0);
}

std::string Reader::expression() {
  std::string out;
  if (at(TokenKind::Close)) {
    fail(where(), "expected an expression but found ')'");
    return out;
  }
  take_nested(0, out);
  return out;
}

std::string Reader::rest_of_list() {
  std::string out;
  while (!failed() && !at(TokenKind::Close)) {
    if (!out.empty()) {
      out += ' ';
    }
    out += expression();
  }
  close();
  return out;
}

}  // namespace assay::smt

#include "renamed_text.hpp"

#include <set>

#include "assay/smt/script.hpp"
#include "smt/parse/lexer.hpp"

namespace assay::smt {
namespace {

bool is_over(const Token& token) { return token.kind == TokenKind::End || token.kind == TokenKind::Bad; }

}  // namespace

std::vector<std::string> symbols_in(std::string_view text) {
  std::vector<std::string> symbols;
  std::set<std::string> seen;
  Lexer lexer(text);
  for (; !is_over(lexer.peek()); lexer.take()) {
    const Token& token = lexer.peek();
    if (token.kind == TokenKind::Symbol && seen.emplace(token.text).second) symbols.emplace_back(token.text);
  }
  return symbols;
}

std::string renamed_text(std::string_view text, const SymbolNames& names) {
  std::string out;
  std::size_t copied = 0;
  Lexer lexer(text);
  while (!is_over(lexer.peek())) {
    const std::size_t begin = lexer.offset();
    const Token token = lexer.take();
    const auto name = token.kind == TokenKind::Symbol ? names.find(token.text) : names.end();
    if (name == names.end()) continue;
    const std::size_t bars = token.quoted ? 2 : 0;
    out += text.substr(copied, begin - copied);
    out += quoted_symbol(name->second);
    copied = begin + token.text.size() + bars;
  }
  out += text.substr(copied);
  return out;
}

}  // namespace assay::smt

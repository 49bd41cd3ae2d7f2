#include "smt/parse/lexer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace assay::smt {
namespace {

std::vector<Token> tokens(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> result;
  while (lexer.peek().kind != TokenKind::End && lexer.peek().kind != TokenKind::Bad) {
    result.push_back(lexer.take());
  }
  result.push_back(lexer.peek());
  return result;
}

TEST(Lexer, TellsKindsApart) {
  const auto read = tokens("(a |b c| :k 12 1.50 #xAf #b01 \"s\") #f1m3");
  const TokenKind kinds[] = {TokenKind::Open,    TokenKind::Symbol,  TokenKind::Symbol,      TokenKind::Keyword,
                             TokenKind::Numeral, TokenKind::Decimal, TokenKind::Hexadecimal, TokenKind::Binary,
                             TokenKind::String,  TokenKind::Close,   TokenKind::Symbol,      TokenKind::End};
  ASSERT_EQ(read.size(), std::size(kinds));
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].kind, kinds[i]) << i;
  }
  EXPECT_EQ(read[2].text, "b c");
  EXPECT_TRUE(read[2].quoted);
  EXPECT_FALSE(read[1].quoted);
}

TEST(Lexer, CountsLinesAlsoInsideOfStringsAndSymbols) {
  const auto read = tokens("a \"x\ny\"\r\n|p\nq| ; comment ( \" |\n  z");
  EXPECT_EQ(read[2].where.line, 3U);
  EXPECT_EQ(read[3].text, "z");
  EXPECT_EQ(read[3].where.line, 5U);
  EXPECT_EQ(read[3].where.column, 3U);
}

TEST(Lexer, SkipsAByteOrderMark) {
  const auto read = tokens("\xEF\xBB\xBF(x)");
  EXPECT_EQ(read[0].kind, TokenKind::Open);
  EXPECT_EQ(read[0].where.column, 1U);
}

TEST(Lexer, DoubledQuotesAreOneString) {
  const auto read = tokens(R"("a""b" "" c)");
  EXPECT_EQ(read[0].text, R"("a""b")");
  EXPECT_EQ(read[1].text, R"("")");
}

TEST(Lexer, SaysWhatIsWrong) {
  EXPECT_EQ(tokens("\"never ends").back().kind, TokenKind::Bad);
  EXPECT_EQ(tokens("|never ends").back().kind, TokenKind::Bad);
  EXPECT_EQ(tokens("#b012").back().kind, TokenKind::Bad);
  EXPECT_EQ(tokens("#xg").back().kind, TokenKind::Bad);
  EXPECT_EQ(tokens(std::string_view("\0", 1)).back().kind, TokenKind::Bad);
}

}  // namespace
}  // namespace assay::smt

#include "smt/rules/expression.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::smt {
namespace {

std::string reprinted(std::string_view text) {
  const auto read = read_expressions(text, "f.rules");
  if (!read) return "error: " + read.error().message;
  std::string all;
  for (const Expression& expression : *read) all += (all.empty() ? "" : "|") + text_of(expression);
  return all;
}

TEST(Expressions, AreReadAsTheyAreWritten) {
  EXPECT_EQ(reprinted(""), "");
  EXPECT_EQ(reprinted("; nothing but a comment"), "");
  EXPECT_EQ(reprinted("a"), "a");
  EXPECT_EQ(reprinted("(a  (b\n\tc) ())"), "(a (b c) ())");
  EXPECT_EQ(reprinted("(a) b (c)"), "(a)|b|(c)");
  EXPECT_EQ(reprinted("(:key 1.5 #xAf #b01 12)"), "(:key 1.5 #xAf #b01 12)");
}

TEST(Expressions, KeepStringsAndQuotedSymbolsWhole) {
  EXPECT_EQ(reprinted("(\"\" \"a ) ; b\" \"say \"\"hi\"\"\")"), "(\"\" \"a ) ; b\" \"say \"\"hi\"\"\")");
  EXPECT_EQ(reprinted("(|a b| |)| ||)"), "(|a b| |)| ||)");
  EXPECT_EQ(reprinted("(a ; comment ) \n b)"), "(a b)");
  EXPECT_EQ(reprinted("(\"a ; no comment\" |b ; neither|)"), "(\"a ; no comment\" |b ; neither|)");
}

TEST(Expressions, KnowWhereTheyStand) {
  const auto read = read_expressions("(a\n  (b))", "f");
  ASSERT_TRUE(read.ok());
  const Expression& inner = (*read)[0].items[1];
  EXPECT_EQ(inner.where.line, 2U);
  EXPECT_EQ(inner.where.column, 3U);
  EXPECT_EQ(inner.items[0].where.column, 4U);
}

TEST(Expressions, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(reprinted("a\n  (b (c)"), "error: f.rules:2:3: this '(' is never closed");
  EXPECT_EQ(reprinted("(a\n (b"), "error: f.rules:2:2: this '(' is never closed") << "the innermost one";
  EXPECT_EQ(reprinted("(a)\n)"), "error: f.rules:2:1: this ')' closes nothing");
  EXPECT_TRUE(reprinted("(a\n  \"b)").starts_with("error: f.rules:2:3: ")) << reprinted("(a\n  \"b)");
  EXPECT_TRUE(reprinted("(a\n  |b)").starts_with("error: f.rules:2:3: ")) << reprinted("(a\n  |b)");
  EXPECT_NE(read_expressions(")", "f").error().advice, "");
}

TEST(Expressions, NestToALimit) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '(') + std::string(depth, ')'); };
  EXPECT_EQ(reprinted(nested(kMaxExpressionDepth)), nested(kMaxExpressionDepth));
  const std::string deeper = reprinted(nested(kMaxExpressionDepth + 1));
  EXPECT_TRUE(deeper.ends_with("nested too deeply")) << deeper;
  EXPECT_TRUE(reprinted(std::string(1'000'000, '(')).ends_with("nested too deeply"));
}

Bindings bindings() {
  Bindings all;
  const auto bind = [&all](const std::string& name, std::string_view value) {
    all.emplace(name, (*read_expressions(value, "binding"))[0]);
  };
  bind("n", "4");
  bind("m", "3");
  bind("zero", "0");
  bind("S", "(_ BitVec 2)");
  bind("K", "Bool");
  return all;
}

std::string with_bindings(std::string_view text) {
  const auto read = read_expressions(text, "f");
  if (!read || read->size() != 1) return "?";
  return text_of(instantiated((*read)[0], bindings()));
}

TEST(Instances, ReplaceNamesEverywhere) {
  EXPECT_EQ(with_bindings("n"), "4");
  EXPECT_EQ(with_bindings("(_ BitVec n)"), "(_ BitVec 4)");
  EXPECT_EQ(with_bindings("(Array K S)"), "(Array Bool (_ BitVec 2))");
  EXPECT_EQ(with_bindings("((_ extract n zero) x)"), "((_ extract 4 0) x)");
}

TEST(Instances, ComputeSumsAndProducts) {
  EXPECT_EQ(with_bindings("n-1"), "3");
  EXPECT_EQ(with_bindings("2*n"), "8");
  EXPECT_EQ(with_bindings("n*2"), "8");
  EXPECT_EQ(with_bindings("n+m*2"), "10") << "the product first";
  EXPECT_EQ(with_bindings("2*n-1"), "7");
  EXPECT_EQ(with_bindings("n-m-1"), "0") << "from the left";
  EXPECT_EQ(with_bindings("n*m+n"), "16");
  EXPECT_EQ(with_bindings("((_ extract n+m-1 n) x)"), "((_ extract 6 4) x)");
}

TEST(Instances, ComputeTheNumberOfABitVectorLiteral) {
  EXPECT_EQ(with_bindings("(_ bvn n)"), "(_ bv4 4)");
  EXPECT_EQ(with_bindings("(_ bvn-1 8)"), "(_ bv3 8)");
  EXPECT_EQ(with_bindings("(_ bv2*n 2*n)"), "(_ bv8 8)");
  EXPECT_EQ(with_bindings("(_ bv0 2*n)"), "(_ bv0 8)");
}

TEST(Instances, WriteNegativeNumbersAsSmtLibDoes) {
  EXPECT_EQ(with_bindings("-5"), "(- 5)");
  EXPECT_EQ(with_bindings("-0.5"), "(- 0.5)");
  EXPECT_EQ(with_bindings("(f -1 x)"), "(f (- 1) x)");
}

TEST(Instances, LeaveEverythingElseAlone) {
  for (const char* text :
       {"x",      "-",     "*",     "+",       "bv5", "bvadd", "bvnot", "bvneg", "str.++", "a-1", "x*n", "n-",
        "-n",     "n--1",  "n+",    "n*-1",    "-a",  "-1a",   "2",     "10",    "re.*",   "K-1", "S*2", "n-5",
        "zero-1", "bvn-5", "\"n\"", "\"n-1\"", "|n|", ":n",    "n.m",   "n/2",   "1.5",    "#x4", "nn"})
    EXPECT_EQ(with_bindings(text), text);
}

TEST(Instances, DoNotComputeWithHugeNumbers) {
  EXPECT_EQ(with_bindings("n*250000"), "1000000") << "the greatest";
  EXPECT_EQ(with_bindings("n*250001"), "n*250001");
  EXPECT_EQ(with_bindings("n*1000*1000*1000*1000*1000*1000*1000"), "n*1000*1000*1000*1000*1000*1000*1000");
  EXPECT_EQ(with_bindings("n*1234567890"), "n*1234567890");
}

}  // namespace
}  // namespace assay::smt

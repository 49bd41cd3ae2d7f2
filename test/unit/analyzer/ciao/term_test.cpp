#include "analyzer/adapters/ciao/term/term.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer::ciao {
namespace {

std::string again(const std::string& text) {
  const Result<Term> read = read_term(text);
  return read ? write_term(*read) : "error: " + read.error().message;
}

TEST(CiaoTerm, WritesWhatItReadsWithoutOperators) {
  EXPECT_EQ(again("f(X,[1,2|T],'Odd name','it''s')"), "f(X,[1,2|T],'Odd name','it\\'s')");
  EXPECT_EQ(again("X is Y+2*3-Z"), "is(X,-(+(Y,*(2,3)),Z))");
  EXPECT_EQ(again("a:-b,c;d->e"), ":-(a,;(','(b,c),->(d,e)))");
  EXPECT_EQ(again("- 1"), "-(1)");
  EXPECT_EQ(again("f(-1, 3 - 1, -(1), - X, 0'a, 0x1F, 1.5e3)"), "f(-1,-(3,1),-(1),-(X),97,31,1.5e3)");
  EXPECT_EQ(again("f(+, -, (:-), [-], a= \\+b)"), "f((+),(-),(:-),[(-)],=(a,\\+(b)))");
  EXPECT_EQ(again("'go/3/1/$disj/1'(A,_)"), "'go/3/1/$disj/1'(A,_Any1)");
  EXPECT_EQ(again("[a|[b|[]]]"), "[a,b]");
  EXPECT_EQ(again("{a,b}"), "{}(','(a,b))");
}

TEST(CiaoTerm, GoesOnAfterAClauseThatIsNoProlog) {
  const ReadText read = read_clauses("a.\nb :- ) c.\nd(\"str\"). % comment\n/* more */ e.\n");
  ASSERT_EQ(read.clauses.size(), 3U);
  EXPECT_EQ(write_term(read.clauses[1]), "d(\"str\")");
  EXPECT_EQ(read.clauses[2].line, 4U);
  ASSERT_EQ(read.unread.size(), 1U);
  EXPECT_NE(read.unread[0].find("line 2"), std::string::npos);
}

TEST(CiaoTerm, RefusesWhatNestsTooDeep) {
  EXPECT_EQ(again(std::string(5000, '(') + "a" + std::string(5000, ')')).rfind("error", 0), 0U);
}

TEST(CiaoTerm, ReadsLongListsFlat) {
  std::string text = "[0";
  for (int i = 0; i < 20000; ++i) text += ",x";
  const Result<Term> read = read_term(text + "|T]");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->args.size(), 20002U);
  EXPECT_TRUE(read->open);
}

}  // namespace
}  // namespace assay::analyzer::ciao

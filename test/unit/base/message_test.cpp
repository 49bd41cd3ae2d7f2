#include "base/message.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Normalised, TakesOutWhatChangesBetweenRuns) {
  EXPECT_EQ(normalised("line 12 column 7: unknown constant y"), normalised("line 3 column 45: unknown constant y"));
  EXPECT_EQ(normalised("at 0x7ffd12ab in foo"), normalised("at 0x55aa in foo"));
  EXPECT_EQ(normalised("Fatal failure at /home/a/src/x.cpp:12"), normalised("Fatal failure at ./src/x.cpp:99"));
  EXPECT_EQ(normalised("a\n  b\t c"), "a b c");
}

TEST(Normalised, KeepsWhatTellsCausesApart) {
  EXPECT_NE(normalised("failure in rewriter.cpp:1"), normalised("failure in simplex.cpp:1"));
  EXPECT_EQ(normalised("either/or"), "either/or");
}

TEST(Normalised, IsShortPrintableAndTakesAnyBytes) {
  EXPECT_LE(normalised(std::string(100'000, 'x')).size(), 170U);
  EXPECT_EQ(normalised(std::string("a\x1b[31m\xff", 7)).find('\x1b'), std::string::npos);
  EXPECT_EQ(normalised(""), "");
}

}  // namespace
}  // namespace assay

// Patterns on the output of targets: their matches in lines of any length.
#include "core/target/patterns.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::core {
namespace {

TEST(OutputPatterns, TheFirstRowThatMatchesAnyLineWins) {
  const PatternList list({{"^b$", "second line"}, {"a", "first line"}});
  const PatternList::Match match = list.find({"a", "b"});
  ASSERT_NE(match.meaning, nullptr);
  EXPECT_EQ(*match.meaning, "second line");
  EXPECT_EQ(match.line, 1U);
  EXPECT_EQ(list.find({"c", "bb"}).meaning, nullptr);
  EXPECT_TRUE(list.matches("xay"));
  EXPECT_FALSE(list.matches("xy"));
}

TEST(OutputPatterns, FindWhatStandsAtTheEndOfALineOfAMegabyte) {
  const std::string line = std::string(std::size_t{1} << 20, 'x') + " Assertion `n > 0' failed";
  const PatternList list({{"[Aa]ssertion .*fail", "assertion"}, {"(x|xx)*y$", "none"}});
  ASSERT_NE(list.find({line}).meaning, nullptr);
  EXPECT_EQ(*list.find({line}).meaning, "assertion");
  EXPECT_TRUE(matches_lines("fail(ed)?$", "short\n" + line));
  EXPECT_FALSE(matches_lines("(x|xx)*y$", line)) << "and without a blow-up";
}

TEST(OutputPatterns, BytesThatAreNoTextMatch) {
  EXPECT_TRUE(matches_lines("a.b",
                            "a\xff"
                            "b"));
  EXPECT_TRUE(matches_lines("\xc3\xa9$", "caf\xc3\xa9"));
  EXPECT_TRUE(matches_lines("b", std::string_view("a\0b", 3)));
}

TEST(OutputPatterns, SayWhatIsWrongWithThem) {
  EXPECT_EQ(pattern_problem("\\\\u([^{]|$)|[0-9]{8}\\b"), std::nullopt);
  EXPECT_TRUE(pattern_problem("(").has_value());
  EXPECT_TRUE(pattern_problem("a(?!b)").has_value()) << "RE2 has no lookahead";
  EXPECT_FALSE(matches_lines("(", "(")) << "what is no pattern matches nothing";
}

TEST(OutputPatterns, AreLookedForLineByLine) {
  EXPECT_TRUE(matches_lines("^b$", "a\nb\nc"));
  EXPECT_FALSE(matches_lines("a.b", "a\nb"));
}

}  // namespace
}  // namespace assay::core

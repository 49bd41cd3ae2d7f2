#include "base/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace assay {
namespace {

using std::string_view_literals::operator""sv;
using Parts = std::vector<std::string_view>;

TEST(Text, SplitKeepsEmptyPartsBetweenAndAroundSeparators) {
  EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
  EXPECT_EQ(split("a,,b", ','), (Parts{"a", "", "b"}));
  EXPECT_EQ(split(",a,", ','), (Parts{"", "a", ""}));
  EXPECT_EQ(split(",", ','), (Parts{"", ""}));
}

TEST(Text, SplitOfNothingHasNoPart) {
  EXPECT_TRUE(split("", ',').empty());
  EXPECT_EQ(split("a b", ','), (Parts{"a b"}));
}

TEST(Text, TrimTakesAsciiWhiteSpaceOffBothEndsOnly) {
  EXPECT_EQ(trim(" \t\r\n\f\va b \n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim("\xC2\xA0x"), "\xC2\xA0x");
}

TEST(Text, JoinUndoesSplit) {
  EXPECT_EQ(join({"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(Text, ReplaceAllDoesNotLookAtWhatItWrote) {
  EXPECT_EQ(replace_all("aXbX", "X", "XX"), "aXXbXX");
  EXPECT_EQ(replace_all("aaaa", "aa", "b"), "bb");
  EXPECT_EQ(replace_all("abc", "", "x"), "abc");
  EXPECT_EQ(replace_all("abc", "b", ""), "ac");
}

TEST(Text, ToLowerIsAsciiOnly) { EXPECT_EQ(to_lower("ABZ[\xC3\x84"), "abz[\xC3\x84"); }

TEST(Text, PrintableKeepsTextNewlinesAndTabs) {
  const std::string_view text = "sat\n\t(model) \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x99\x82";
  EXPECT_EQ(printable(text), text);
}

TEST(Text, PrintableReplacesControlCharacters) {
  EXPECT_EQ(printable("\x1B[31mred"), "\xEF\xBF\xBD[31mred");
  EXPECT_EQ(printable("a\0b\r\x7F"sv),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(printable("\xC2\x9B"), "\xEF\xBF\xBD") << "the one-character escape introducer";
  EXPECT_EQ(printable("\xC2\xA0"), "\xC2\xA0") << "the first character after the C1 controls";
}

TEST(Text, PrintableReplacesEachByteThatIsNotUtf8) {
  EXPECT_EQ(printable("\xFF\xFE"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(printable("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "cut short";
  EXPECT_EQ(printable("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong zero";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD") << "surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80").size(), 12U) << "beyond U+10FFFF";
}

TEST(Text, PrintableIsIdempotentOnEveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string once = printable(std::string(1, static_cast<char>(byte)));
    EXPECT_EQ(printable(once), once) << byte;
  }
}

TEST(Text, EscapeMarkupMakesTextThatStandsForItself) {
  EXPECT_EQ(escape_markup("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(escape_markup("&lt;"), "&amp;lt;") << "what looks escaped is text, too";
  EXPECT_EQ(escape_markup("a\x01\n"), "a\xEF\xBF\xBD\n");
}

TEST(Text, ShortenedLeavesShortTextAlone) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("", 0), "");
}

TEST(Text, ShortenedSaysHowMuchIsMissing) {
  EXPECT_EQ(shortened("abcdef", 4), "abcd\n[... 2 more bytes]");
  EXPECT_EQ(shortened("abc", 0), "\n[... 3 more bytes]");
}

TEST(Text, ShortenedDoesNotCutACharacter) {
  EXPECT_EQ(shortened("a\xE2\x82\xAC", 3), "a\n[... 3 more bytes]");
  EXPECT_EQ(shortened("a\xE2\x82\xACz", 4), "a\xE2\x82\xAC\n[... 1 more bytes]");
}

TEST(Text, ParseUnsignedTakesWholeNumbersOnly) {
  EXPECT_EQ(parse_unsigned("0"), 0U);
  EXPECT_EQ(parse_unsigned("18446744073709551615"), ~std::uint64_t{0});
  for (const std::string_view bad : {"", "-1", "+1", " 1", "1 ", "0x1", "1.0", "18446744073709551616"}) {
    EXPECT_FALSE(parse_unsigned(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace assay

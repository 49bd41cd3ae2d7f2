#include "base/ascii.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Ascii, KindsOfCharactersAreThoseOfAsciiOnly) {
  unsigned digits = 0, letters = 0, spaces = 0, hex_digits = 0;
  for (int code = -128; code < 128; ++code) {
    const char c = static_cast<char>(code);
    digits += is_digit(c) ? 1 : 0;
    letters += is_letter(c) ? 1 : 0;
    spaces += is_space(c) ? 1 : 0;
    hex_digits += is_hex_digit(c) ? 1 : 0;
  }
  EXPECT_EQ(digits, 10U);
  EXPECT_EQ(letters, 52U);
  EXPECT_EQ(spaces, 6U);
  EXPECT_EQ(hex_digits, 22U);
  for (const char c : {'/', ':', '@', '[', '`', '{', '\0', '\xE9'}) {
    EXPECT_FALSE(is_digit(c) || is_letter(c) || is_space(c)) << c;
  }
}

TEST(Ascii, HexDigitsHaveTheirValues) {
  for (unsigned value = 0; value < 16; ++value) EXPECT_EQ(hex_value(kHexDigits[value]), value);
  EXPECT_EQ(hex_value('F'), 15U);
  EXPECT_EQ(hex_value('g'), std::nullopt);
  EXPECT_EQ(hex_value('G'), std::nullopt);
}

TEST(Ascii, PartsOfAUriAreEncodedAndDecoded) {
  EXPECT_EQ(percent_encoded("a b/\xC3\xA9%~", "-._~/"), "a%20b/%C3%A9%25~");
  EXPECT_EQ(percent_encoded("a/b", ""), "a%2Fb");
  EXPECT_EQ(percent_decoded("a%20b/%c3%A9%25~"), "a b/\xC3\xA9%~");
  std::string all;
  for (int code = 0; code < 256; ++code) all += static_cast<char>(code);
  EXPECT_EQ(percent_decoded(percent_encoded(all, "")), all);
}

TEST(Ascii, APercentSignWithoutTwoDigitsStandsForItself) {
  for (const std::string_view text : {"%", "%2", "%zz", "%2g", "100%"}) EXPECT_EQ(percent_decoded(text), text);
}

}  // namespace
}  // namespace assay

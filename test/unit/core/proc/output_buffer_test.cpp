#include "core/proc/output_buffer.hpp"

#include <gtest/gtest.h>

namespace assay::core {
namespace {

/// The kept text when `text` comes in pieces of `piece` bytes, and the text after the marker.
struct Fed {
  std::string kept;
  std::string rest;
  bool found = false;
};

Fed feed(std::string_view text, std::string_view marker, std::size_t piece, std::uint64_t limit = 0) {
  OutputBuffer buffer(limit, marker);
  Fed fed;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string_view part = text.substr(at, piece);
    fed.rest += part.substr(buffer.take(part));
  }
  fed.found = buffer.marker_found();
  fed.kept = buffer.release();
  return fed;
}

class OutputBufferMarker : public testing::TestWithParam<std::size_t> {};

TEST_P(OutputBufferMarker, EndsTheAnswerAtALineThatEqualsIt) {
  for (const std::string_view line : {"done\n", "\"done\"\n", "done\r\n", "\"done\"\r\n"}) {
    std::string text = "sat\n(model)\n";
    text += line;
    text += "next\n";
    const Fed fed = feed(text, "done", GetParam());
    EXPECT_TRUE(fed.found) << line;
    EXPECT_EQ(fed.kept, "sat\n(model)\n") << line;
    EXPECT_EQ(fed.rest, "next\n") << line;
  }
}

TEST_P(OutputBufferMarker, IsNotFoundInOtherLines) {
  for (const std::string_view line :
       {"done", "done \n", " done\n", "donedone\n", "undone\n", "\"done\n", "done\"\n", "\"\"done\"\"\n", "don\n", "\n",
        "'done'\n", "done\r\r\n", "\"done\" and more of this line\n"}) {
    const Fed fed = feed(line, "done", GetParam());
    EXPECT_FALSE(fed.found) << line;
    EXPECT_EQ(fed.kept, line);
    EXPECT_EQ(fed.rest, "");
  }
}

TEST_P(OutputBufferMarker, IsFoundAfterMoreOutputThanIsKept) {
  std::string text(152, 'x');
  text[100] = text[151] = '\n';
  text += "end\n";
  for (const std::uint64_t limit : {1U, 100U, 101U, 120U, 152U, 200U}) {
    const Fed fed = feed(text, "end", GetParam(), limit);
    EXPECT_TRUE(fed.found) << limit;
    EXPECT_EQ(fed.kept, text.substr(0, std::min<std::uint64_t>(limit, 152))) << limit;
  }
}

INSTANTIATE_TEST_SUITE_P(Pieces, OutputBufferMarker, testing::Values(1, 2, 3, 7, 1000));

TEST(OutputBuffer, WithoutMarkerKeepsAll) {
  const Fed fed = feed("a\n\nb\n", "", 2);
  EXPECT_FALSE(fed.found);
  EXPECT_EQ(fed.kept, "a\n\nb\n");
}

TEST(OutputBuffer, IsTruncatedOnlyPastTheLimit) {
  OutputBuffer exact(3);
  exact.take("abc");
  EXPECT_FALSE(exact.truncated());
  exact.take("d");
  EXPECT_TRUE(exact.truncated());
  EXPECT_EQ(exact.release(), "abc");
}

TEST(OutputBuffer, IsExcessiveAtFourTimesTheLimit) {
  OutputBuffer buffer(10);
  buffer.take(std::string(39, 'x'));
  EXPECT_FALSE(buffer.excessive());
  buffer.take("x");
  EXPECT_TRUE(buffer.excessive());
  OutputBuffer unlimited(0);
  unlimited.take(std::string(1000, 'x'));
  EXPECT_FALSE(unlimited.excessive());
  EXPECT_FALSE(unlimited.truncated());
}

}  // namespace
}  // namespace assay::core

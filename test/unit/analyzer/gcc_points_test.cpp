#include "analyzer/adapters/gcc/gcc_points.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer {
namespace {

constexpr const char* kRange =
    R"({"file":"a.c","line":3,"column":5,"function":"f","kind":"value","subject":"x_1","type":"int",)"
    R"("operation":"phi","property":"interval","low":0,"high":7,"source":"stored range"})";

GccPoint late() { return {"-O2", "late", 1}; }

TEST(GccPoints, AreReadWithTheirNumbers) {
  const Result<std::vector<GccPoint>> points = gcc_points(" -O2:vrp2 -O1:late  -Os:store-merging -O3:lim12");
  ASSERT_TRUE(points);
  ASSERT_EQ(points->size(), 4U);
  EXPECT_EQ((*points)[0].name(), "-O2 after vrp2");
  EXPECT_EQ((*points)[1].name(), "-O1, late");
  EXPECT_EQ((*points)[2].name(), "-Os after store-merging1");
  EXPECT_EQ((*points)[3].instance, 12U);
}

TEST(GccPoints, OtherWordsAreRefused) {
  for (const char* text : {"vrp2", "-O2", "-O2:", "-O2:2", "O2:vrp", "-O2:vrp0", "-O2:vrp123"}) {
    const Result<std::vector<GccPoint>> points = gcc_points(text);
    ASSERT_FALSE(points) << text;
    EXPECT_NE(points.error().text().find(text), std::string::npos);
  }
}

TEST(GccAnswer, HasFactsAndWhatIsUnread) {
  const std::string text = std::string(kRange) + "\n{\"unread\":\"no place\",\"count\":3}\n{\"facts\":1}\n";
  const Result<GccAnswer> answer = read_gcc_answer(text, late());
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->facts.size(), 1U);
  EXPECT_EQ(answer->facts[0].source, "stored range");
  EXPECT_EQ(answer->facts[0].place.context, "-O2, late");
  EXPECT_EQ(answer->facts[0].property, Property(Interval{0, 7}));
  ASSERT_EQ(answer->unread.size(), 1U);
  EXPECT_EQ(answer->unread[0], (std::pair<std::string, std::uint64_t>("no place", 3)));
}

TEST(GccAnswer, HalfOfOneIsNone) {
  EXPECT_FALSE(read_gcc_answer("", late()));
  EXPECT_FALSE(read_gcc_answer(std::string(kRange) + "\n", late()));
  EXPECT_FALSE(read_gcc_answer(std::string(kRange) + "\n{\"facts\":2}\n", late()));
  EXPECT_FALSE(read_gcc_answer(std::string(kRange).substr(0, 60) + "\n{\"facts\":1}\n", late()));
}

TEST(GccClaims, AreFoundAgainOneByOne) {
  Fact a, b;
  a.subject.text = "x_1";
  b.subject.text = "y_2";
  EXPECT_EQ(match_claims({a, a, b}, {b, a, a}), (std::vector<std::size_t>{1, 2, 0}));
  // The second a and b are not claimed: both get the number of claims.
  EXPECT_EQ(match_claims({a, a, b}, {a}), (std::vector<std::size_t>{0, 1, 1}));
}

}  // namespace
}  // namespace assay::analyzer

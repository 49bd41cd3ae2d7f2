#include "analyzer/fact/real_range.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::analyzer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(RealRanges, TextsAreExact) {
  for (const double value : {0.0, -0.0, 1.0, -1.5, 0.1, 5e-324, 1.7976931348623157e308, kInfinity, -kInfinity}) {
    const std::optional<double> read = real_from(real_text(value));
    ASSERT_TRUE(read) << value;
    EXPECT_EQ(*read, value);
    EXPECT_EQ(std::signbit(*read), std::signbit(value));
  }
  EXPECT_EQ(real_text(-1.5), "-0x1.8p+0");
  EXPECT_EQ(real_from("1.5"), 1.5);
  EXPECT_TRUE(std::isnan(*real_from("nan")));
  for (const char* text : {"", "-", "0x", "1.5x", "infinity", "+1", "--1", "0x1p", " 1"})
    EXPECT_FALSE(real_from(text)) << text;
}

TEST(RealRanges, BecomePropertiesAndBack) {
  const RealRange kRanges[] = {{-0.0, 1.5, false}, {-kInfinity, 0, true}, {.nan = true}, {2, 2, false}};
  for (const RealRange& range : kRanges) EXPECT_EQ(real_range(to_property(range)), range);
  const Named kOthers[] = {{"float-interval", {}},           {"float-interval", {"0x1p+0"}},
                           {"float-interval", {"2", "1"}},   {"float-interval", {"0x0p+0", "-0x0p+0"}},
                           {"float-interval", {"nan", "1"}}, {"ground", {"1", "2"}}};
  for (const Named& other : kOthers) EXPECT_FALSE(real_range(other)) << to_text(Property(other));
  EXPECT_FALSE(real_range(Interval{1, 2}));
}

TEST(RealRanges, AreJoined) {
  EXPECT_EQ(joined({1, 2, false}, {-3, -1, true}), (RealRange{-3, 2, true}));
  EXPECT_EQ(joined({}, {1, 2, false}), (RealRange{1, 2, false}));
  EXPECT_EQ(joined({.nan = true}, {1, 2, false}), (RealRange{1, 2, true}));
  EXPECT_TRUE(std::signbit(joined({0, 1, false}, {-0.0, -0.0, false}).low));
  EXPECT_FALSE(std::signbit(joined({-0.0, -0.0, false}, {0, 0, false}).high));
}

}  // namespace
}  // namespace assay::analyzer

#include "smt/reduce/short_limits.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

double shortened(double seconds) {
  core::Limits limits;
  limits.wall_seconds = seconds;
  return ShortLimits::of(limits).wall_seconds;
}

TEST(ShortLimits, AreATenthButNoLessThanHalfASecondOrAll) {
  EXPECT_EQ(shortened(60), 6);
  EXPECT_EQ(shortened(2), 0.5);
  EXPECT_EQ(shortened(0.1), 0.1);
}

TEST(ShortLimits, LongRunsTakeAFifthOfTheTime) {
  core::Limits whole;
  whole.wall_seconds = 10;
  ShortLimits limits;
  EXPECT_FALSE(limits.allows_a_long_run(whole)) << "ten seconds would be all of the time";
  for (int i = 0; i < 39; ++i) limits.note_short_run(1);
  EXPECT_FALSE(limits.allows_a_long_run(whole));
  limits.note_short_run(1);
  EXPECT_TRUE(limits.allows_a_long_run(whole)) << "ten seconds of fifty";
  limits.note_long_run(10);
  EXPECT_FALSE(limits.allows_a_long_run(whole));
  for (int i = 0; i < 39; ++i) limits.note_short_run(1);
  EXPECT_FALSE(limits.allows_a_long_run(whole));
  limits.note_short_run(1);
  EXPECT_TRUE(limits.allows_a_long_run(whole)) << "and again: twenty of a hundred";
}

}  // namespace
}  // namespace assay::smt

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
  ShortLimits limits;
  EXPECT_TRUE(limits.allows_a_long_run()) << "the first one";
  limits.note_long_run(10);
  EXPECT_FALSE(limits.allows_a_long_run());
  for (int i = 0; i < 39; ++i) limits.note_short_run(1);
  EXPECT_FALSE(limits.allows_a_long_run());
  limits.note_short_run(1);
  EXPECT_TRUE(limits.allows_a_long_run()) << "and again, when it has become a small part";
}

}  // namespace
}  // namespace assay::smt

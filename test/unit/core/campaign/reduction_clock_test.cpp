#include <gtest/gtest.h>

#include "assay/core/budget.hpp"

namespace assay::core {
namespace {

TEST(ReductionClock, CountsRunsUpToTheBudget) {
  ReductionClock clock({2, 1e6, {}});
  EXPECT_FALSE(clock.is_over());
  EXPECT_TRUE(clock.take());
  EXPECT_EQ(clock.rest().max_runs, 1U);
  EXPECT_TRUE(clock.take());
  EXPECT_TRUE(clock.is_over());
  EXPECT_FALSE(clock.take());
  EXPECT_EQ(clock.runs(), 2U) << "what was refused does not count";
  EXPECT_EQ(clock.rest().max_runs, 0U);
}

TEST(ReductionClock, EndsWithTheTime) {
  ReductionClock clock({10, 0, {}});
  EXPECT_TRUE(clock.is_over());
  EXPECT_FALSE(clock.take());
  EXPECT_EQ(clock.rest().max_seconds, 0);
}

TEST(ReductionClock, EndsWithAStop) {
  std::stop_source stop;
  ReductionClock clock({10, 1e6, stop.get_token()});
  EXPECT_TRUE(clock.take());
  EXPECT_FALSE(clock.rest().stop.stop_requested());
  stop.request_stop();
  EXPECT_FALSE(clock.take());
  EXPECT_TRUE(clock.rest().stop.stop_requested());
}

}  // namespace
}  // namespace assay::core

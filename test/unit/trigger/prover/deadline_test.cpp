#include "trigger/prover/deadline.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "core/proc/cpu_time.hpp"

namespace assay::trigger {
namespace {

TEST(Deadline, CountsCpuTimeWhereItIsAskedTo) {
  constexpr double kSeconds = 0.05;
  const Deadline deadline(kSeconds, {}, Clock::Cpu);
  const Deadline by_clock(kSeconds, {});
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_TRUE(by_clock.passed());
  EXPECT_FALSE(deadline.passed()) << "sleep takes no CPU time";
  const double left = deadline.left(1);
  volatile unsigned work = 0;
  for (const double begin = core::process_cpu_seconds(); core::process_cpu_seconds() - begin < kSeconds;)
    work = work + 1;
  EXPECT_TRUE(deadline.passed());
  EXPECT_GT(left, 0);
  EXPECT_GE(deadline.elapsed(), kSeconds);
}

TEST(Deadline, EndsWithAStop) {
  std::stop_source stop;
  const Deadline deadline(1e6, stop.get_token(), Clock::Cpu);
  EXPECT_FALSE(deadline.passed());
  stop.request_stop();
  EXPECT_TRUE(deadline.passed());
}

TEST(Deadline, LeavesABusyMachineTheTimeItNeeds) {
  EXPECT_EQ(wall_seconds(7, Clock::Wall), 7);
  EXPECT_GE(wall_seconds(7, Clock::Cpu), 10 * 7);
}

}  // namespace
}  // namespace assay::trigger

#include <gtest/gtest.h>

#include "core/case/budget.hpp"
#include "core/proc/cpu_time.hpp"
#include "core/proc/proc.hpp"

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

TEST(ReductionClock, ReportsThatTheBudgetRanOut) {
  bool ran_out = false;
  ReductionClock clock({2, 1e6, {}, &ran_out});
  EXPECT_TRUE(clock.take());
  ReductionClock step(clock.rest());
  EXPECT_TRUE(step.take());
  EXPECT_FALSE(ran_out) << "what was asked for was there";
  EXPECT_FALSE(step.take());
  EXPECT_TRUE(ran_out) << "a step of the reduction reports, too";
}

TEST(ReductionClock, EndsWithTheTime) {
  ReductionClock clock({10, 0, {}});
  EXPECT_TRUE(clock.is_over());
  EXPECT_FALSE(clock.take());
  EXPECT_EQ(clock.rest().max_seconds, 0);
}

TEST(ReductionClock, TheTimeIsThatOfTheProcessor) {
  constexpr double kUsed = 0.02, kBudget = 0.05;
  volatile unsigned work = 0;
  const auto use = [&] {
    for (const double start = thread_cpu_seconds(); thread_cpu_seconds() - start < kUsed;) work = work + 1;
  };
  use();
  ReductionClock clock({10, kBudget, {}});
  EXPECT_TRUE(clock.take()) << "what the thread has used before does not count";
  use();
  EXPECT_LE(clock.rest().max_seconds, kBudget - kUsed);
  while (!clock.is_over()) work = work + 1;
  EXPECT_FALSE(clock.take());
}

TEST(ReductionClock, ProgramsThatItRunsCount) {
  const double before = thread_cpu_seconds(), before_all = process_cpu_seconds();
  const ProcessResult ran =
      run_process({{"/bin/sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"}, {}, {}}, "", {});
  ASSERT_EQ(ran.exit_code, 0) << ran.message;
  EXPECT_GT(ran.usage.cpu_seconds(), 0);
  EXPECT_GE(thread_cpu_seconds() - before, ran.usage.cpu_seconds());
  EXPECT_GE(process_cpu_seconds() - before_all, ran.usage.cpu_seconds());
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

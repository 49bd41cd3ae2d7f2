#include "smt/ask/short_limits.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

constexpr std::size_t kBrief = 0;
constexpr std::size_t kTenth = 1;
constexpr std::size_t kWhole = 2;

ShortLimits of(double seconds) {
  core::Limits limits;
  limits.wall_seconds = seconds;
  return ShortLimits(limits);
}

void answer(ShortLimits& limits, int runs, double seconds) {
  for (int i = 0; i < runs; ++i) limits.note(kBrief, seconds, true);
}

TEST(ShortLimits, ATenthIsNoLessThanHalfASecondOrAll) {
  EXPECT_EQ(of(60).at(kTenth).wall_seconds, 6);
  EXPECT_EQ(of(2).at(kTenth).wall_seconds, 0.5);
  EXPECT_EQ(of(0.25).at(kTenth).wall_seconds, 0.25);
  EXPECT_EQ(of(60).at(kWhole).wall_seconds, 60);
  EXPECT_TRUE(of(2).is_needed());
  EXPECT_FALSE(of(0.5).is_needed());
}

TEST(ShortLimits, TheFirstStepIsATenthUntilAnswersTellMore) {
  ShortLimits limits = of(60);
  EXPECT_EQ(limits.at(kBrief).wall_seconds, 6);
  answer(limits, 31, 0.004);
  EXPECT_EQ(limits.at(kBrief).wall_seconds, 6);
  answer(limits, 1, 0.004);
  EXPECT_EQ(limits.at(kBrief).wall_seconds, 0.1) << "never less";
}

TEST(ShortLimits, NoStepIsAskedTwice) {
  ShortLimits limits = of(60);
  EXPECT_EQ(limits.after(kBrief), kWhole) << "both shorter ones are six seconds";
  answer(limits, 32, 0.004);
  EXPECT_EQ(limits.after(kBrief), kTenth);
  EXPECT_EQ(limits.after(kTenth), kWhole);
  EXPECT_EQ(limits.after(kWhole), ShortLimits::kSteps);
}

TEST(ShortLimits, TheFirstStepFollowsWhatAnswersTake) {
  ShortLimits limits = of(60);
  answer(limits, 64, 0.07);
  EXPECT_EQ(limits.at(kBrief).wall_seconds, 0.8) << "the first doubling of 0.1 s that is ten times the mean";
  for (int i = 0; i < 64; ++i) limits.note(kTenth, 5, true);
  EXPECT_EQ(limits.at(kBrief).wall_seconds, 6) << "never more than the second step";
  answer(limits, 20'000, 0.002);
  EXPECT_LT(limits.at(kBrief).wall_seconds, 0.8);
}

TEST(ShortLimits, RunsWithoutAnAnswerSayNothingAboutTheFirstStep) {
  ShortLimits limits = of(60);
  answer(limits, 32, 0.004);
  for (int i = 0; i < 100; ++i) limits.note(kBrief, 6, false);
  EXPECT_EQ(limits.at(kBrief).wall_seconds, 0.1);
}

TEST(ShortLimits, EachLongerStepTakesATenthOfTheTime) {
  ShortLimits limits = of(10);
  EXPECT_TRUE(limits.allows(kBrief));
  EXPECT_FALSE(limits.allows(kWhole)) << "ten seconds would be all of the time";
  answer(limits, 89, 1);
  EXPECT_FALSE(limits.allows(kWhole));
  answer(limits, 1, 1);
  EXPECT_TRUE(limits.allows(kWhole)) << "ten seconds of a hundred";
  limits.note(kWhole, 10, false);
  EXPECT_FALSE(limits.allows(kWhole));
  EXPECT_TRUE(limits.allows(kTenth)) << "a share of its own";
  answer(limits, 90, 1);
  EXPECT_TRUE(limits.allows(kWhole)) << "and again: twenty of two hundred";
}

TEST(ShortLimits, ATargetThatDidNotWorkWasNotRun) {
  core::Usage usage;
  core::Limits limits;
  limits.wall_seconds = 1;
  usage.user_seconds = 0.2;
  EXPECT_FALSE(ShortLimits::used_cpu(usage, limits));
  usage.system_seconds = 0.1;
  EXPECT_TRUE(ShortLimits::used_cpu(usage, limits));
}

}  // namespace
}  // namespace assay::smt

#include "core/rng/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace assay::core {
namespace {

// The known answers were computed from the published algorithms in another language: streams must never change, or old
// campaigns could not be replayed.
TEST(Rng, HasKnownAnswers) {
  Rng one(1);
  EXPECT_EQ(one.next(), 0x5e41ab087439611eU);
  EXPECT_EQ(one.next(), 0xf18d6ce93d6cf1eeU);
  EXPECT_EQ(one.next(), 0x0b95f66d327e8d78U);
  EXPECT_EQ(one.next(), 0xc7061b1b93322ba9U);
  EXPECT_EQ(Rng(0).next(), 0xa706dd2f4d197e6fU);
}

TEST(Rng, HasKnownSplits) {
  EXPECT_EQ(Rng(1).split(7).next(), 0x437757cd42219fb1U);
  EXPECT_EQ(Rng(1).split("mutations").next(), 0xf6a85185a7ec29d7U);
}

TEST(Rng, HasKnownBoundedDraws) {
  Rng rng(42);
  for (const std::uint64_t expected : {3U, 9U, 4U, 0U, 6U, 0U, 1U, 7U, 1U, 7U, 6U, 1U, 2U, 2U, 8U, 7U}) {
    EXPECT_EQ(rng.below(10), expected);
  }
  // A bound for which almost half of the draws are rejected.
  Rng wide(42);
  EXPECT_EQ(wide.below((std::uint64_t{1} << 63) + 1), 622673004089118811U);
  EXPECT_EQ(wide.below((std::uint64_t{1} << 63) + 1), 6776600131486888903U);
  EXPECT_EQ(wide.below((std::uint64_t{1} << 63) + 1), 1027329553327404799U);
}

TEST(Rng, HasAKnownShuffle) {
  std::vector<int> items(8);
  std::iota(items.begin(), items.end(), 0);
  Rng(5).shuffle(items);
  EXPECT_EQ(items, (std::vector<int>{4, 1, 2, 6, 3, 5, 0, 7}));
}

TEST(Rng, DrawsWithoutBias) {
  constexpr std::uint64_t kBound = 7;
  constexpr int kDraws = 70000;
  std::array<int, kBound> counts{};
  Rng rng(3);
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<std::size_t>(rng.below(kBound))];
  double chi_squared = 0;
  const double expected = static_cast<double>(kDraws) / kBound;
  for (const int count : counts) chi_squared += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_squared, 22.5) << "less likely than 1 in 1000 for six degrees of freedom";
}

TEST(Rng, KeepsToItsBounds) {
  Rng rng(9);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t drawn = rng.between(-3, 4);
    EXPECT_GE(drawn, -3);
    EXPECT_LE(drawn, 4);
  }
  EXPECT_EQ(rng.below(1), 0U);
  EXPECT_EQ(rng.between(-5, -5), -5);
  static_cast<void>(rng.between(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
  EXPECT_FALSE(rng.percent(0));
  EXPECT_TRUE(rng.percent(100));
}

TEST(Rng, SplitsAreIndependentOfOtherStreamsDraws) {
  const Rng parent(17);
  Rng first = parent.split(1);
  for (int i = 0; i < 100; ++i) first.next();
  Rng second = parent.split(2);
  EXPECT_EQ(second.next(), Rng(17).split(2).next());
  EXPECT_NE(parent.split(1).next(), parent.split(2).next());
  EXPECT_NE(parent.split("a").next(), parent.split("b").next());
  EXPECT_NE(parent.split("a").split("b").next(), parent.split("b").split("a").next());
}

TEST(Rng, SplitsAreNotAffectedByShiftedKeys) {
  // Neighbouring keys and seeds, as campaigns use them, must not give shifted copies of one stream.
  std::vector<std::uint64_t> seen;
  for (std::uint64_t key = 0; key < 200; ++key) {
    Rng rng = Rng(1).split(key);
    for (int i = 0; i < 5; ++i) seen.push_back(rng.next());
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(Rng, WeightsItsChoices) {
  Rng rng(23);
  std::array<int, 3> counts{};
  for (int i = 0; i < 4000; ++i) ++counts.at(rng.weighted({1, 0, 3}));
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[0], 1000, 120);
  EXPECT_NEAR(counts[2], 3000, 120);
}

TEST(RngDeathTest, HasNoEmptyRange) {
  EXPECT_DEATH(Rng(1).below(0), "empty range");
  EXPECT_DEATH(static_cast<void>(Rng(1).between(2, 1)), "empty range");
  EXPECT_DEATH(static_cast<void>(Rng(1).weighted({0, 0})), "empty range");
}

}  // namespace
}  // namespace assay::core

#include "smt/fuzz/seed/ladder.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace assay::smt::ladder_test {
namespace {

constexpr std::uint64_t kSeed = 42;

TEST(Ladder, IsAPureFunctionOfTheIndex) {
  Ladder forwards(kSeed, {5, 50, 500}, 64, 64);
  Ladder jumping(kSeed, {5, 50, 500}, 64, 64);
  std::vector<SchedulePosition> slots;
  for (std::uint64_t index = 0; index < 4000; ++index) slots.push_back(forwards.at(index));
  for (std::uint64_t index = 4000; index-- > 0;) {
    const SchedulePosition slot = jumping.at(index);
    EXPECT_EQ(slot.seed, slots[index].seed);
    EXPECT_EQ(slot.rung, slots[index].rung);
    EXPECT_EQ(slot.visit, slots[index].visit);
  }
}

TEST(Ladder, VisitsEverySeedOnceInARound) {
  Ladder ladder(kSeed, std::vector<std::uint32_t>(37, 10), 64, 64);
  std::vector<std::vector<std::size_t>> orders;
  for (std::uint64_t visit = 0; visit < 3; ++visit) {
    std::vector<std::size_t> order;
    for (std::uint64_t position = 0; position < 37; ++position) {
      const std::uint64_t first = (visit * 37 + position) * kBlockSize;
      order.push_back(ladder.at(first).seed);
      EXPECT_EQ(ladder.at(first + kBlockSize - 1).seed, order.back()) << "one block, one seed";
      EXPECT_EQ(ladder.at(first).visit, visit);
    }
    EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 37U);
    orders.push_back(order);
  }
  EXPECT_NE(orders[0], orders[1]);
}

TEST(Ladder, GivesThreeOfFourBlocksToThePreferredSeeds) {
  Ladder ladder(kSeed, std::vector<std::uint32_t>(10, 10), 64, 64, 3);
  std::set<std::size_t> others;
  for (std::uint64_t block = 0; block < 4 * 7; ++block) {
    const SchedulePosition slot = ladder.at(block * kBlockSize);
    EXPECT_EQ(slot.seed < 3, block % 4 != 3) << block;
    if (block % 4 == 3) others.insert(slot.seed);
    EXPECT_EQ(slot.visit, block % 4 == 3 ? 0 : block / 4);
  }
  EXPECT_EQ(others.size(), 7U);
}

TEST(Ladder, ClimbsFromSmallToLargeAndStartsAgain) {
  Ladder ladder(kSeed, {40}, 64, 64);
  std::uint64_t round = 0;
  for (std::size_t rung = 0; rung < ladder.rungs().size(); ++rung) round += ladder.quota(40, rung);
  std::size_t last = 0;
  for (std::uint64_t visit = 0; visit < round; ++visit) {
    const SchedulePosition slot = ladder.at(visit * kBlockSize);
    EXPECT_GE(slot.rung, last);
    last = slot.rung;
  }
  EXPECT_EQ(last + 1, ladder.rungs().size());
  EXPECT_EQ(ladder.at(round * kBlockSize).rung, 0U);
}

TEST(Ladder, LooksAheadButNeverBack) {
  Ladder ladder(kSeed, std::vector<std::uint32_t>(10, 10), 64, 64);
  std::set<std::size_t> seen;
  for (std::uint64_t index = 0; index < 10 * kBlockSize; ++index) {
    const std::size_t rung = ladder.at(index).rung;
    if (index % 4 != 3) {
      EXPECT_EQ(rung, 0U) << index;
    }
    seen.insert(rung);
  }
  EXPECT_EQ(seen.size(), ladder.rungs().size());
}

TEST(Ladder, StaysLongerOnSmallRungsOfSeedsWithMoreFormulas) {
  Ladder ladder(kSeed, {1}, 64, 64);
  EXPECT_LT(ladder.quota(4, 0), ladder.quota(60, 0));
  EXPECT_EQ(ladder.quota(0, 0), 1U);
}

TEST(Ladder, KeepsTheLimitsOfTheUser) {
  Ladder ladder(kSeed, {10}, 3, 5);
  for (const Rung& rung : ladder.rungs()) {
    EXPECT_LE(rung.assertions, 3U);
    EXPECT_LE(rung.depth, 5U);
  }
  EXPECT_EQ(ladder.rungs().back(), (Rung{3, 5}));
  Ladder one(kSeed, {10}, 1, 1);
  EXPECT_EQ(one.rungs().size(), 1U);
  for (std::uint64_t index = 0; index < 5000; ++index) EXPECT_EQ(one.at(index).rung, 0U);
}

TEST(Ladder, ScalesTheNumbersOfAlgorithmOne) {
  EXPECT_EQ(constructed_formulas(0), 200U);
  EXPECT_EQ(constructed_formulas(100'000), 1500U);
  EXPECT_EQ(generated_instances(0), 300U);
  EXPECT_EQ(generated_instances(100'000), 1000U);
  EXPECT_LT(constructed_formulas(10), constructed_formulas(100));
}

}  // namespace
}  // namespace assay::smt::ladder_test

#include "smt/synth/plan.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::smt {
namespace {

struct Counts {
  const char* what;
  std::vector<std::pair<unsigned, std::uint64_t>> families;  ///< level and count
};
void PrintTo(const Counts& counts, std::ostream* out) { *out << counts.what; }

Plan plan_of(const Counts& counts) {
  std::vector<PlannedFamily> families;
  for (std::size_t i = 0; i < counts.families.size(); ++i) {
    const auto& [level, count] = counts.families[i];
    families.push_back({level, "category" + std::to_string(i % 3), "theory" + std::to_string(i % 2),
                        "subject" + std::to_string(i), count});
  }
  return Plan(std::move(families));
}

class Plans : public ::testing::TestWithParam<Counts> {};

TEST_P(Plans, HaveEveryPlaceOnce) {
  const Plan plan = plan_of(GetParam());
  std::uint64_t all = 0;
  for (const auto& [level, count] : GetParam().families) all += count;
  ASSERT_EQ(plan.count(), all);
  std::set<std::pair<std::size_t, std::uint64_t>> seen;
  for (std::uint64_t i = 0; i < all; ++i) {
    const PlaceInPlan place = plan.at(i);
    ASSERT_LT(place.family, plan.families().size());
    ASSERT_LT(place.number, plan.families()[place.family].count);
    EXPECT_TRUE(seen.emplace(place.family, place.number).second) << "twice, at " << i;
  }
}

TEST_P(Plans, GoLevelByLevelAndRoundByRound) {
  const Plan plan = plan_of(GetParam());
  unsigned level = 0;
  std::map<std::size_t, std::uint64_t> taken;
  for (std::uint64_t i = 0; i < plan.count(); ++i) {
    const PlaceInPlan place = plan.at(i);
    const unsigned here = plan.families()[place.family].level;
    ASSERT_GE(here, level) << "at " << i;
    level = here;
    const std::uint64_t round = taken[place.family]++;
    // Every family of the level with formulas left is at most one formula behind.
    for (std::size_t other = 0; other < plan.families().size(); ++other) {
      if (plan.families()[other].level != level) continue;
      const std::uint64_t of_other = taken.contains(other) ? taken[other] : 0;
      ASSERT_GE(of_other + 1, std::min(round + 1, plan.families()[other].count)) << "at " << i;
    }
  }
}

TEST_P(Plans, AnyPlaceIsFoundWithoutWalking) {
  const Plan forwards = plan_of(GetParam());
  const Plan backwards = plan_of(GetParam());
  std::vector<PlaceInPlan> walked;
  for (std::uint64_t i = 0; i < forwards.count(); ++i) walked.push_back(forwards.at(i));
  for (std::uint64_t i = backwards.count(); i-- > 0;) {
    const PlaceInPlan place = backwards.at(i);
    EXPECT_EQ(place.family, walked[static_cast<std::size_t>(i)].family);
    EXPECT_EQ(place.number, walked[static_cast<std::size_t>(i)].number);
  }
}

TEST_P(Plans, DrawsAreValidAndReachEveryFamily) {
  const Plan plan = plan_of(GetParam());
  if (plan.count() == 0) return;
  std::set<std::size_t> seen;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    core::Rng rng = core::Rng(7).split(i);
    const PlaceInPlan place = plan.draw(rng);
    ASSERT_LT(place.family, plan.families().size());
    ASSERT_LT(place.number, plan.families()[place.family].count);
    seen.insert(place.family);
  }
  for (std::size_t family = 0; family < plan.families().size(); ++family)
    EXPECT_EQ(seen.contains(family), plan.families()[family].count > 0) << family;
}

INSTANTIATE_TEST_SUITE_P(Counts, Plans,
                         ::testing::Values(Counts{"nothing", {}}, Counts{"empty", {{0, 0}, {1, 0}}},
                                           Counts{"one", {{0, 1}}}, Counts{"two", {{0, 2}}}, Counts{"three", {{0, 3}}},
                                           Counts{"equal", {{0, 5}, {0, 5}, {0, 5}}},
                                           Counts{"zero_first", {{0, 0}, {0, 7}, {0, 1}}},
                                           Counts{"zero_between", {{0, 4}, {0, 0}, {0, 9}, {0, 2}}},
                                           Counts{"levels_out_of_order", {{3, 4}, {1, 2}, {0, 6}, {1, 9}, {3, 1}}},
                                           Counts{"one_long", {{0, 1}, {0, 1}, {0, 400}, {2, 3}}},
                                           Counts{"primes_and_powers", {{0, 13}, {0, 16}, {0, 30}, {0, 97}, {1, 64}}}),
                         [](const auto& instance) { return instance.param.what; });

TEST(Plan, SpreadsAFamilyOverItsFormulas) {
  const Plan plan = plan_of({"", {{0, 1000}}});
  std::set<std::uint64_t> quarters;
  for (std::uint64_t i = 0; i < 16; ++i) quarters.insert(plan.at(i).number / 250);
  EXPECT_EQ(quarters.size(), 4U) << "the first few formulas are not all from its beginning";
}

TEST(Plan, HasRoomForAstronomicalCounts) {
  const std::uint64_t many = std::uint64_t{1} << 60;
  const Plan plan = plan_of({"", {{0, many}, {0, 3}, {1, many + 7}}});
  EXPECT_EQ(plan.count(), 2 * many + 10);
  for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{6}, many - 1, many + 3, 2 * many + 9}) {
    const PlaceInPlan place = plan.at(index);
    EXPECT_LT(place.number, plan.families()[place.family].count);
  }
  EXPECT_EQ(plan.at(many + 2).family, 0U);
  EXPECT_EQ(plan.at(many + 3).family, 2U);
}

TEST(Plan, ALargeTheoryDoesNotDrownASmallOne) {
  std::vector<PlannedFamily> families{{0, "constant", "small", "f", 1}};
  for (std::size_t i = 0; i < 50; ++i) families.push_back({0, "constant", "large", "g" + std::to_string(i), 100'000});
  const Plan plan(std::move(families));
  std::size_t small = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    core::Rng rng = core::Rng(1).split(i);
    small += plan.draw(rng).family == 0 ? 1 : 0;
  }
  EXPECT_GT(small, 400U);
  EXPECT_LT(small, 600U);
}

TEST(Plan, TheSameStreamDrawsTheSamePlace) {
  const Plan plan = plan_of({"", {{0, 100}, {1, 50}, {2, 75}}});
  for (std::uint64_t i = 0; i < 50; ++i) {
    core::Rng one = core::Rng(3).split(i);
    core::Rng two = core::Rng(3).split(i);
    const PlaceInPlan a = plan.draw(one);
    const PlaceInPlan b = plan.draw(two);
    EXPECT_EQ(a.family, b.family);
    EXPECT_EQ(a.number, b.number);
  }
}

}  // namespace
}  // namespace assay::smt

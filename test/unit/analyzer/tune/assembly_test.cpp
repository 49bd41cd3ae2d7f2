#include "analyzer/tune/recipe/assembly.hpp"

#include <gtest/gtest.h>

#include "analyzer/tune/recipe/schedule.hpp"
#include "fake_subject.hpp"

namespace assay::analyzer::tune {
namespace {

Part part(std::size_t number, double seconds, const std::vector<unsigned>& alarms) {
  return {Ingredient{{number}}, seconds, 0, checks(alarms)};
}

std::vector<std::size_t> numbers(const Recipe& recipe) {
  std::vector<std::size_t> found;
  for (const Ingredient& ingredient : recipe.ingredients) found.push_back(ingredient.values.front());
  return found;
}

using Numbers = std::vector<std::size_t>;

TEST(Assembly, PutsRunsTogetherThatProveMore) {
  const std::vector<Part> parts = {part(0, 1, {1, 2, 3}), part(1, 2, {3, 4}), part(2, 5, {1, 2})};
  EXPECT_EQ(numbers(assembled(parts, {.cpu_seconds = 10}, {}, 3)), (Numbers{1, 2}));
  EXPECT_EQ(numbers(assembled(parts, {.cpu_seconds = 6}, {}, 3)), (Numbers{0, 1})) << "1 and 2 are over the budget";
  EXPECT_EQ(numbers(assembled(parts, {.cpu_seconds = 10}, {}, 1)), (Numbers{1})) << "two alarms, and cheaper";
  EXPECT_TRUE(assembled(parts, {.cpu_seconds = 0.5}, {}, 3).ingredients.empty());
}

TEST(Assembly, TakesNoPartThatProvesNothingMore) {
  const std::vector<Part> parts = {part(0, 1, {1}), part(1, 1, {1, 2}), part(2, 2, {1})};
  EXPECT_EQ(numbers(assembled(parts, {.cpu_seconds = 10}, {}, 3)), (Numbers{0}));
}

TEST(Assembly, Weighs) {
  std::vector<Part> parts = {part(0, 1, {}), part(1, 1, {})};
  parts[0].alarms = {check(1, "a"), check(2, "b")};
  parts[1].alarms = {check(3, "c")};
  EXPECT_EQ(numbers(assembled(parts, {.cpu_seconds = 1}, {{"c", 3}}, 2)), (Numbers{0}));
}

/// With 90 parts, there are too many combinations to try all. The result must be within the budget, and no exchange of
/// a single part may improve it.
TEST(Assembly, OfManyPartsIsAtLeastLocallyBest) {
  core::Rng rng(7);
  for (int round = 0; round < 20; ++round) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < 90; ++i) {
      std::vector<unsigned> alarms;
      for (unsigned line = 0; line < 60; ++line)
        if (rng.percent(60)) alarms.push_back(line);
      const double seconds = static_cast<double>(1 + rng.below(50)) / 10;
      parts.push_back(part(i, seconds, alarms));
    }
    const Budget budget{.cpu_seconds = 6};
    const auto left = [&](const Numbers& chosen) {
      std::size_t count = 0;
      for (unsigned line = 0; line < 60; ++line) {
        bool all = true;
        for (const std::size_t i : chosen) {
          const auto& alarms = parts[i].alarms;
          all = all && std::find(alarms.begin(), alarms.end(), check(line)) != alarms.end();
        }
        count += all ? 1 : 0;
      }
      return count;
    };
    const auto seconds = [&](const Numbers& chosen) {
      double sum = 0;
      for (const std::size_t i : chosen) sum += parts[i].cpu_seconds;
      return sum;
    };
    const Numbers found = numbers(assembled(parts, budget, {}, 4));
    ASSERT_LE(seconds(found), budget.cpu_seconds);
    const std::size_t now = left(found);
    for (std::size_t at = 0; at < found.size(); ++at)
      for (std::size_t other = 0; other < parts.size(); ++other) {
        Numbers changed = found;
        changed[at] = other;
        if (seconds(changed) <= budget.cpu_seconds) {
          EXPECT_GE(left(changed), now);
        }
      }
  }
}

TEST(Schedule, OrdersByProofsASecond) {
  const auto run = [](const char* code, const char* ingredient, double seconds, const std::vector<unsigned>& alarms) {
    return LearnedRun{code, ingredient, seconds, true, checks(alarms)};
  };
  std::vector<LearnedRun> runs = {
      run("a", "cheap", 1, {1, 2, 3}), run("a", "dear", 100, {}),  run("a", "middle", 5, {1, 4}),
      run("b", "cheap", 1, {1}),       run("b", "dear", 100, {2}), {"b", "hopeless", 100, false, {}},
  };
  EXPECT_EQ(learned_schedule(runs, 10), (std::vector<std::string>{"cheap", "middle", "dear"}));
  EXPECT_EQ(learned_schedule(runs, 1), (std::vector<std::string>{"cheap"}));
  EXPECT_TRUE(learned_schedule({}, 10).empty());
}

TEST(Schedule, TakesWhatWasNotRunForDear) {
  const auto run = [](const char* code, const char* ingredient, double seconds, const std::vector<unsigned>& alarms) {
    return LearnedRun{code, ingredient, seconds, true, checks(alarms)};
  };
  const std::vector<LearnedRun> runs = {run("a", "plain", 1, {1, 2}), run("a", "once", 1, {}),
                                        run("a", "everywhere", 2, {}), run("b", "plain", 1, {1}),
                                        run("b", "everywhere", 2, {})};
  EXPECT_EQ(learned_schedule(runs, 10), (std::vector<std::string>{"once", "everywhere"}));
  EXPECT_EQ(learned_schedule(runs, 10, 10), std::vector<std::string>{"everywhere"});
}

TEST(Schedule, WithoutKnowledgeGoesUpwards) {
  const Space space = space_of(crab());
  const std::vector<Ingredient> schedule = plain_schedule(space);
  EXPECT_EQ(space.text(schedule.front()), "domain=bool");
  const auto place = [&](const char* text) {
    return std::find(schedule.begin(), schedule.end(), *space.ingredient(text)) - schedule.begin();
  };
  EXPECT_LT(place("domain=intervals"), place("domain=octagons"));
  EXPECT_LT(place("domain=octagons"), place("domain=polyhedra"));
  EXPECT_LT(place("domain=polyhedra"), place("delay=2"));
  EXPECT_EQ(schedule.size(), 10U + 4 + 3 + 4 + 1 + 1);
}

TEST(Assembly, SettingsOfFunctionsMustProveMore) {
  Budget budget;
  Part plain{Ingredient{{0}}, 5, 0, checks({1, 2})};
  Part local{Ingredient{{0}, {{0, 1, "f"}}}, 1, 0, checks({1, 2})};
  EXPECT_EQ(assembled({plain, local}, budget, {}, 1), Recipe{{plain.ingredient}});  // it takes longer
  local.alarms = checks({1});
  EXPECT_EQ(assembled({plain, local}, budget, {}, 1), Recipe{{local.ingredient}});
}

}  // namespace
}  // namespace assay::analyzer::tune

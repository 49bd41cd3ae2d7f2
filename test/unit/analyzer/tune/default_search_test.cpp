// The default search, with questions and answers by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analyzer/tune/search/search_rows.hpp"
#include "spaces.hpp"

namespace assay::analyzer::tune {
namespace {

/// Eight settings with four values each. No single setting tells anything about precision.
Space many_settings() {
  Tuning tuning;
  for (int i = 0; i < 8; ++i) tuning.knobs.push_back(knob("k" + std::to_string(i), {"0", "1", "2", "3"}, 0, true));
  return space_of(tuning);
}

/// One alarm, which only several raised settings together prove.
std::vector<CheckKey> alarms_of(const Ingredient& ingredient) {
  const auto raised =
      std::count_if(ingredient.values.begin(), ingredient.values.end(), [](std::size_t value) { return value > 0; });
  if (raised >= 4) return {};
  return {{"a.c", "f", 1, "overflow", ""}};
}

struct AskedRun {
  Ingredient ingredient;
  double cap = 0;
};

struct Told {
  std::vector<AskedRun> runs;
  bool proved = false;
};

/// Runs a whole search; `seconds` gives the duration of each run.
Told searched(const SearchTask& task, const std::function<double(const Ingredient&)>& seconds) {
  Told told;
  const std::unique_ptr<Search> search = make_default_search(task);
  for (std::vector<Proposal> asked = search->ask(); !asked.empty(); asked = search->ask()) {
    std::vector<Evaluation> evaluations;
    for (const Proposal& proposal : asked) {
      const Ingredient& one = proposal.recipe.ingredients.front();
      const double limit = proposal.cap_seconds > 0 ? proposal.cap_seconds : task.budget.cpu_seconds;
      Outcome outcome;
      outcome.cpu_seconds = std::min(limit, seconds(one));
      outcome.status = seconds(one) > limit ? Outcome::Status::Limited : Outcome::Status::Done;
      Evaluation evaluation;
      evaluation.recipe = proposal.recipe;
      evaluation.within_budget = outcome.status == Outcome::Status::Done;
      evaluation.cpu_seconds = outcome.cpu_seconds;
      if (evaluation.within_budget) evaluation.alarms = alarms_of(one);
      evaluation.cost = evaluation.within_budget ? static_cast<double>(evaluation.alarms.size()) : 1e9;
      evaluation.runs = {std::make_shared<Outcome>(outcome)};
      told.proved = told.proved || (evaluation.within_budget && evaluation.alarms.empty());
      told.runs.push_back({one, proposal.cap_seconds});
      evaluations.push_back(std::move(evaluation));
    }
    search->tell(evaluations);
  }
  return told;
}

SearchTask learned_task(const Space& space, std::uint64_t samples, std::uint64_t seed = 1) {
  SearchTask task;
  task.space = &space;
  task.budget.cpu_seconds = 10;
  task.rng = core::Rng(seed);
  task.schedule = {*space.ingredient("k1=3"), *space.ingredient("k2=3")};
  task.samples = samples;
  return task;
}

double cheap(const Ingredient&) { return 0.1; }

TEST(DefaultSearch, SamplesProveWhatNoSingleStepDoes) {
  const Space space = many_settings();
  EXPECT_FALSE(searched(learned_task(space, 0), cheap).proved);
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_TRUE(searched(learned_task(space, 16, seed), cheap).proved) << "seed " << seed;
}

TEST(DefaultSearch, SamplesEndWhenTwoRoundsBringNothing) {
  const Space space = many_settings();
  const auto never = [](const Ingredient& one) { return alarms_of(one).empty() ? 100.0 : 0.1; };
  const std::size_t without = searched(learned_task(space, 0), never).runs.size();
  const Told with = searched(learned_task(space, 100), never);
  EXPECT_FALSE(with.proved);
  EXPECT_GT(with.runs.size(), without);
  EXPECT_LE(with.runs.size(), without + 8);
}

TEST(DefaultSearch, SamplesHaveShorterLimitsFirst) {
  const Space space = many_settings();
  const auto dear = [](const Ingredient& one) { return alarms_of(one).empty() ? 100.0 : 0.1; };
  std::set<double> limits;
  for (const AskedRun& run : searched(learned_task(space, 16), dear).runs) limits.insert(run.cap);
  EXPECT_EQ(limits, (std::set<double>{0, 1, 2})) << "a tenth of the budget, then twice as much";
}

TEST(DefaultSearch, FewRoundsMeanFewSamples) {
  const Space space = many_settings();
  SearchTask task = learned_task(space, 16);
  task.longest = task.domain_rounds = task.setting_rounds = 1;
  const Told told = searched(task, cheap);
  const auto samples = std::count_if(told.runs.begin(), told.runs.end(), [](const auto& run) { return run.cap > 0; });
  EXPECT_EQ(samples, 2);
}

TEST(DefaultSearch, NothingIsRunTwice) {
  const Space space = many_settings();
  std::set<Ingredient> seen;
  for (const AskedRun& run : searched(learned_task(space, 16), cheap).runs)
    EXPECT_TRUE(seen.insert(run.ingredient).second) << space.text(run.ingredient);
}

}  // namespace
}  // namespace assay::analyzer::tune

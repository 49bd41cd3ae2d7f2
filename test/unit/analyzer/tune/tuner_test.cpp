#include "analyzer/tune/job/tuner.hpp"

#include <gtest/gtest.h>

#include "analyzer/tune/recipe/recipe_parts.hpp"
#include "analyzer/tune/report/tune_job.hpp"
#include "fake_subject.hpp"

namespace assay::analyzer::tune {
namespace {

class TuneOne : public testing::Test {
 protected:
  TuneOne() {
    options.budget.cpu_seconds = 10;
    options.search = "ours";
    tuning = crab();
    task.options = &options;
    task.tuning = &tuning;
    task.tuning_seconds = 1000;
  }

  Tuned tune() {
    MemoryRuns cache;
    return tune_one({"a.c", {"a.c"}, {}, {}, {}}, subject, task, cache, stop.get_token());
  }

  TuneOptions options;
  Tuning tuning;
  TunerTask task;
  FakeSubject subject;
  std::stop_source stop;
};

TEST_F(TuneOne, FindsTheRecipeThatOnlyTwoIngredientsMake) {
  subject.says("default", 1, {1, 2, 3, 4});
  subject.says("domain=octagons", 3, {3, 4});
  subject.says("domain=boxes", 4, {1, 2, 4});
  const Tuned tuned = tune();
  ASSERT_TRUE(tuned.best) << tuned.problem;
  EXPECT_EQ(tuned.best->alarms, checks({4}));
  EXPECT_EQ(tuned.best->ingredients, (std::vector<std::string>{"domain=octagons", "domain=boxes"}));
  EXPECT_EQ(tuned.standard->alarms, checks({1, 2, 3, 4}));
  EXPECT_EQ(tuned.alone->alarms, checks({3, 4}));
  EXPECT_EQ(tuned.proved, checks({1, 2, 3}));
  EXPECT_EQ(tuned.again, "same");
  EXPECT_EQ(tuned.ended, "searched");
  EXPECT_LE(tuned.best->cpu_seconds, options.budget.cpu_seconds);
}

TEST_F(TuneOne, RecipesThatLeaveMoreAndTakeClearlyLessAreTradeOffs) {
  subject.says("default", 1, {1, 2, 3, 4});
  subject.says("domain=octagons", 3, {3, 4});
  subject.says("domain=boxes", 4, {1, 2, 4});
  const Tuned tuned = tune();
  std::vector<std::pair<std::size_t, std::string>> front;
  for (const TuneStep& step : trade_offs(tuned)) front.emplace_back(step.alarms, step.recipe);
  const std::vector<std::pair<std::size_t, std::string>> expected = {
      {1, "domain=octagons ; domain=boxes"}, {2, "domain=octagons"}, {4, "default"}};
  EXPECT_EQ(front, expected) << "boxes alone takes more time than octagons and leaves more";
  TuneRecord record;
  record.codes = {tuned};
  Budget budget;
  budget.cpu_seconds = 3.5;
  ASSERT_EQ(recipes_within(record, budget).rows.size(), 1U);
  EXPECT_EQ(recipes_within(record, budget).rows[0].ingredients, std::vector<std::string>{"domain=octagons"});
  budget.cpu_seconds = 8;
  EXPECT_EQ(recipes_within(record, budget).rows[0].ingredients,
            (std::vector<std::string>{"domain=octagons", "domain=boxes"}));
  budget.cpu_seconds = 0.5;
  EXPECT_TRUE(recipes_within(record, budget).rows.empty());
}

TEST_F(TuneOne, SmallerBudgetsGetCombinationsThatTheSearchPassedBy) {
  // The best ingredient takes most of the budget; two cheap ones together prove almost as much.
  task.schedule = {"domain=octagons", "domain=boxes", "domain=boxes delay=4"};
  options.longest = 2;
  subject.says("default", 0.5, {1, 2, 3, 4, 5});
  subject.says("domain=octagons", 9, {});
  subject.says("domain=boxes", 1, {1, 2, 5});
  subject.says("domain=boxes delay=4", 1.2, {3, 4, 5});
  const std::vector<TuneStep> front = trade_offs(tune());
  ASSERT_EQ(front.size(), 4U);
  EXPECT_EQ(front[0].recipe, "domain=octagons");
  EXPECT_EQ(front[1].recipe, "domain=boxes ; domain=boxes delay=4");
  EXPECT_EQ(front[1].alarms, 1U);
}

TEST(TradeOffs, MemoryCountsBesideTimeAndNoiseDoesNot) {
  Tuned tuned;
  const auto step = [&](std::size_t alarms, double seconds, std::uint64_t mib, const std::string& recipe,
                        const std::string& reason = "") {
    TuneStep one;
    one.alarms = alarms;
    one.cost_seconds = seconds;
    one.memory_bytes = mib << 20;
    one.recipe = recipe;
    one.reason = reason;
    tuned.history.push_back(one);
  };
  step(5, 2, 900, "a");
  step(5, 2.05, 900, "as fast, but for noise");
  step(6, 1.9, 890, "as good, but for noise");
  step(6, 2.5, 100, "less memory");
  step(7, 0.1, 100, "over the budget", "over the budget (time)");
  step(9, 0.5, 950, "less time");
  step(9, 0.5, 90, "less of both");
  std::vector<std::string> front;
  for (const TuneStep& one : trade_offs(tuned)) front.push_back(one.recipe);
  EXPECT_EQ(front, (std::vector<std::string>{"a", "less memory", "less of both"}));
  tuned.best = ChosenRecipe{{"as fast, but for noise"}, 2.05, 0, {}};
  EXPECT_EQ(trade_offs(tuned).front().recipe, "as fast, but for noise") << "the chosen recipe comes first";
}

TEST_F(TuneOne, AFewHundredthsOfASecondAreNoReasonForMoreSettings) {
  task.schedule = {"domain=octagons", "domain=boxes delay=4 narrowing=3", "domain=boxes delay=8 narrowing=3"};
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 2, {2});
  subject.says("domain=boxes delay=4 narrowing=3", 1.7, {2});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=octagons"});
  subject.says("domain=boxes delay=8 narrowing=3", 1, {2});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=boxes delay=8 narrowing=3"}) << "half the time";
}

/// Seventeen settings that the schedule changes together; two of them decide, and each run takes the same time.
class Seventeen final : public FakeSubject {
 public:
  Seventeen() : FakeSubject(many_settings()) {}
  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& /*assumed*/,
                            const RunLimits& /*limits*/, const std::stop_token& /*stop*/) override {
    ++runs;
    Outcome outcome;
    outcome.status = Outcome::Status::Done;
    outcome.cpu_seconds = ingredient.values[11] == 1 ? seconds_of_eleven : 1;
    outcome.alarms = ingredient.values[3] == 1 && ingredient.values[12] == 1 ? checks({2}) : checks({1, 2});
    return outcome;
  }
  [[nodiscard]] std::vector<std::string> command(const Ingredient& ingredient) const override {
    std::vector<std::string> words = {"analyze", "a b.c"};
    for (const std::string& word : space().words(ingredient)) words.push_back(word);
    return words;
  }
  static Tuning many_settings() {
    Tuning tuning;
    for (int i = 0; i < 17; ++i) tuning.knobs.push_back(knob("k" + std::to_string(i), {"off", "on"}));
    return tuning;
  }
  static std::string all() {
    std::string text;
    for (int i = 0; i < 17; ++i) text += (i == 0 ? "k" : " k") + std::to_string(i) + "=on";
    return text;
  }
  double seconds_of_eleven = 1;
  int runs = 0;
};

TEST_F(TuneOne, SettingsThatChangeNothingAreRemoved) {
  tuning = Seventeen::many_settings();
  task.schedule = {Seventeen::all()};
  options.longest = 1;
  options.domain_rounds = 2;
  options.setting_rounds = 0;
  Seventeen many;
  MemoryRuns cache;
  const Tuned tuned = tune_one({"a.c", {"a.c"}, {}, {}, {}}, many, task, cache, {});
  ASSERT_TRUE(tuned.best);
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"k3=on k12=on"});
  EXPECT_EQ(tuned.best->alarms, checks({2}));
  EXPECT_EQ(tuned.best->commands, std::vector<std::string>{"analyze 'a b.c' --k3 on --k12 on"});
  EXPECT_LE(many.runs, 25);
}

TEST_F(TuneOne, ASettingThatSavesTimeStays) {
  tuning = Seventeen::many_settings();
  task.schedule = {Seventeen::all()};
  options.longest = 1;
  options.domain_rounds = 2;
  options.setting_rounds = 0;
  Seventeen many;
  many.seconds_of_eleven = 0.4;
  MemoryRuns cache;
  const Tuned tuned = tune_one({"a.c", {"a.c"}, {}, {}, {}}, many, task, cache, {});
  ASSERT_TRUE(tuned.best);
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"k3=on k11=on k12=on"});
}

TEST(RecipeParts, AreIngredientsAndTheirSettings) {
  const Space space = space_of(eva_by_functions());
  const Recipe recipe = recipe_of(space, {"loops=unroll unrolling=10 slevel@f=10", "default"});
  const std::vector<RecipePart> parts = parts_of(space, recipe);
  ASSERT_EQ(parts.size(), 5U);
  const auto left = [&](std::size_t first, std::size_t count) {
    return texts_of(space, without(space, recipe, std::span(parts).subspan(first, count)));
  };
  EXPECT_EQ(left(0, 1), std::vector<std::string>{"default"});
  EXPECT_EQ(left(1, 1), (std::vector<std::string>{"slevel@f=10", "default"})) << "unrolling depends on loops";
  EXPECT_EQ(left(3, 2), std::vector<std::string>{"loops=unroll unrolling=10"});
  EXPECT_EQ(left(0, 5), std::vector<std::string>{"default"}) << "a recipe is never empty";
}

TEST_F(TuneOne, WhereABugFinderReportsNothingTheDefaultStays) {
  tuning.goal = Tuning::Goal::Findings;
  subject.says("default", 1, {});
  subject.says("domain=octagons", 0.1, {});
  subject.says("domain=boxes", 3, {1});
  const Tuned nothing = tune();
  EXPECT_EQ(nothing.ended, "nothing to tune");
  EXPECT_EQ(nothing.best->ingredients, std::vector<std::string>{"default"});
  EXPECT_EQ(nothing.runs, 1U);
  task.answers = checks({1});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=boxes"}) << "a label asks for it";
}

TEST_F(TuneOne, ABugFinderKeepsItsDefaultUnlessMuchTimeIsSaved) {
  tuning.goal = Tuning::Goal::Findings;
  subject.says("default", 1, {1});
  subject.says("domain=octagons", 0.9, {1});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"default"});
  subject.says("domain=octagons", 0.5, {1});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=octagons"});
}

TEST_F(TuneOne, ThePlainestIsKeptBesideManyThatAreALittleCheaper) {
  task.schedule = {"domain=octagons"};
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 2, {2});
  for (const char* delay : {"2", "4", "8", "16"}) {
    for (const char* narrowing : {"1", "3", "4"}) {
      task.schedule.push_back(std::string("domain=boxes delay=") + delay + " narrowing=" + narrowing);
      subject.says(task.schedule.back(), 1.7, {2});
    }
  }
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=octagons"});
}

TEST_F(TuneOne, ProofsInUnreachableCodeAreToldApart) {
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 3, {1});
  subject.table["domain=octagons"].dead = checks({2});
  const Tuned tuned = tune();
  EXPECT_EQ(tuned.proved, checks({2}));
  EXPECT_EQ(tuned.dead, checks({2}));
}

TEST_F(TuneOne, WithoutAnyResultTheReasonIsGiven) {
  const Tuned tuned = tune();
  EXPECT_FALSE(tuned.best);
  EXPECT_EQ(tuned.problem,
            "no configuration gave results within the budget; the default: ingredient 1 failed: not in the table");
}

TEST_F(TuneOne, ADefaultThatIsTooDearIsNoHindrance) {
  subject.says("default", 100, {});
  subject.says("domain=intervals", 1, {1});
  const Tuned tuned = tune();
  ASSERT_TRUE(tuned.best);
  EXPECT_FALSE(tuned.standard);
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"domain=intervals"});
}

TEST_F(TuneOne, ADeadStopKeepsTheBestSoFar) {
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 3, {1});
  task.observer = [&](const TuneStep& step) {
    if (step.recipe == "domain=octagons") stop.request_stop();
  };
  const Tuned tuned = tune();
  ASSERT_TRUE(tuned.best);
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"domain=octagons"});
  EXPECT_EQ(tuned.again, "not run again");
  EXPECT_EQ(tuned.ended, "stopped");
}

TEST_F(TuneOne, TimeEndsASearch) {
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 3, {1});
  task.tuning_seconds = 0.5;
  const Tuned tuned = tune();
  EXPECT_EQ(tuned.ended, "time");
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"default"});
}

/// Every second run of the octagons leaves another alarm, or takes too long.
class Fickle final : public FakeSubject {
 public:
  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override {
    Outcome outcome = FakeSubject::run(ingredient, assumed, limits, stop);
    if (space().text(ingredient) != "domain=octagons" || ++times < 2) return outcome;
    if (too_long) outcome.status = Outcome::Status::Limited;
    outcome.alarms = checks({2, 3});
    return outcome;
  }
  int times = 0;
  bool too_long = false;
};

TEST_F(TuneOne, WhatDoesNotRepeatIsNotClaimed) {
  Fickle fickle;
  fickle.says("default", 1, {1, 2, 3});
  fickle.says("domain=octagons", 3, {1});
  MemoryRuns cache;
  const Tuned tuned = tune_one({"a.c", {"a.c"}, {}, {}, {}}, fickle, task, cache, {});
  EXPECT_EQ(tuned.best->alarms, checks({1, 2, 3}));
  EXPECT_EQ(tuned.again, "differs in 3 checks");
}

TEST_F(TuneOne, ARecipeThatIsOverTheBudgetWhenItIsRunAgainIsNotTaken) {
  Fickle fickle;
  fickle.too_long = true;
  fickle.says("default", 1, {1, 2, 3});
  fickle.says("domain=octagons", 3, {1});
  MemoryRuns cache;
  const Tuned tuned = tune_one({"a.c", {"a.c"}, {}, {}, {}}, fickle, task, cache, {});
  ASSERT_TRUE(tuned.best);
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"default"});
}

TEST_F(TuneOne, AnOldRecipeThatHoldsEndsTheSearch) {
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 3, {1});
  subject.says("domain=boxes", 3, {});
  task.old_recipe = {"domain=octagons"};
  task.old_alarms = 1;
  const Tuned tuned = tune();
  EXPECT_EQ(tuned.ended, "still good");
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"domain=octagons"});
  EXPECT_EQ(subject.calls.size(), 3U) << "the default, the old recipe, and that again";
}

TEST_F(TuneOne, AnOldRecipeThatDoesNotHoldStartsASearch) {
  subject.says("default", 1, {1, 2, 5, 6});
  subject.says("domain=octagons", 3, {1, 5, 6});
  subject.says("domain=boxes", 3, {});
  task.old_recipe = {"domain=octagons"};
  task.old_alarms = 1;
  const Tuned tuned = tune();
  EXPECT_EQ(tuned.ended, "searched");
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"domain=boxes"});
  ASSERT_EQ(tuned.notes.size(), 1U);
  EXPECT_EQ(tuned.notes.front(), "the old recipe leaves 3 alarms, and left 1");
}

TEST_F(TuneOne, AnUnsoundWinIsBarred) {
  subject.says("default", 1, {1, 2, 3});
  subject.says("domain=intervals", 1, {});  // less precise than all of the others, and proves more: it lies
  subject.says("domain=octagons", 3, {1, 2});
  std::vector<std::vector<std::string>> asked;
  task.examine = [&](const std::vector<std::string>& words) {
    asked.push_back(words);
    return Examination{"broken: a.c:1", true};
  };
  const Tuned tuned = tune();
  ASSERT_TRUE(tuned.best);
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"domain=octagons"});
  EXPECT_EQ(asked, (std::vector<std::vector<std::string>>{{"--domain", "intervals"}}));
  ASSERT_EQ(tuned.suspects.size(), 1U);
  EXPECT_TRUE(tuned.suspects.front().broken);
  EXPECT_EQ(tuned.suspects.front().checks, checks({1, 2, 3}));
  for (const IngredientRow& row : tuned.ingredients) EXPECT_NE(row.ingredient, "domain=intervals") << "it is barred";
}

TEST_F(TuneOne, AnHonestWinIsExaminedAndKept) {
  subject.says("default", 1, {1, 2, 3});
  subject.says("domain=intervals", 1, {});
  subject.says("domain=octagons", 3, {1, 2});
  task.examine = [&](const std::vector<std::string>&) { return Examination{"holds: 3 facts", false}; };
  const Tuned tuned = tune();
  EXPECT_EQ(tuned.best->ingredients, std::vector<std::string>{"domain=intervals"});
  ASSERT_EQ(tuned.suspects.size(), 1U);
  EXPECT_FALSE(tuned.suspects.front().broken);
}

TEST_F(TuneOne, ASettingThatTheVersionRejectsIsLeftOut) {
  tuning.rejected = {"unknown option"};
  subject.says("default", 1, {1, 2, 3});
  Outcome rejected;
  rejected.status = Outcome::Status::Rejected;
  rejected.reason = "unknown option --backward";
  for (const Knob& knob : tuning.knobs)
    for (const std::string& value : knob.values) {
      const std::string text = knob.name + "=" + value;
      if (subject.space().ingredient(text).ok())
        subject.says(subject.space().text(*subject.space().ingredient(text)), 1, {1, 2});
    }
  class Old final : public FakeSubject {
   public:
    [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed,
                              const RunLimits& limits, const std::stop_token& stop) override {
      const Outcome outcome = FakeSubject::run(ingredient, assumed, limits, stop);
      if (space().text(ingredient).find("backward=on") == std::string::npos) return outcome;
      Outcome rejected;
      rejected.status = Outcome::Status::Rejected;
      rejected.reason = "unknown option --backward";
      return rejected;
    }
  };
  Old old;
  old.table = subject.table;
  MemoryRuns cache;
  const Tuned tuned = tune_one({"a.c", {"a.c"}, {}, {}, {}}, old, task, cache, {});
  ASSERT_EQ(tuned.notes.size(), 1U);
  EXPECT_EQ(tuned.notes.front(), "'backward=on' is left out: this version says: unknown option --backward");
  for (const IngredientRow& row : tuned.ingredients)
    EXPECT_EQ(row.ingredient.find("backward"), std::string::npos) << row.ingredient;
}

TEST_F(TuneOne, TheSameSeedMakesTheSameSearchForAnyNumberOfJobs) {
  subject.says("default", 1, {1, 2, 3, 4});
  core::Rng rng(3);
  for (const char* domain : {"intervals", "octagons", "boxes", "ric", "disInt"})
    for (const char* delay : {"", " delay=2", " delay=4", " delay=8"}) {
      std::vector<unsigned> alarms;
      for (unsigned line = 1; line < 9; ++line)
        if (rng.coin()) alarms.push_back(line);
      const double seconds = static_cast<double>(1 + rng.below(8));
      subject.says(std::string("domain=") + domain + delay, seconds, alarms);
    }
  std::vector<std::vector<std::string>> histories;
  for (const unsigned jobs : {1U, 4U}) {
    options.jobs = jobs;
    std::vector<std::string>& history = histories.emplace_back();
    for (const TuneStep& step : tune().history) history.push_back(step.recipe);
  }
  EXPECT_EQ(histories[0], histories[1]);
}

}  // namespace
}  // namespace assay::analyzer::tune

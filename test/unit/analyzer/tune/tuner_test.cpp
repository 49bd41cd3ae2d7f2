#include "analyzer/tune/tuner.hpp"

#include <gtest/gtest.h>

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

TEST_F(TuneOne, AFewHundredthsOfASecondAreNoReasonForMoreSettings) {
  task.schedule = {"domain=octagons", "domain=boxes delay=4 narrowing=3", "domain=boxes delay=8 narrowing=3"};
  subject.says("default", 1, {1, 2});
  subject.says("domain=octagons", 2, {2});
  subject.says("domain=boxes delay=4 narrowing=3", 1.7, {2});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=octagons"});
  subject.says("domain=boxes delay=8 narrowing=3", 1, {2});
  EXPECT_EQ(tune().best->ingredients, std::vector<std::string>{"domain=boxes delay=8 narrowing=3"}) << "half the time";
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
    return Examined{"broken: a.c:1", true};
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
  task.examine = [&](const std::vector<std::string>&) { return Examined{"holds: 3 facts", false}; };
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

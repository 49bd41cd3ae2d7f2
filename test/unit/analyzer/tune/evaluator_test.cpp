#include "analyzer/tune/evaluate/evaluator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "fake_subject.hpp"

namespace assay::analyzer::tune {
namespace {

class Evaluating : public testing::Test {
 protected:
  Evaluating() { options.budget.cpu_seconds = 10; }

  Evaluator evaluator() { return {subject, options, cache}; }
  Evaluation one(Evaluator& evaluator, const std::vector<std::string>& ingredients, double cap = 0) {
    const std::vector<Proposal> proposals = {{recipe_of(subject.space(), ingredients), cap}};
    return evaluator.evaluate(proposals, stop.get_token()).front();
  }

  FakeSubject subject;
  EvaluatorOptions options;
  MemoryRuns cache;
  std::stop_source stop;
};

TEST_F(Evaluating, AlarmsIntersect) {
  subject.says("default", 2, {1, 2, 3});
  subject.says("domain=boxes", 3, {2, 4});
  Evaluator evaluator = this->evaluator();
  EXPECT_EQ(one(evaluator, {"default"}).alarms, checks({1, 2, 3}));
  const Evaluation both = one(evaluator, {"default", "domain=boxes"});
  EXPECT_TRUE(both.within_budget);
  EXPECT_EQ(both.alarms, checks({2}));
  EXPECT_DOUBLE_EQ(both.cpu_seconds, 5);
  EXPECT_EQ(evaluator.universe(), checks({1, 2, 3, 4}));
}

TEST_F(Evaluating, TheCostIsThePapers) {
  subject.says("default", 2, {1, 2, 3});
  subject.says("domain=boxes", 4, {2});
  Evaluator evaluator = this->evaluator();
  EXPECT_DOUBLE_EQ(one(evaluator, {"default"}).cost, (3 + 0.2) / 3);
  EXPECT_DOUBLE_EQ(one(evaluator, {"domain=boxes"}).cost, (1 + 0.4) / 3);
}

TEST_F(Evaluating, OneAlarmLessIsBetterThanAnyTime) {
  subject.says("default", 0.001, {1, 2});
  subject.says("domain=boxes", 10, {2});
  Evaluator evaluator = this->evaluator();
  EXPECT_GT(one(evaluator, {"default"}).cost, one(evaluator, {"domain=boxes"}).cost);
}

TEST_F(Evaluating, WeightsCount) {
  Outcome outcome;
  outcome.status = Outcome::Status::Done;
  outcome.cpu_seconds = 1;
  outcome.alarms = {check(1, "division_by_zero"), check(2, "mem_access")};
  subject.table["default"] = outcome;
  options.weights = {{"mem_access", 5}};
  Evaluator evaluator = this->evaluator();
  EXPECT_DOUBLE_EQ(one(evaluator, {"default"}).cost, (6 + 0.1) / 6);
}

TEST_F(Evaluating, BeyondTheBudgetTheCostIsInfinite) {
  subject.says("default", 6, {1});
  subject.says("domain=boxes", 6, {2});
  Evaluator evaluator = this->evaluator();
  const Evaluation over = one(evaluator, {"default", "domain=boxes"});
  EXPECT_FALSE(over.within_budget);
  EXPECT_EQ(over.reason, "over the budget (timeout)");
  EXPECT_TRUE(std::isinf(over.cost));
  EXPECT_DOUBLE_EQ(subject.calls.back().cap, 4) << "the second has what the first leaves";
}

TEST_F(Evaluating, MemoryBeyondTheBudgetIsNotUsable) {
  subject.says("default", 1, {1});
  subject.table["default"].memory_bytes = options.budget.memory_bytes + 1;
  Evaluator evaluator = this->evaluator();
  EXPECT_EQ(one(evaluator, {"default"}).reason, "over the budget");
}

TEST_F(Evaluating, ARunIsPaidForOnce) {
  subject.says("default", 2, {1});
  subject.says("domain=boxes", 3, {1});
  Evaluator evaluator = this->evaluator();
  static_cast<void>(one(evaluator, {"default"}));
  static_cast<void>(one(evaluator, {"default", "domain=boxes"}));
  static_cast<void>(one(evaluator, {"domain=boxes"}));
  EXPECT_EQ(subject.calls.size(), 2U);
  EXPECT_DOUBLE_EQ(evaluator.charged_seconds(), 5);
  EXPECT_EQ(evaluator.charged_runs(), 2U);
  // Another evaluator, as after a resume, charges results from the cache, too.
  Evaluator later = this->evaluator();
  static_cast<void>(one(later, {"default", "domain=boxes"}));
  EXPECT_EQ(subject.calls.size(), 2U);
  EXPECT_DOUBLE_EQ(later.charged_seconds(), 5);
}

TEST_F(Evaluating, AStoppedRunSaysAtLeast) {
  subject.says("default", 6, {1});
  Evaluator evaluator = this->evaluator();
  EXPECT_FALSE(one(evaluator, {"default"}, 2).within_budget);
  EXPECT_FALSE(one(evaluator, {"default"}, 1).within_budget);
  EXPECT_EQ(subject.calls.size(), 1U) << "what did not end in 2 seconds does not end in 1";
  EXPECT_TRUE(one(evaluator, {"default"}).within_budget);
  EXPECT_EQ(subject.calls.size(), 2U);
  EXPECT_FALSE(one(evaluator, {"default"}, 5).within_budget) << "a cap means the same whether the cache knows more";
}

TEST_F(Evaluating, WhatIsStoppedFromOutsideIsNotKept) {
  subject.says("default", 1, {1});
  Evaluator evaluator = this->evaluator();
  stop.request_stop();
  EXPECT_EQ(one(evaluator, {"default"}).reason, "stopped");
  stop = {};
  EXPECT_TRUE(one(evaluator, {"default"}).within_budget);
}

TEST_F(Evaluating, AFailureNamesItsIngredient) {
  subject.says("default", 1, {1});
  Evaluator evaluator = this->evaluator();
  EXPECT_EQ(one(evaluator, {"default", "domain=boxes"}).reason, "ingredient 2 failed: not in the table");
}

TEST_F(Evaluating, TheSameForAnyNumberOfJobs) {
  for (unsigned line = 1; line < 6; ++line)
    subject.says("domain=zones delay=" + std::to_string(1U << (line - 1)), line, {line});
  subject.says("default", 1, {9});
  std::vector<Proposal> proposals;
  for (const char* text : {"default", "delay=2", "delay=4", "delay=8", "delay=16"}) {
    subject.says(text, static_cast<double>(proposals.size() + 1), {static_cast<unsigned>(proposals.size())});
    proposals.push_back({recipe_of(subject.space(), {text}), 0});
  }
  std::vector<double> costs;
  for (const unsigned jobs : {1U, 4U}) {
    MemoryRuns empty;
    options.jobs = jobs;
    Evaluator evaluator(subject, options, empty);
    for (const Evaluation& evaluation : evaluator.evaluate(proposals, {})) costs.push_back(evaluation.cost);
  }
  ASSERT_EQ(costs.size(), 10U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_DOUBLE_EQ(costs[i], costs[i + 5]);
}

TEST_F(Evaluating, OfABugFinderTheFindingsAreKept) {
  options.goal = Tuning::Goal::Findings;
  subject.says("default", 5, {1, 2});
  subject.says("domain=boxes", 1, {1});
  subject.says("domain=ric", 2, {1, 2, 7});
  Evaluator evaluator = this->evaluator();
  EXPECT_TRUE(one(evaluator, {"default"}).alarms.empty());
  EXPECT_EQ(one(evaluator, {"domain=boxes"}).alarms, checks({2})) << "fewer warnings are not better";
  EXPECT_TRUE(one(evaluator, {"domain=ric"}).alarms.empty()) << "more warnings are not better, either";
  EXPECT_LT(one(evaluator, {"domain=ric"}).cost, one(evaluator, {"default"}).cost);
}

TEST_F(Evaluating, OfABugFinderWhatIsProvedIsNoFinding) {
  options.goal = Tuning::Goal::Findings;
  subject.says("default", 5, {1, 2});
  subject.table["default"].proved = checks({3});
  subject.says("domain=boxes", 1, {1, 2});
  subject.says("domain=ric", 1, {1});
  subject.table["domain=ric"].proved = checks({2, 3});
  Evaluator evaluator = this->evaluator();
  EXPECT_TRUE(one(evaluator, {"default"}).alarms.empty());
  EXPECT_EQ(evaluator.reference(), checks({1, 2})) << "as `assay analyzer run --recipe` reports them";
  EXPECT_TRUE(one(evaluator, {"domain=boxes"}).alarms.empty());
  EXPECT_EQ(one(evaluator, {"domain=ric"}).alarms, checks({2}));
}

/// Facts that were proved are handed to the next ingredient.
class Passing final : public FakeSubject {
 public:
  [[nodiscard]] bool passes_assumptions() const override { return true; }
};

TEST_F(Evaluating, WhatIsProvedIsHandedOn) {
  Passing passing;
  passing.says("default", 1, {2, 3});
  passing.table["default"].proved = checks({1});  // of three, with its alarms
  passing.says("domain=boxes", 1, {3});
  passing.table["domain=boxes"].proved = checks({2});
  Evaluator evaluator(passing, options, cache);
  const std::vector<Proposal> proposals = {{recipe_of(passing.space(), {"default", "domain=boxes"}), 0}};
  EXPECT_EQ(evaluator.evaluate(proposals, {}).front().alarms, checks({3}));
  EXPECT_TRUE(passing.calls[0].assumed.empty());
  EXPECT_EQ(passing.calls[1].assumed, checks({1}));
}

/// Each run names all checks.
class Listing final : public FakeSubject {
 public:
  [[nodiscard]] bool lists_checks() const override { return true; }
};

TEST_F(Evaluating, SilenceIsNoProofWhereChecksAreListed) {
  Listing listing;
  listing.says("default", 1, {2, 3});
  listing.table["default"].proved = checks({1});
  listing.says("domain=boxes", 1, {});
  Evaluator evaluator(listing, options, cache);
  EXPECT_EQ(one(evaluator, {"default"}).alarms, checks({2, 3}));
  EXPECT_EQ(one(evaluator, {"domain=boxes"}).alarms, checks({1, 2, 3}));
  EXPECT_EQ(one(evaluator, {"default", "domain=boxes"}).alarms, checks({2, 3}));
}

TEST_F(Evaluating, ListedProofsOfSomeChecksDoNotAccuseOthers) {
  subject.says("default", 1, {2, 3});
  subject.table["default"].proved = checks({1});
  subject.says("domain=boxes", 1, {2});
  Evaluator evaluator = this->evaluator();
  EXPECT_EQ(one(evaluator, {"domain=boxes"}).alarms, checks({2}));
  EXPECT_EQ(one(evaluator, {"default"}).alarms, checks({2, 3}));
}

TEST(DiskRunsTest, KeepsRunsAndForgivesBrokenFiles) {
  const std::string folder = testing::TempDir() + "assay_disk_runs";
  std::filesystem::remove_all(folder);
  FakeSubject subject;
  subject.says("default", 2, {1, 2});
  const std::string key = run_key(subject, subject.space().standard(), {}, 1 << 20);
  EXPECT_NE(key, run_key(subject, subject.space().standard(), checks({1}), 1 << 20));
  EXPECT_NE(key, run_key(subject, subject.space().standard(), {}, 2 << 20));
  {
    DiskRuns runs(folder);
    EXPECT_FALSE(runs.find(key));
    EXPECT_TRUE(runs.keep(key, subject.table["default"]).ok());
  }
  DiskRuns again(folder);
  EXPECT_EQ(again.find(key), subject.table["default"]);
  std::ofstream(folder + "/" + key.substr(0, 2) + "/" + key + ".json") << "{\"status\": \"do";
  EXPECT_FALSE(DiskRuns(folder).find(key)) << "half a file is none";
}

}  // namespace
}  // namespace assay::analyzer::tune

#include "core/campaign/changes.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/campaign/replay.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

Trial trial_of(Verdict verdict, double cpu_seconds = 0.5) {
  Trial trial;
  trial.command = {"/bin/fake"};
  trial.answer = verdict.is_bug() ? "wrong" : "right";
  trial.cpu_seconds = cpu_seconds;
  trial.verdict = std::move(verdict);
  return trial;
}
Verdict crash(const std::string& reason = "assertion") { return Verdict::bug(BugKind::Crash, reason, "it crashed"); }

/// Two versions that give these trials on every third case, and pass all others.
Plan versions(std::map<std::size_t, Trial> trials, std::vector<std::string> targets = {"old", "liar"}) {
  Plan plan;
  plan.targets = std::move(targets);
  plan.only_changes = SlowRule{};
  plan.trial_as = [trials = std::move(trials)](const Case& subject, std::size_t target) -> std::optional<Trial> {
    const auto known = trials.find(target);
    if (subject.index % 3 == 0 && known != trials.end()) return known->second;
    return std::nullopt;
  };
  return plan;
}

struct Counted {
  CampaignRecord record;
  std::map<std::string, std::uint64_t> counts;  ///< skips and passes with a reservation, by reason
};
Counted campaign(const Plan& plan) {
  const TemporaryFolder folder;
  const FakeModule module(plan);
  run(module, folder / "c", quick(12));
  Counted result{record_of(folder / "c"), {}};
  for (const Tally& row : result.record.tallies)
    if (row.outcome != Verdict::Outcome::Bug && !row.reason.empty()) result.counts[row.reason] += row.count;
  return result;
}

TEST(Changes, ABugOfTheNewVersionAloneIsAFindingThatNamesBoth) {
  const Counted result = campaign(versions({{1, trial_of(crash())}}));
  ASSERT_EQ(result.record.findings.size(), 1U);
  const Finding& finding = result.record.findings.front();
  EXPECT_EQ(finding.target, "liar");
  EXPECT_TRUE(finding.compared);
  EXPECT_NE(finding.detail.find("old (1.0): done after 0.50 s of CPU time, which passes; liar (1.0): wrong"),
            std::string::npos)
      << finding.detail;
}

TEST(Changes, ABugOfTheOldVersionAloneIsCountedAndNotReported) {
  const Counted result = campaign(versions({{0, trial_of(crash())}}, {"liar", "new"}));
  EXPECT_TRUE(result.record.findings.empty());
  EXPECT_EQ(result.counts.at("gone in the new version: crash"), 4U);
}

TEST(Changes, ABugThatIsGoneInOneNewVersionIsAFindingOfTheOther) {
  const Counted result = campaign(versions({{0, trial_of(crash())}, {2, trial_of(crash())}}, {"old", "new", "liar"}));
  ASSERT_EQ(result.record.findings.size(), 1U);
  EXPECT_EQ(result.record.findings.front().target, "liar");
  EXPECT_EQ(result.counts.at("gone in the new version: crash"), 4U);
}

TEST(Changes, ABugOfBothIsCountedAndNotReported) {
  const Counted result = campaign(versions({{0, trial_of(crash("line 1"))}, {1, trial_of(crash("line 2"))}}));
  EXPECT_TRUE(result.record.findings.empty());
  EXPECT_EQ(result.counts.at("both alike: crash"), 8U);
}

TEST(Changes, WhatOnlyTheNewVersionReadsIsNotWrongInTheOldOne) {
  const Trial rejects = trial_of(Verdict::bug(BugKind::RejectsValid, "unknown operator", ""));
  EXPECT_TRUE(campaign(versions({{0, rejects}}, {"liar", "new"})).record.findings.empty());
  EXPECT_EQ(campaign(versions({{1, rejects}})).record.findings.size(), 1U);
}

TEST(Changes, TwoKindsOfBugsAreOneFindingOfTheNewVersion) {
  const Counted result =
      campaign(versions({{0, trial_of(crash())}, {1, trial_of(Verdict::bug(BugKind::WrongResult, "wrong", ""))}}));
  ASSERT_EQ(result.record.findings.size(), 1U);
  EXPECT_EQ(result.record.findings.front().kind, BugKind::WrongResult);
}

TEST(Changes, ABugOfSeveralNewVersionsIsOneFinding) {
  const Counted result =
      campaign(versions({{1, trial_of(crash())}, {2, trial_of(crash())}}, {"old", "liar", "newest"}));
  ASSERT_EQ(result.record.findings.size(), 1U);
  EXPECT_EQ(result.record.findings.front().target, "liar");
  EXPECT_EQ(result.counts.at("like another version: crash"), 4U);
}

TEST(Changes, ABugBesideARunWithoutVerdictIsNotCertain) {
  const Counted result = campaign(versions({{0, trial_of(Verdict::skip("timeout"), 9)}, {1, trial_of(crash())}}));
  EXPECT_TRUE(result.record.findings.empty());
  EXPECT_EQ(result.counts.at("not compared: another version has no verdict"), 4U);
}

TEST(Changes, ALostAnswerIsAFindingIfTheOldVersionWasFarFromTheLimit) {
  const Counted lost = campaign(versions({{1, trial_of(Verdict::skip("timeout"), 9)}}));
  ASSERT_EQ(lost.record.findings.size(), 1U);
  EXPECT_EQ(lost.record.findings.front().kind, BugKind::Lost);
  EXPECT_EQ(lost.record.findings.front().reason, "lost: timeout");
  EXPECT_TRUE(campaign(versions({{1, trial_of(Verdict::skip("timeout"), 1)}})).record.findings.empty());
  EXPECT_EQ(campaign(versions({{1, trial_of(Verdict::skip("unknown"))}})).record.findings.size(), 1U);
  EXPECT_TRUE(campaign(versions({{1, trial_of(Verdict::skip("unsupported"))}})).record.findings.empty());
}

TEST(Changes, ASlowerAnswerIsAFindingAndAFasterOneIsNot) {
  const Counted slower = campaign(versions({{1, trial_of(Verdict(), 9)}}));
  ASSERT_EQ(slower.record.findings.size(), 1U);
  EXPECT_EQ(slower.record.findings.front().kind, BugKind::Slow);
  EXPECT_TRUE(campaign(versions({{0, trial_of(Verdict(), 9)}})).record.findings.empty());
}

TEST(Changes, ATargetThatErrsAtRandomDoesNotDiffer) {
  Plan plan = versions({});
  auto runs = std::make_shared<unsigned>(0);
  plan.trial_as = [runs](const Case&, std::size_t) -> std::optional<Trial> {
    // A linear congruential generator: both targets err in half of their runs.
    *runs = *runs * 1664525U + 1013904223U;
    return trial_of(*runs >> 31U == 0 ? crash() : Verdict());
  };
  EXPECT_TRUE(campaign(plan).record.findings.empty());
}

TEST(Changes, EqualOutcomesAreNotJudged) {
  Plan plan = versions({{0, trial_of(crash())}, {1, trial_of(crash())}});
  plan.outcome = [](const Case& subject, std::size_t target) {
    return subject.index == 3 ? std::to_string(target) : "same";
  };
  auto judged = std::make_shared<unsigned>(0);
  plan.on_judge = [judged] { ++*judged; };
  const Counted result = campaign(plan);
  EXPECT_EQ(*judged, 2U);
  EXPECT_EQ(result.counts.at("both alike, not judged"), 22U);
  EXPECT_EQ(result.counts.at("both alike: crash"), 2U);
}

TEST(Changes, TheReductionKeepsTheDifference) {
  Plan plan = versions({{1, trial_of(crash())}});
  plan.trial_as = [](const Case& subject, std::size_t target) -> std::optional<Trial> {
    const bool is_reduced = subject.files[0].content == "pass\n";
    return target == 1 || is_reduced ? std::optional(trial_of(crash())) : std::nullopt;
  };
  const Counted result = campaign(plan);
  ASSERT_EQ(result.record.findings.size(), 1U);
  EXPECT_EQ(result.record.findings.front().smallest().files[0].content,
            result.record.findings.front().original.files[0].content);
}

TEST(Changes, AReplayRunsBothVersions) {
  const FakeModule module(versions({{1, trial_of(crash())}}));
  const ReplayQuestion question{crash(), true, 2};
  EXPECT_EQ(replay(module, make_case(0, "pass"), 1, question, {})->outcome.what, ReplayOutcome::What::StillFails);
  const FakeModule both(versions({{0, trial_of(crash())}, {1, trial_of(crash())}}));
  EXPECT_EQ(replay(both, make_case(0, "pass"), 1, question, {})->outcome.failed, 0U);
}

TEST(Changes, TheCheaperTargetRunsFirst) {
  RunCosts costs;
  EXPECT_EQ(costs.cheapest_first(2), (std::vector<std::size_t>{0, 1}));
  costs.add({trial_of(Verdict(), 5), trial_of(Verdict(), 4)});
  EXPECT_EQ(costs.cheapest_first(2), (std::vector<std::size_t>{0, 1}));
  costs.add({trial_of(Verdict(), 5), trial_of(Verdict(), 0.1)});
  EXPECT_EQ(costs.cheapest_first(2), (std::vector<std::size_t>{1, 0}));
}

TEST(Changes, OneTargetIsTooFew) {
  const TemporaryFolder folder;
  const FakeModule module(versions({}, {"liar"}));
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Recorder recorder;
  const auto summary = run_campaign(module, quick(1), *store, recorder, {});
  ASSERT_FALSE(summary.ok());
  EXPECT_NE(summary.error().text().find("at least two targets"), std::string::npos);
}

}  // namespace
}  // namespace assay::core::fake

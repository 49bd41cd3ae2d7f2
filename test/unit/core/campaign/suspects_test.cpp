#include "core/campaign/suspects.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/io/io.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

Finding bug(const std::string& reason, std::uint64_t index, std::size_t bytes = 10) {
  Finding finding;
  finding.id = "t-" + std::to_string(index);
  finding.target = "t";
  finding.reason = reason;
  finding.original.index = index;
  finding.original.files = {{"a", std::string(bytes, 'x')}};
  return finding;
}

TEST(Suspects, GiveTheRarestGroupFirstAndOneOfEachBeforeASecond) {
  Suspects suspects;
  EXPECT_FALSE(suspects.take());
  for (std::uint64_t i = 0; i < 2; ++i) EXPECT_EQ(suspects.add(bug("frequent", i)), "");
  EXPECT_EQ(suspects.add(bug("rare", 7)), "");
  EXPECT_EQ(suspects.groups(), 2U);
  EXPECT_EQ(suspects.take()->reason, "rare");
  EXPECT_EQ(suspects.take()->original.index, 0U);
  EXPECT_EQ(suspects.add(bug("other", 9)), "");
  EXPECT_EQ(suspects.take()->reason, "other") << "of the other group, one was taken";
  EXPECT_EQ(suspects.take()->original.index, 1U);
  EXPECT_EQ(suspects.waiting(), 0U);
}

TEST(Suspects, KeepTheSmallest) {
  Suspects suspects;
  EXPECT_EQ(suspects.add(bug("r", 1, 50)), "");
  EXPECT_EQ(suspects.add(bug("r", 1, 50)), "") << "the same";
  EXPECT_EQ(suspects.add(bug("r", 2, 30)), "");
  EXPECT_EQ(suspects.add(bug("r", 3, 40)), "");
  EXPECT_EQ(suspects.add(bug("r", 4, 60)), "t-4");
  EXPECT_EQ(suspects.add(bug("r", 5, 20)), "t-1");
  EXPECT_EQ(suspects.waiting(), Suspects::kKept);
  EXPECT_EQ(suspects.take()->id, "t-5");
}

Plan later_plan() {
  Plan plan = assorted_plan();
  plan.reduces_later = true;
  return plan;
}

TEST(ReducesLater, AfterTheLastCaseAndOnceForEachGroup) {
  const TemporaryFolder folder;
  Plan plan = later_plan();
  std::vector<std::string> reduced;
  std::size_t cases = 0;
  plan.on_reduce = [&](const Case& subject) {
    reduced.push_back(subject.files[0].content.substr(0, subject.files[0].content.find('\n')));
  };
  plan.on_generate = [&](std::uint64_t, const std::stop_token&) {
    ++cases;
    EXPECT_TRUE(reduced.empty());
  };
  const FakeModule module(std::move(plan));
  run(module, folder / "c", quick(300));
  EXPECT_EQ(cases, 300U);
  ASSERT_GE(reduced.size(), 4U);
  EXPECT_EQ((std::set<std::string>(reduced.begin(), reduced.begin() + 4)),
            (std::set<std::string>{"bug refutation-unsound a", "bug crash b", "bug invalid-model c0",
                                   "bug invalid-model c1"}));
  EXPECT_TRUE(list_directory(folder / "c/suspected").empty());
  EXPECT_EQ(record_of(folder / "c").findings.size(), 4U);
}

TEST(ReducesLater, TheSameForAnyNumberOfJobs) {
  const TemporaryFolder folder;
  std::string first;
  for (const unsigned jobs : {1U, 3U}) {
    const FakeModule module(later_plan());
    run(module, folder / std::to_string(jobs), quick(300, jobs));
    const std::string now = digest(record_of(folder / std::to_string(jobs)));
    if (first.empty()) first = now;
    EXPECT_EQ(now, first);
  }
}

TEST(ReducesLater, AResumeKnowsTheSuspects) {
  const TemporaryFolder folder;
  Plan plan = later_plan();
  std::stop_source stop;
  plan.on_generate = [&](std::uint64_t index, const std::stop_token&) {
    if (index == 200) stop.request_stop();
  };
  const FakeModule module(std::move(plan));
  const Summary stopped = run(module, folder / "c", quick(300), {}, stop.get_token());
  EXPECT_EQ(stopped.unconfirmed_bugs, list_directory(folder / "c/suspected").size());
  EXPECT_EQ(record_of(folder / "c").findings.size(), 0U);
  EXPECT_FALSE(list_directory(folder / "c/suspected").empty());
  ASSERT_TRUE(copy_campaign(folder / "c", folder / "copy", Disk::real()).ok());
  const Result<MergeSummary> merged = merge(folder / "merged", {folder / "c"});
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->waiting, stopped.unconfirmed_bugs);
  for (const char* name : {"c", "copy", "merged"}) {
    EXPECT_EQ(run(module, folder / name, quick(200)).unconfirmed_bugs, 0U);
    EXPECT_EQ(record_of(folder / name).findings.size(), 4U);
  }
  EXPECT_TRUE(list_directory(folder / "c/suspected").empty());
}

TEST(ReducesLater, NotWithALimitOfFindingsOrTheWholeShare) {
  const TemporaryFolder folder;
  for (const bool share : {false, true}) {
    const FakeModule module(later_plan());
    CampaignOptions options = quick(300);
    if (share) {
      options.reduce_share = 1;
    } else {
      options.findings = 1;
    }
    const std::string campaign = folder / (share ? "share" : "findings");
    run(module, campaign, options);
    EXPECT_FALSE(std::filesystem::exists(campaign + "/suspected"));
    EXPECT_EQ(record_of(campaign).findings.size(), share ? 4U : 1U);
  }
}

TEST(FurtherFailures, BecomeFindingsOfTheirOwn) {
  for (const bool later : {false, true}) {
    const TemporaryFolder folder;
    Plan plan;
    plan.reduces_later = later;
    plan.trial_as = [](const Case& subject, std::size_t target) -> std::optional<Trial> {
      if (target != 1 || subject.index != 3 || subject.files[0].content.starts_with("bug")) return std::nullopt;
      Trial trial;
      trial.verdict = Verdict::bug(BugKind::Crash, "first", "");
      trial.also = {{make_case(3, "bug invalid-model second"), Verdict::bug(BugKind::InvalidModel, "second", "")}};
      return trial;
    };
    const FakeModule module(std::move(plan));
    run(module, folder / "c", quick(8));
    std::set<std::string> ids;
    for (const Finding& finding : record_of(folder / "c").findings) ids.insert(finding.id + " " + finding.reason);
    EXPECT_EQ(ids, (std::set<std::string>{"liar-3 first", "liar-3b second"}));
  }
}

}  // namespace
}  // namespace assay::core::fake

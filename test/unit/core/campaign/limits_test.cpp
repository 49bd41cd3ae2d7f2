// Limits, stops and controls: they end a campaign early or keep it from starting.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

#include "core/case/timed_stop.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

constexpr auto kLongAgo = std::chrono::hours(1);

TEST(CampaignLimits, StopsAtANumberOfFindings) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  CampaignOptions options;
  options.findings = 2;
  options.progress_seconds = 1000;
  const Summary summary = run(module, folder / "c", options);
  EXPECT_EQ(summary.reason, StopReason::Findings);
  EXPECT_EQ(summary.progress.findings, 2U);
  // Resumed with the same limit, there is nothing to do.
  EXPECT_EQ(run(module, folder / "c", options).session_tests, 0U);
}

TEST(CampaignLimits, StopsWhenTheTimeIsUp) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  CampaignOptions options;
  options.seconds = 0;
  const Summary summary = run(module, folder / "c", options);
  EXPECT_EQ(summary.reason, StopReason::Time);
  EXPECT_EQ(summary.progress.seconds_left, 0.0);
}

TEST(CampaignLimits, AReportIsMadeAfterTheTimeIsUpButNotAfterAnInterruption) {
  for (const bool interrupted : {false, true}) {
    const TemporaryFolder folder;
    std::stop_source stop;
    std::vector<bool> stopped;
    Plan plan;
    plan.line = [](std::uint64_t) { return std::string("bug crash"); };
    plan.reduces_until_stopped = true;
    plan.on_reduce = [&](const Case&) {
      if (interrupted) stop.request_stop();
    };
    plan.on_reproduction = [&](const std::stop_token& token) { stopped.push_back(token.stop_requested()); };
    const FakeModule module(plan);
    CampaignOptions options = quick(1);
    options.seconds = 2;
    const Summary summary = run(module, folder / "c", options, {}, stop.get_token());
    EXPECT_EQ(summary.reason, interrupted ? StopReason::Interrupted : StopReason::Time);
    EXPECT_EQ(stopped, std::vector<bool>{interrupted});
  }
}

TEST(CampaignLimits, PreparationsTakeNoTimeFromTheCampaign) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  CampaignOptions options = quick(10);
  options.seconds = 3000;
  options.began -= kLongAgo;
  const Summary summary = run(module, folder / "c", options);
  EXPECT_EQ(summary.reason, StopReason::Tests) << "inputs were read for an hour";
  EXPECT_EQ(summary.progress.tests, 10U);
  EXPECT_LT(summary.progress.elapsed_seconds, 3600);
}

TEST(CampaignLimits, ACaseThatAStopCutsShortWhileItIsMadeIsNotRun) {
  const TemporaryFolder folder;
  std::stop_source stop;
  bool heard = false;
  Plan plan;
  plan.on_generate = [&](std::uint64_t index, const std::stop_token& token) {
    if (index != 3) return;
    stop.request_stop();
    heard = token.stop_requested();
  };
  unsigned runs = 0;
  plan.on_run = [&](const Case& subject, std::size_t, RunMode) { runs += subject.index == 3 ? 1 : 0; };
  const FakeModule module(plan);
  const Summary summary = run(module, folder / "c", quick(10), {}, stop.get_token());
  EXPECT_EQ(summary.reason, StopReason::Interrupted);
  EXPECT_TRUE(heard);
  EXPECT_EQ(runs, 0U);
  EXPECT_EQ(summary.progress.tests, 3U);
  EXPECT_EQ(run(module, folder / "c", quick(10)).progress.tests, 10U) << "a resume does it again";
}

TEST(Controls, RefuseToStartWhenTheHarnessIsBlind) {
  const TemporaryFolder folder;
  Plan plan = assorted_plan();
  plan.controls = {{"clean run", 1, make_case(0, "pass"), Verdict()},
                   {"planted bug", 1, make_case(0, "pass"), Verdict::bug(BugKind::SolutionUnsound, "", "")}};
  const FakeModule module(plan);
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Recorder recorder;
  const Result<Summary> refused = run_campaign(module, quick(10), *store, recorder, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(
      refused.error().message.find("the control 'planted bug' of liar failed: expected bug: solution-unsound, got "
                                   "pass; it printed:\n  output of pass"),
      std::string::npos)
      << refused.error().message;
  EXPECT_EQ(module.log().generated.size(), 0U);
  EXPECT_EQ(recorder.events.size(), 2U) << "both controls are told of";
}

TEST(Controls, RefuseToStartWhenTheHarnessCriesWolf) {
  Plan plan = assorted_plan();
  plan.controls = {{"clean run", 1, make_case(0, "persistent"), Verdict()},
                   {"planted bug", 1, make_case(0, "bug crash p"), Verdict::bug(BugKind::Crash, "any", "any")}};
  const FakeModule module(plan);
  const Result<std::vector<ControlResult>> results = check_controls(module, {});
  ASSERT_TRUE(results.ok());
  EXPECT_FALSE(results->at(0).passed) << "seen in the campaign's way to run only";
  EXPECT_EQ(results->at(0).mode, RunMode::Campaign);
  EXPECT_TRUE(results->at(1).passed) << "texts do not count";
}

TEST(Controls, AnExceptionIsAnError) {
  Plan plan;
  plan.controls = {{"clean run", 1, make_case(0, "throw"), Verdict()}};
  const Result<std::vector<ControlResult>> results = check_controls(FakeModule(plan), {});
  ASSERT_FALSE(results.ok());
  EXPECT_NE(results.error().message.find("run fell over"), std::string::npos);
}

TEST(Controls, EndWhenTheTimeForPreparationsIsUp) {
  const TemporaryFolder folder;
  unsigned runs = 0;
  Plan plan;
  plan.on_run = [&runs](const Case&, std::size_t, RunMode) { ++runs; };
  for (int i = 0; i < 5; ++i) plan.controls.push_back({"clean run", 1, make_case(0, "pass"), Verdict()});
  const FakeModule module(plan);
  const std::unique_ptr<Store> store = create(module, folder / "c");
  CampaignOptions options = quick(10);
  options.preparation_seconds = 60;
  options.began -= kLongAgo;
  Recorder recorder;
  const Result<Summary> late = run_campaign(module, options, *store, recorder, {});
  ASSERT_FALSE(late.ok()) << "nothing was tested: that is no campaign without findings";
  EXPECT_NE(late.error().message.find("--prepare-time was up before the controls ended"), std::string::npos);
  EXPECT_LE(runs, 1U);
}

TEST(Controls, AreNotRunForACampaignThatHasUsedItsTime) {
  const TemporaryFolder folder;
  Plan plan;
  plan.controls = {{"clean run", 1, make_case(0, "pass"), Verdict()}};
  FakeModule module(plan);
  run(module, folder / "c", quick(5));
  unsigned runs = 0;
  module.plan().on_run = [&runs](const Case&, std::size_t, RunMode) { ++runs; };
  CampaignOptions options = quick(10);
  options.seconds = 0;
  EXPECT_EQ(run(module, folder / "c", options).reason, StopReason::Time);
  EXPECT_EQ(runs, 0U);
}

TEST(TimedStop, IsRequestedByTheTimeOrFromOutside) {
  const auto now = std::chrono::steady_clock::now();
  std::stop_source outer;
  const TimedStop never(outer.get_token(), std::nullopt);
  const TimedStop later_on(outer.get_token(), now + kLongAgo);
  const TimedStop over(outer.get_token(), now);
  EXPECT_FALSE(never.token().stop_requested());
  EXPECT_FALSE(later_on.token().stop_requested());
  EXPECT_TRUE(over.token().stop_requested());
  EXPECT_TRUE(over.time_is_up());
  outer.request_stop();
  EXPECT_TRUE(never.token().stop_requested());
  EXPECT_TRUE(later_on.token().stop_requested());
  EXPECT_FALSE(later_on.time_is_up());
}

TEST(CampaignLimits, ACampaignThatCanTestNothingSaysWhyAndStops) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t) { return std::string("no case"); };
  const FakeModule module(plan);
  CampaignOptions options;
  options.progress_seconds = 1000;
  const Summary summary = run(module, folder / "c", options);
  EXPECT_EQ(summary.reason, StopReason::NothingToTest);
  EXPECT_LT(module.log().generated.size(), 20'000U);
  ASSERT_TRUE(summary.error.has_value()) << "nothing was tested: that is no campaign without findings";
  EXPECT_NE(summary.error->text().find("no case comes to mind"), std::string::npos) << summary.error->text();
  EXPECT_EQ(summary.progress.tests, 0U);
  EXPECT_EQ(summary.progress.voids, module.log().generated.size());
}

TEST(CampaignLimits, NowAndThenACaseIsEnoughToGoOn) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return std::string(index % 4000 == 0 ? "pass" : "no case"); };
  const FakeModule module(plan);
  const Summary summary = run(module, folder / "c", quick(30'000));
  EXPECT_EQ(summary.reason, StopReason::Tests);
  EXPECT_EQ(summary.progress.tests, 8U) << "cases that could not be made are no tests";
  EXPECT_EQ(summary.progress.voids, 30'000U - 8U);
}

TEST(CampaignLimits, ReductionsEndWithTheCampaign) {
  const TemporaryFolder folder;
  std::atomic<bool> over = false;
  unsigned steps = 0;
  Plan plan;
  plan.line = [](std::uint64_t) { return std::string("bug crash same"); };
  plan.reduce_step = 1;
  // The reduction waits until the progress reports that no time is left.
  plan.on_reduce = [&](const Case&) {
    ++steps;
    while (!over) std::this_thread::yield();
  };
  const FakeModule module(plan);
  CampaignOptions options;
  options.seconds = 0.2;
  options.progress_seconds = 0.01;
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Recorder recorder;
  recorder.also = [&](const Event& event) {
    const auto* progress = std::get_if<Progress>(&event);
    if (progress != nullptr && progress->seconds_left == 0.0) over = true;
  };
  const Result<Summary> summary = run_campaign(module, options, *store, recorder, {});
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->reason, StopReason::Time);
  EXPECT_LE(steps, 2U) << "the rest is left to a resume";
}

TEST(Controls, OneStallIsTriedAgain) {
  Plan plan;
  plan.controls = {{"clean run", 1, make_case(0, "pass"), Verdict()}};
  for (const unsigned stalls : {1U, 2U}) {
    Plan stalling = plan;
    auto runs = std::make_shared<unsigned>(0);
    stalling.judge_as = [runs, stalls](const Case&) -> std::optional<Verdict> {
      if (++*runs <= stalls) return Verdict::skip("timeout");
      return std::nullopt;
    };
    const Result<std::vector<ControlResult>> results = check_controls(FakeModule(stalling), {});
    ASSERT_TRUE(results.ok());
    EXPECT_EQ(results->at(0).passed, stalls == 1) << stalls << " stalls in a row";
  }
}

}  // namespace
}  // namespace assay::core::fake

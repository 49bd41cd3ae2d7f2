#include <gtest/gtest.h>

#include <filesystem>

#include "core/campaign/replay.hpp"
#include "core/io/io.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

std::uint64_t tally(const CampaignRecord& record, Verdict::Outcome outcome, const std::string& reason) {
  std::uint64_t count = 0;
  for (const Tally& row : record.tallies) {
    if (row.outcome == outcome && row.reason == reason) count += row.count;
  }
  return count;
}

TEST(Campaign, DoesExactlyTheFirstCases) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const Summary summary = run(module, folder / "c", quick(100, 3));
  EXPECT_EQ(summary.reason, StopReason::Tests);
  EXPECT_EQ(summary.progress.tests + summary.progress.voids, 100U);
  std::multiset<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 100; ++i) expected.insert(i);
  EXPECT_EQ(module.log().generated, expected);
}

TEST(Campaign, GivesTheSameForAnyNumberOfJobs) {
  const TemporaryFolder folder;
  std::string first;
  for (const unsigned jobs : {1U, 2U, 7U}) {
    const FakeModule module(assorted_plan());
    CampaignOptions options = quick(300, jobs);
    options.reductions_alike = 1000;
    const std::string directory = folder / std::to_string(jobs);
    run(module, directory, options);
    const std::string now = digest(record_of(directory));
    if (first.empty()) first = now;
    EXPECT_EQ(now, first) << jobs << " jobs";
  }
  EXPECT_NE(first.find("refutation-unsound/bug refutation-unsound a"), std::string::npos);
}

TEST(Campaign, CountsEveryVerdict) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const Summary summary = run(module, folder / "c", quick(500, 2));
  const CampaignRecord record = record_of(folder / "c");
  std::uint64_t skips = 0;
  std::uint64_t unmade = 0;
  std::uint64_t errors = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    skips += assorted_line(i) == "skip too-hard" ? 1 : 0;
    unmade += assorted_line(i) == "no case" ? 1 : 0;
    errors += assorted_line(i).rfind("throw", 0) == 0 ? 1 : 0;
  }
  EXPECT_EQ(tally(record, Verdict::Outcome::Skip, "too-hard"), skips);
  EXPECT_EQ(tally(record, Verdict::Outcome::Skip, "no case comes to mind"), unmade);
  EXPECT_EQ(tally(record, Verdict::Outcome::Skip, "internal error"), errors);
  const Progress& progress = summary.progress;
  EXPECT_EQ(progress.passes + progress.skips + progress.bugs, 2 * (500 - unmade - errors) + unmade + errors);
  EXPECT_EQ(progress.targets.at(0).bugs, 0U);
  EXPECT_EQ(progress.targets.at(1).bugs, progress.bugs);
  EXPECT_EQ(progress.findings, 4U);
  EXPECT_EQ(progress.findings + progress.duplicates, progress.bugs);
}

TEST(Campaign, ReportsWhatThrewAndGoesOn) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Recorder recorder;
  ASSERT_TRUE(run_campaign(module, quick(80), *store, recorder, {}).ok());
  EXPECT_NE(recorder.messages().find("internal error in case 13: run fell over"), std::string::npos);
  EXPECT_NE(recorder.messages().find("internal error in case 15: generate fell over"), std::string::npos);
}

TEST(Campaign, StoresReducesAndSigns) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 4 ? std::string("bug crash x") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(10));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  const Finding& finding = record.findings[0];
  EXPECT_EQ(finding.id, "liar-4");
  EXPECT_EQ(finding.status, FindingStatus::Reduced);
  EXPECT_EQ(finding.kind, BugKind::Crash);
  EXPECT_EQ(finding.confirmed, 3U);
  ASSERT_TRUE(finding.reduced.has_value());
  EXPECT_EQ(finding.reduced->files[0].content, "bug crash x\n");
  EXPECT_EQ(finding.original.files[0].content, make_case(4, "bug crash x").files[0].content);
  EXPECT_EQ(finding.original.metadata, R"({"truth":"sat"})");
  EXPECT_EQ(finding.original.file("witness")->content, "w");
  EXPECT_EQ(finding.signature, "crash/bug crash x");
  for (const char* file : {"finding.json", "report.md", "command.txt", "original/input.fake", "reduced/input.fake"}) {
    EXPECT_TRUE(std::filesystem::exists(finding.folder + "/" + file)) << file;
  }
}

TEST(Campaign, AFindingInTheModulesOwnLanguageHasTheTargetsFilesBeforeItIsReduced) {
  for (const bool translates : {true, false}) {
    const TemporaryFolder folder;
    Plan plan;
    plan.line = [](std::uint64_t index) { return index == 4 ? std::string("bug crash x") : "pass"; };
    plan.translates_cases = translates;
    std::size_t reproductions = 0;
    plan.on_reproduction = [&](const std::stop_token&) { ++reproductions; };
    bool reduced = false;
    plan.on_reduce = [&](const Case&) {
      reduced = true;
      EXPECT_EQ(reproductions, translates ? 1U : 0U);
      const Result<std::string> report = read_text_file(folder / "c/findings/liar-4/report.md");
      ASSERT_TRUE(report.ok());
      EXPECT_EQ(report->find("output of honest") != std::string::npos, translates) << *report;
    };
    const FakeModule module(plan);
    run(module, folder / "c", quick(10));
    EXPECT_TRUE(reduced);
  }
}

TEST(Campaign, KeepsTheSmallestOfDuplicates) {
  const TemporaryFolder folder;
  Plan plan;
  // The fake's reduced cases are equally large, so the first index stays.
  plan.line = [](std::uint64_t index) { return index % 10 == 6 ? std::string("bug crash same") : "pass"; };
  const FakeModule module(plan);
  CampaignOptions options = quick(60, 4);
  options.reductions_alike = 100;
  run(module, folder / "c", options);
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].id, "liar-6");
  EXPECT_EQ(record.findings[0].duplicates, 5U);
  std::size_t folders = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder / "c/findings")) ++folders;
  EXPECT_EQ(folders, 1U) << "a duplicate's folder stays";
}

TEST(Campaign, StopsReducingWhatBringsNothingNew) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t) { return std::string("bug crash same"); };
  std::size_t reproductions = 0;
  plan.on_reproduction = [&](const std::stop_token&) { ++reproductions; };
  const FakeModule module(plan);
  CampaignOptions options = quick(200);
  options.reductions_alike = 5;
  const Summary summary = run(module, folder / "c", options);
  // Reductions: the new finding, five duplicates, then the 8th, 16th, 32nd, ... duplicate.
  EXPECT_EQ(module.log().reductions, 6U + 5U);
  EXPECT_EQ(reproductions, 1U) << "nobody keeps those of duplicates";
  EXPECT_EQ(summary.progress.bugs, 200U);
  EXPECT_EQ(summary.progress.findings, 1U);
  EXPECT_EQ(summary.progress.duplicates, 199U);
}

TEST(Campaign, ReducesOnceWhatItsReasonTells) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return std::string(index % 2 == 0 ? "bug crash one" : "bug crash two"); };
  plan.reason_identifies = true;
  const FakeModule module(plan);
  const Summary summary = run(module, folder / "c", quick(200));
  EXPECT_EQ(module.log().reductions, 2U);
  EXPECT_EQ(summary.progress.bugs, 200U);
  EXPECT_EQ(summary.progress.findings, 2U);
  EXPECT_EQ(summary.progress.duplicates, 198U);
}

TEST(Campaign, FindsARareCauseBehindAFrequentOne) {
  const TemporaryFolder folder;
  Plan plan;
  // Same kind and reason, another signature.
  plan.line = [](std::uint64_t index) {
    return index % 8 == 7 ? std::string("bug crash r rare") : std::string("bug crash r often");
  };
  const FakeModule module(plan);
  CampaignOptions options = quick(400);
  options.reductions_alike = 3;
  EXPECT_EQ(run(module, folder / "c", options).progress.findings, 2U);
}

TEST(Campaign, CallsFlakyFailuresNondeterministicAndLeavesThemUnreduced) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 2 ? std::string("flaky") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(5));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].kind, BugKind::Nondeterministic);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Unreduced);
  EXPECT_EQ(record.findings[0].confirmed, 1U);
  EXPECT_EQ(record.findings[0].reason, "invalid-model: flaky");
  EXPECT_EQ(module.log().reductions, 0U);
  EXPECT_EQ(tally(record, Verdict::Outcome::Bug, "nondeterministic"), 1U);
}

TEST(Campaign, SkipsWhatAFreshProcessDoesNotShowButKeepsTheEvidence) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index % 2 == 1 ? std::string("persistent") : "pass"; };
  const FakeModule module(plan);
  const Summary summary = run(module, folder / "c", quick(100));
  EXPECT_EQ(summary.progress.findings, 0U);
  EXPECT_EQ(summary.progress.bugs, 0U);
  EXPECT_EQ(tally(record_of(folder / "c"), Verdict::Outcome::Skip, "not reproduced in a fresh process"), 50U);
  std::size_t kept = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder / "c/unconfirmed")) ++kept;
  EXPECT_EQ(kept, 20U);
  const Result<Finding> evidence = load_finding(folder / "c/unconfirmed/liar-1");
  ASSERT_TRUE(evidence.ok());
  EXPECT_EQ(evidence->status, FindingStatus::Unconfirmed);
  EXPECT_NE(issue_text(*evidence).find("Status: unconfirmed"), std::string::npos);
  EXPECT_NE(evidence->detail.find("none of 3 runs in a fresh process"), std::string::npos);
}

TEST(Campaign, FindsBehindOthersWhatOnlyAKeptProcessShows) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 4 ? std::string("kept") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(10));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  const Finding& finding = record.findings[0];
  EXPECT_EQ(finding.kind, BugKind::Crash);
  EXPECT_EQ(finding.reason, "behind-others");
  EXPECT_EQ(finding.confirmed, 3U);
  EXPECT_EQ(finding.original.files[0].content, make_case(4, "bug crash behind-others").files[0].content);
  EXPECT_EQ(finding.reduced->files[0].content, "bug crash behind-others\n");
}

TEST(Campaign, AsksForSlownessInEveryRun) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 1 ? std::string("sometimes slower") : "pass"; };
  const FakeModule module(plan);
  EXPECT_EQ(run(module, folder / "c", quick(3)).progress.findings, 0U);
  EXPECT_EQ(tally(record_of(folder / "c"), Verdict::Outcome::Skip, "not reproduced in a fresh process"), 1U);
  const Result<Finding> evidence = load_finding(folder / "c/unconfirmed/liar-1");
  ASSERT_TRUE(evidence.ok());
  EXPECT_NE(evidence->detail.find("but in 1 of 3 runs in a fresh process"), std::string::npos) << evidence->detail;
}

TEST(Campaign, TakesTheKindThatFreshProcessesShow) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 1 ? std::string("other-kind") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(3));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].kind, BugKind::InvalidModel);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Reduced);
}

TEST(Campaign, TakesTheReasonThatFreshProcessesShow) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index >= 1 ? std::string("other-reason") : "pass"; };
  plan.reason_identifies = true;
  const FakeModule module(plan);
  run(module, folder / "c", quick(4));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].reason, "assertion");
  EXPECT_EQ(module.log().reductions, 1U);
}

TEST(Campaign, ACaseThatTheTrialsSettleTakesThePlaceOfTheOpenOne) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return std::string(index == 4 ? "pass" : "skip open"); };
  plan.settle = [](const Case& subject) -> std::optional<Case> {
    if (subject.index != 4 || subject.files[0].content.starts_with("bug")) return std::nullopt;
    return make_case(4, "bug refutation-unsound known");
  };
  const FakeModule module(plan);
  const Summary summary = run(module, folder / "c", quick(10));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].kind, BugKind::RefutationUnsound);
  EXPECT_FALSE(record.findings[0].compared) << "the case alone shows it";
  EXPECT_TRUE(record.findings[0].original.files[0].content.starts_with("bug refutation-unsound known"));
  EXPECT_EQ(summary.progress.tests, 10U) << "it is one case";
}

TEST(Campaign, JudgesByComparisonToo) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 1 ? std::string("slower") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(3));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].kind, BugKind::Slow);
  EXPECT_TRUE(record.findings[0].compared);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Reduced);
  const Case& smallest = record.findings[0].smallest();
  const auto again = replay(module, smallest, 1, {.wanted = std::nullopt, .compared = true, .times = 2}, {});
  ASSERT_TRUE(again.ok());
  ASSERT_EQ(again->trials.size(), 2U);
  EXPECT_EQ(again->trials[0].verdict.kind, BugKind::Slow);
  // Without the peers, the target does not count as slow.
  EXPECT_EQ(replay(module, smallest, 1, {}, {})->trials.at(0).verdict.outcome, Verdict::Outcome::Pass);
}

TEST(Campaign, ATimeOutInAFreshProcessIsNoRunThatPassed) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 1 ? std::string("half-busy") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(3));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].kind, BugKind::InvalidModel) << "and not nondeterministic";
  EXPECT_EQ(record.findings[0].confirmed, 2U);
  EXPECT_EQ(record.findings[0].confirmations, 2U) << "runs that were judged";
  EXPECT_EQ(record.findings[0].status, FindingStatus::Reduced) << "its first run timed out, too";
}

TEST(Campaign, WhatNoFreshProcessCanJudgeIsNotUnconfirmed) {
  const TemporaryFolder folder;
  Plan plan;
  plan.line = [](std::uint64_t index) { return index == 1 ? std::string("busy") : "pass"; };
  const FakeModule module(plan);
  run(module, folder / "c", quick(3));
  const CampaignRecord record = record_of(folder / "c");
  EXPECT_TRUE(record.findings.empty());
  EXPECT_EQ(tally(record, Verdict::Outcome::Skip, "not judged in a fresh process"), 1U);
  EXPECT_EQ(tally(record, Verdict::Outcome::Skip, "not reproduced in a fresh process"), 0U);
  const Result<Finding> evidence = load_finding(folder / "c/unconfirmed/liar-1");
  ASSERT_TRUE(evidence.ok());
  EXPECT_NE(evidence->detail.find("could not be judged: timeout (3)"), std::string::npos) << evidence->detail;
}

TEST(Campaign, KeepsTheOriginalWhenTheReducerLosesTheBug) {
  const TemporaryFolder folder;
  Plan plan = assorted_plan();
  plan.reducer_loses_bug = true;
  const FakeModule module(plan);
  run(module, folder / "c", quick(5));
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Unreduced);
  EXPECT_FALSE(record.findings[0].reduced.has_value());
  EXPECT_FALSE(record.findings[0].signature.empty());
}

TEST(Campaign, MarksAFindingWhoseReductionWasCut) {
  for (const std::size_t runs : {std::size_t{3}, std::size_t{1000}}) {
    const TemporaryFolder folder;
    FakeModule module(Plan{});
    module.plan().line = [](std::uint64_t index) { return std::string(index == 3 ? "bug crash a" : "pass"); };
    module.plan().reduce_step = 1;
    module.plan().causes = [](const Case& subject) {
      return std::vector{std::to_string(subject.files[0].content.size())};
    };
    CampaignOptions options = quick(8);
    options.reduce_runs = runs;
    run(module, folder / "c", options);
    const CampaignRecord record = record_of(folder / "c");
    ASSERT_EQ(record.findings.size(), 1U);
    const Finding& finding = record.findings[0];
    EXPECT_EQ(finding.status, FindingStatus::Reduced);
    EXPECT_EQ(finding.reduction_is_cut, runs == 3);
    EXPECT_EQ(finding.causes, std::vector{std::to_string(finding.smallest_bytes())});
  }
}

TEST(Campaign, SurvivesAReducerAndASignatureThatThrow) {
  const TemporaryFolder folder;
  Plan plan = assorted_plan();
  plan.on_reduce = [](const Case&) { throw std::runtime_error("reducer fell over"); };
  plan.on_signature = [](const Case&) { throw 42; };
  const FakeModule module(plan);
  const Summary summary = run(module, folder / "c", quick(20));
  EXPECT_EQ(summary.progress.tests, 19U) << "one could not be made";
  const CampaignRecord record = record_of(folder / "c");
  ASSERT_EQ(record.findings.size(), 3U);
  EXPECT_EQ(record.findings[0].status, FindingStatus::Unreduced);
  EXPECT_EQ(record.findings[0].signature, "refutation-unsound: a");
}

/// The module's tester falls over in its first "reduce" or "signature" and cannot be made again.
void let_the_tester_end(FakeModule& module, const std::string& where) {
  const auto end_here = [&module, where](const std::string& here) {
    if (here != where) return;
    module.tester_fails = true;
    throw std::runtime_error(here + " fell over");
  };
  module.plan().on_reduce = [end_here](const Case&) { end_here("reduce"); };
  module.plan().on_signature = [end_here](const Case&) { end_here("signature"); };
}

TEST(Campaign, LeavesAFindingUnfinishedWhenItsTesterCannotBeMadeAgain) {
  for (const char* where : {"reduce", "signature"}) {
    const TemporaryFolder folder;
    Plan plan = assorted_plan();
    // The target that fails comes first, so that another one is next.
    plan.targets = {"liar", "honest"};
    FakeModule module(plan);
    let_the_tester_end(module, where);
    const Summary cut = run(module, folder / "c", quick(20));
    EXPECT_EQ(cut.reason, StopReason::WorkersFailed) << where;
    ASSERT_TRUE(cut.error.has_value());
    EXPECT_EQ(cut.error->message, "the fake cannot be made");
    const CampaignRecord record = record_of(folder / "c");
    ASSERT_EQ(record.findings.size(), 1U);
    EXPECT_EQ(record.findings[0].status, FindingStatus::Confirmed) << where;
    EXPECT_EQ(record.tests, 3U) << "the case whose finding is not finished is done again";

    run(FakeModule(plan), folder / "c", quick(20));
    const TemporaryFolder whole;
    run(FakeModule(plan), whole / "c", quick(20));
    EXPECT_EQ(digest(record_of(folder / "c")), digest(record_of(whole / "c"))) << where;
  }
}

TEST(Campaign, SaysThatItsWorkersEndedInTheLastChunk) {
  const TemporaryFolder folder;
  Plan plan;
  FakeModule module(plan);
  module.plan().on_run = [&module](const Case& subject, std::size_t, RunMode) {
    if (subject.index != 20) return;
    module.tester_fails = true;
    throw std::runtime_error("run fell over");
  };
  const Summary summary = run(module, folder / "c", quick(2 * kChunkSize));
  EXPECT_EQ(summary.reason, StopReason::WorkersFailed);
  EXPECT_TRUE(summary.error.has_value());
  EXPECT_EQ(summary.progress.tests, 21U) << "the case that fell over is counted as a skip";
  EXPECT_EQ(run(FakeModule(plan), folder / "c", quick(2 * kChunkSize)).reason, StopReason::Tests);
}

TEST(Campaign, IsDoneWhenOneOfTheWorkersNeverBeganAndTheOthersDidAll) {
  const TemporaryFolder folder;
  const FakeModule module((Plan()));
  module.testers = 1;
  CampaignOptions options = quick(40, 3);
  options.controls = false;
  const Summary summary = run(module, folder / "c", options);
  EXPECT_EQ(summary.reason, StopReason::Tests);
  EXPECT_EQ(summary.progress.tests, 40U);
}

TEST(Campaign, NeedsAWorker) {
  const TemporaryFolder folder;
  FakeModule module(assorted_plan());
  module.tester_fails = true;
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Recorder recorder;
  const Result<Summary> summary = run_campaign(module, quick(10, 2), *store, recorder, {});
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().text(), "the fake cannot be made (ask for less)");
}

TEST(Campaign, RefusesAnotherCampaignsFolder) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Plan other = assorted_plan();
  other.fingerprint = 8;
  Recorder recorder;
  const Result<Summary> refused = run_campaign(FakeModule(other), quick(10), *store, recorder, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("another seed, configuration or seed inputs"), std::string::npos);
  Plan fewer = assorted_plan();
  fewer.targets = {"liar"};
  EXPECT_FALSE(run_campaign(FakeModule(fewer), quick(10), *store, recorder, {}).ok());
  EXPECT_TRUE(run_campaign(module, quick(10), *store, recorder, {}).ok());
}

TEST(Campaign, RunsOnceAtATime) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const std::unique_ptr<Store> store = create(module, folder / "c");
  ASSERT_TRUE(store->begin_session().ok());
  const Result<std::unique_ptr<Store>> other = Store::open(folder / "c");
  ASSERT_TRUE(other.ok());
  const Status second = (*other)->begin_session();
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().text().find("another process runs the campaign"), std::string::npos);
  EXPECT_TRUE((*other)->record().ok()) << "reading is always possible";
}

TEST(Campaign, AccountsForCpuTime) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const Summary summary = run(module, folder / "c", quick(3));
  // Two targets, three cases, half a second each; nothing to confirm.
  EXPECT_DOUBLE_EQ(summary.session_cpu.target, 3.0);
  EXPECT_GT(summary.session_cpu.own, 0.0);
  EXPECT_LE(summary.session_cpu.generate, summary.session_cpu.own);
  EXPECT_DOUBLE_EQ(record_of(folder / "c").samples.back().cpu.target, 3.0);
}

TEST(Events, ComeInOrder) {
  const TemporaryFolder folder;
  const FakeModule module(assorted_plan());
  const std::unique_ptr<Store> store = create(module, folder / "c");
  Recorder recorder;
  ASSERT_TRUE(run_campaign(module, quick(40), *store, recorder, {}).ok());
  ASSERT_TRUE(std::holds_alternative<CampaignStarted>(recorder.events.front()));
  ASSERT_TRUE(std::holds_alternative<CampaignFinished>(recorder.events.back()));
  EXPECT_EQ(std::get<CampaignFinished>(recorder.events.back()).progress.tests, 39U);
  EXPECT_EQ(recorder.findings(FindingEvent::What::New).size(), 3U) << "a duplicate is not announced as found";
  EXPECT_EQ(recorder.findings(FindingEvent::What::Reduced).size(), 3U);
  const auto duplicates = recorder.findings(FindingEvent::What::Duplicate);
  ASSERT_EQ(duplicates.size(), 2U);
  EXPECT_EQ(duplicates[0].known_as, "liar-3");
}

}  // namespace
}  // namespace assay::core::fake

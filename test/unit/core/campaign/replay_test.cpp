#include "core/campaign/replay.hpp"

#include <gtest/gtest.h>

#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

using What = ReplayOutcome::What;

Trial trial(Verdict verdict) {
  Trial made;
  made.verdict = std::move(verdict);
  return made;
}

Trial pass() { return trial(Verdict()); }
Trial skip(const std::string& reason) { return trial(Verdict::skip(reason)); }
Trial bug(BugKind kind) { return trial(Verdict::bug(kind, "reason", "detail")); }

const Verdict kUnsound = Verdict::bug(BugKind::RefutationUnsound, "", "");

TEST(JudgeReplay, OneRunThatFailsAsBeforeIsEnough) {
  const ReplayOutcome outcome = judge_replay(kUnsound, {pass(), bug(BugKind::RefutationUnsound), skip("timeout")}, 3);
  EXPECT_EQ(outcome.what, What::StillFails);
  EXPECT_EQ(outcome.failed, 1U);
  EXPECT_EQ(outcome.judged(), 2U);
  EXPECT_EQ(outcome.text(), "1 of 3 runs; not judged: timeout (1)");
}

TEST(JudgeReplay, OnlyRunsThatAllPassedSayThatItDoesNotFail) {
  EXPECT_EQ(judge_replay(kUnsound, {pass(), pass()}, 2).what, What::DoesNotFail);
  EXPECT_EQ(judge_replay(kUnsound, {pass(), skip("timeout")}, 2).what, What::CannotSay);
  EXPECT_EQ(judge_replay(kUnsound, {skip("out of memory")}, 1).what, What::CannotSay);
  EXPECT_EQ(judge_replay(kUnsound, {}, 0).what, What::CannotSay);
}

TEST(JudgeReplay, ReasonsAreCountedTheMostFrequentFirst) {
  const ReplayOutcome outcome =
      judge_replay(kUnsound, {skip("unsupported"), skip("timeout"), skip("timeout"), pass()}, 4);
  EXPECT_EQ(outcome.text(), "0 of 4 runs; not judged: timeout (2), unsupported (1)");
}

TEST(JudgeReplay, RunsThatAStopCutShortAreNotJudged) {
  const ReplayOutcome outcome = judge_replay(kUnsound, {pass()}, 3);
  EXPECT_EQ(outcome.what, What::CannotSay);
  EXPECT_EQ(outcome.reasons(), "interrupted (2)");
  EXPECT_EQ(judge_replay(kUnsound, {bug(BugKind::RefutationUnsound)}, 3).what, What::StillFails);
}

TEST(JudgeReplay, AnotherKindOfBugIsToldAsSuch) {
  const ReplayOutcome outcome = judge_replay(kUnsound, {bug(BugKind::Crash), bug(BugKind::Crash)}, 2);
  EXPECT_EQ(outcome.what, What::CannotSay) << "a usage error says nothing of the wrong answer";
  EXPECT_EQ(outcome.failed, 0U);
  EXPECT_EQ(outcome.text(), "0 of 2 runs; another bug: crash (2)");
}

TEST(JudgeReplay, TheFirstRunWithoutAnAnswerSaysWhyThereIsNone) {
  const auto obstacle = [](std::vector<Trial> trials) {
    return judge_replay(kUnsound, trials, trials.size()).obstacle;
  };
  EXPECT_EQ(obstacle({pass()}), Obstacle::None);
  EXPECT_EQ(obstacle({pass(), skip("timeout"), bug(BugKind::Crash)}), Obstacle::Slow);
  EXPECT_EQ(obstacle({bug(BugKind::Slow)}), Obstacle::Slow);
  EXPECT_EQ(obstacle({bug(BugKind::Crash)}), Obstacle::Crash);
  EXPECT_EQ(obstacle({bug(BugKind::RejectsValid)}), Obstacle::NotComparable);
  EXPECT_EQ(obstacle({trial(Verdict::refusal("lacks an operator"))}), Obstacle::NotComparable);
  EXPECT_EQ(obstacle({skip("cannot start")}), Obstacle::NotAvailable);
  EXPECT_EQ(obstacle({skip("unknown")}), Obstacle::NotJudged);
  EXPECT_EQ(obstacle({bug(BugKind::SolutionUnsound)}), Obstacle::NotJudged);
}

TEST(JudgeReplay, WithoutAFindingAnyBugCounts) {
  EXPECT_EQ(judge_replay(std::nullopt, {bug(BugKind::Crash)}, 1).what, What::StillFails);
  EXPECT_EQ(judge_replay(std::nullopt, {pass()}, 1).what, What::DoesNotFail);
  EXPECT_EQ(judge_replay(std::nullopt, {skip("timeout")}, 1).what, What::CannotSay);
}

TEST(JudgeReplay, ANondeterministicFindingFailsByTheKindThatItsReasonNames) {
  const Verdict flaky = Verdict::bug(BugKind::Nondeterministic, "crash: assertion", "");
  EXPECT_EQ(judge_replay(flaky, {pass(), bug(BugKind::Crash)}, 2).what, What::StillFails);
  EXPECT_EQ(judge_replay(flaky, {bug(BugKind::Nondeterministic)}, 1).what, What::StillFails);
  EXPECT_EQ(judge_replay(flaky, {bug(BugKind::InvalidModel)}, 1).what, What::CannotSay);
}

TEST(JudgeReplay, AModelThatNobodyCouldJudgeIsNoValidOne) {
  Trial unknown = pass();
  unknown.verdict.reason = "model depends on unspecified results";
  const Verdict model = Verdict::bug(BugKind::InvalidModel, "", "");
  EXPECT_EQ(judge_replay(model, {unknown}, 1).what, What::CannotSay);
  EXPECT_EQ(judge_replay(kUnsound, {unknown}, 1).what, What::DoesNotFail) << "that it says sat is enough here";
}

TEST(Replay, AStopLeavesRunsOut) {
  Plan plan;
  std::stop_source stop;
  unsigned runs = 0;
  plan.on_run = [&](const Case&, std::size_t, RunMode) {
    if (++runs == 2) stop.request_stop();
  };
  const FakeModule module(plan);
  const auto replayed = replay(module, make_case(1, "pass"), 1, {.wanted = {}, .times = 5}, stop.get_token());
  ASSERT_TRUE(replayed.ok());
  EXPECT_EQ(replayed->trials.size(), 1U) << "the second one was cut short";
  EXPECT_EQ(replayed->outcome.what, What::CannotSay);
}

TEST(Replay, AnotherBugOfTheSameKindIsTold) {
  Plan plan;
  plan.reason_identifies = true;
  plan.signature_by_reason = true;
  const FakeModule module(plan);
  const Case usage = make_case(1, "bug crash usage");
  const auto asked = [&](const Verdict& wanted) {
    return replay(module, usage, 1, {.wanted = wanted, .times = 2}, {});
  };
  EXPECT_EQ(asked(Verdict::bug(BugKind::Crash, "usage", ""))->outcome.what, What::StillFails);
  const auto other = asked(Verdict::bug(BugKind::Crash, "SIGSEGV", ""));
  EXPECT_EQ(other->outcome.what, What::CannotSay);
  EXPECT_EQ(other->outcome.text(), "0 of 2 runs; another bug: crash: usage (2)");
  const auto flaky = [&](const std::string& reason) {
    return asked(Verdict::bug(BugKind::Nondeterministic, reason, ""));
  };
  EXPECT_EQ(flaky("crash: usage")->outcome.what, What::StillFails);
  EXPECT_EQ(flaky("crash: SIGSEGV")->outcome.what, What::CannotSay);
}

TEST(Replay, ReasonsOfOneSignatureAreOneBug) {
  const FakeModule module(Plan{});
  const auto replayed = replay(module, make_case(1, "bug invalid-model b"), 1,
                               {.wanted = Verdict::bug(BugKind::InvalidModel, "a", ""), .times = 1}, {});
  EXPECT_EQ(replayed->outcome.what, What::StillFails) << "the signature does not tell them apart";
}

TEST(Replay, AllTargetsAreComparedEachTime) {
  const FakeModule module(Plan{});
  const auto replayed = replay_all(module, make_case(1, "slower"), 2, {});
  ASSERT_TRUE(replayed.ok());
  ASSERT_EQ(replayed->size(), 2U);
  EXPECT_EQ(replayed->at(0).outcome.what, What::DoesNotFail);
  EXPECT_EQ(replayed->at(1).outcome.what, What::StillFails);
  EXPECT_EQ(replayed->at(1).trials.front().verdict.kind, BugKind::Slow);
}

}  // namespace
}  // namespace assay::core::fake

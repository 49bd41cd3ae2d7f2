// The meaning of every way in which a target's process can end.
#include "core/target/ending.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace assay::core {
namespace {

using Kind = TargetEnd::Kind;

TargetEnd signalled(int signal) { return classify(Ending::Signalled, 0, signal); }

TEST(TargetEnds, OfItsOwnAccordWhatItSaidCounts) {
  for (const int code : {0, 1, 3, 127, 128, 128 + SIGSEGV, 128 + SIGABRT, 255}) {
    EXPECT_EQ(classify(Ending::Exited, code, 0).kind, Kind::Ended) << code;
    EXPECT_EQ(classify(Ending::Exited, code, 0).skip_reason(), "") << code;
  }
}

TEST(TargetEnds, BySignalsThatOnlyItsOwnFaultSends) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGPIPE, SIGUSR1}) {
    EXPECT_EQ(signalled(signal).kind, Kind::Crashed) << signal;
    EXPECT_EQ(signalled(signal).skip_reason(), "") << signal;
  }
}

TEST(TargetEnds, BySignalsOfTheMachineOrOfOurLimits) {
  for (const int signal : {SIGKILL, SIGTERM, SIGINT, SIGHUP})
    EXPECT_EQ(signalled(signal).skip_reason(), "killed from outside");
  EXPECT_EQ(signalled(SIGXCPU).skip_reason(), "timeout");
  EXPECT_EQ(signalled(SIGXFSZ).skip_reason(), "file limit");
  EXPECT_EQ(signalled(SIGXFSZ).kind, Kind::Limited);
}

TEST(TargetEnds, AsAShellPassesThemOn) {
  EXPECT_EQ(classify(Ending::Exited, 128 + SIGKILL, 0).skip_reason(), "killed from outside");
  EXPECT_EQ(classify(Ending::Exited, 128 + SIGXCPU, 0).skip_reason(), "timeout");
  EXPECT_EQ(classify(Ending::Exited, 128 + SIGXFSZ, 0).skip_reason(), "file limit");
  EXPECT_EQ(classify(Ending::Exited, 128 + SIGTERM, 0).kind, Kind::Ended);  // no limit sends SIGTERM
}

TEST(TargetEnds, ByOurOwnHand) {
  EXPECT_EQ(classify(Ending::TimedOut, 0, 0).skip_reason(), "timeout");
  EXPECT_EQ(classify(Ending::OutOfMemory, 0, 0).skip_reason(), "out of memory");
  EXPECT_EQ(classify(Ending::OutputLimit, 0, 0).skip_reason(), "output limit");
  EXPECT_EQ(classify(Ending::Cancelled, 0, 0).kind, Kind::Cancelled);
  EXPECT_EQ(classify(Ending::Cancelled, 0, 0).skip_reason(), "cancelled");
}

TEST(TargetEnds, BeforeItBegan) {
  const TargetEnd missing = classify(run_process({{"/no/such/program"}, {}, {}}, "", {}));
  EXPECT_EQ(missing.kind, Kind::Missing);
  EXPECT_EQ(missing.skip_reason(), "cannot start");
  EXPECT_NE(missing.message.find("/no/such/program"), std::string::npos);
}

TEST(TargetEnds, OfRealProcesses) {
  const auto shell = [](const std::string& text, const Limits& limits = {}) {
    return std::string(classify(run_process({{"/bin/sh", "-c", text}, {}, {}}, "", limits)).skip_reason());
  };
  EXPECT_EQ(shell("kill -KILL $$"), "killed from outside");
  EXPECT_EQ(shell("kill -SEGV $$"), "");
  EXPECT_EQ(shell("sh -c 'kill -KILL $$'; exit $?"), "killed from outside");
  Limits small;
  small.output_bytes = 1U << 12;
  EXPECT_EQ(shell("exec yes", small), "output limit");
  small = {};
  small.wall_seconds = 0.2;
  EXPECT_EQ(shell("exec sleep 600", small), "timeout");
}

TEST(TargetEnds, ACompleteAnswerCountsThoughTheProcessIsGone) {
  ChildSession::Answer answer;
  answer.complete = true;
  answer.ending = Ending::Signalled;
  answer.signal = SIGSEGV;
  EXPECT_EQ(classify(answer).kind, Kind::Ended);
  answer.complete = false;
  EXPECT_EQ(classify(answer).kind, Kind::Crashed);
}

}  // namespace
}  // namespace assay::core

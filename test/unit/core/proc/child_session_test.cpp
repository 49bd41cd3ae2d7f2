#include <gtest/gtest.h>

#include <thread>

#include "core/proc/proc.hpp"
#include "unit/core/proc/live_processes.hpp"

namespace assay::core {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

class ChildSessionTest : public testing::Test {
 protected:
  void start(const Limits& limits = generous()) {
    auto started = ChildSession::start({{ASSAY_NASTY_CHILD, "serve", text_}, {}, {}}, limits);
    ASSERT_TRUE(started.ok()) << started.error().text();
    session_ = std::move(*started);
  }
  void TearDown() override {
    session_.reset();
    EXPECT_TRUE(test::live_processes_with(text_).empty());
    EXPECT_TRUE(test::own_zombies().empty());
  }
  static Limits generous() {
    Limits limits;
    limits.wall_seconds = 60;
    return limits;
  }
  ChildSession::Answer ask(const std::string& request) { return session_->ask(request, "end", {}); }

  std::string text_ = test::unique_text();
  std::unique_ptr<ChildSession> session_;
};

TEST_F(ChildSessionTest, AnswersRequestAfterRequest) {
  start();
  for (int i = 0; i < 50; ++i) {
    const std::string word = "word" + std::to_string(i);
    const auto answer = ask("echo " + word + "\nwarn w" + word + "\necho end\n");
    ASSERT_TRUE(answer.complete);
    EXPECT_EQ(answer.out, word + "\n");
    EXPECT_EQ(answer.err, "w" + word + "\n");
    EXPECT_TRUE(session_->alive());
  }
}

TEST_F(ChildSessionTest, TakesTheMarkerInQuotes) {
  start();
  const auto answer = ask("echo a\necho \"end\"\n");
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.out, "a\n");
}

TEST_F(ChildSessionTest, KeepsWhatFollowsTheMarkerForTheNextAnswer) {
  start();
  EXPECT_TRUE(ask("part end\npart \n\necho \necho early\n").complete);
  const auto second = ask("echo late\necho end\n");
  EXPECT_TRUE(second.complete);
  EXPECT_EQ(second.out, "early\nlate\n");
}

TEST_F(ChildSessionTest, MovesRequestsAndAnswersLargerThanAPipe) {
  start();
  const std::string large(3 * kMebibyte, 'y');
  const auto answer = ask("echo " + large + "\nwarn " + large + "\necho end\n");
  ASSERT_TRUE(answer.complete);
  EXPECT_EQ(answer.out, large + "\n");
  EXPECT_EQ(answer.err, large + "\n");
}

TEST_F(ChildSessionTest, SurvivesTheThreadThatStartedIt) {
  std::thread([this] { start(); }).join();
  const auto answer = ask("echo here\necho end\n");
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.out, "here\n");
}

TEST_F(ChildSessionTest, CountsUsagePerRequest) {
  start();
  const auto busy = ask("burn 200\necho end\n");
  const auto idle = ask("echo end\n");
  EXPECT_GE(busy.usage.cpu_seconds(), 0.19);
  EXPECT_GE(busy.usage.wall_seconds, busy.usage.cpu_seconds() * 0.9);
  EXPECT_GT(idle.usage.cpu_seconds(), 0);
  EXPECT_LT(idle.usage.cpu_seconds(), 0.1);
  EXPECT_GT(idle.usage.peak_memory_bytes, 0U);
}

TEST_F(ChildSessionTest, ReportsAnExit) {
  start();
  const auto answer = ask("echo some\nexit 7\necho end\n");
  EXPECT_FALSE(answer.complete);
  EXPECT_EQ(answer.ending, Ending::Exited);
  EXPECT_EQ(answer.exit_code, 7);
  EXPECT_EQ(answer.out, "some\n");
  EXPECT_FALSE(session_->alive());
}

TEST_F(ChildSessionTest, ReportsASignal) {
  start();
  const auto answer = ask("abort\n");
  EXPECT_FALSE(answer.complete);
  EXPECT_EQ(answer.ending, Ending::Signalled);
  EXPECT_EQ(answer.signal, SIGABRT);
}

TEST_F(ChildSessionTest, StaysDeadWithTheSameEnding) {
  start();
  EXPECT_EQ(ask("exit 7\n").exit_code, 7);
  const auto again = ask("echo end\n");
  EXPECT_FALSE(again.complete);
  EXPECT_EQ(again.ending, Ending::Exited);
  EXPECT_EQ(again.exit_code, 7);
}

TEST_F(ChildSessionTest, IsCompleteWhenTheMarkerWasTheLastWord) {
  start();
  const auto answer = ask("echo bye\necho end\nexit 0\n");
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.out, "bye\n");
  EXPECT_FALSE(ask("echo end\n").complete);
}

TEST_F(ChildSessionTest, StopsARequestThatHangs) {
  Limits limits;
  limits.wall_seconds = 0.2;
  start(limits);
  EXPECT_TRUE(ask("echo end\n").complete);
  const auto answer = ask("echo some\nhang\n");
  EXPECT_FALSE(answer.complete);
  EXPECT_EQ(answer.ending, Ending::TimedOut);
  EXPECT_EQ(answer.out, "some\n");
  EXPECT_FALSE(session_->alive());
}

TEST_F(ChildSessionTest, LimitsCpuTimePerRequest) {
  Limits limits = generous();
  limits.cpu_seconds = 0.5;
  start(limits);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(ask("burn 250\necho end\n").complete) << i;
  EXPECT_EQ(ask("spin\n").ending, Ending::TimedOut);
}

TEST_F(ChildSessionTest, StopsAMemoryEater) {
  Limits limits = generous();
  limits.memory_bytes = 64 * kMebibyte;
  start(limits);
  const auto answer = ask("eat " + std::to_string(2048 * kMebibyte) + "\n");
  EXPECT_EQ(answer.ending, Ending::OutOfMemory);
  EXPECT_GT(answer.usage.peak_memory_bytes, 64 * kMebibyte);
}

TEST_F(ChildSessionTest, StopsAChattererAndKeepsTheMarkerOfATalker) {
  Limits limits = generous();
  limits.output_bytes = kMebibyte;
  start(limits);
  const auto talker = ask("print 2000000\necho \necho end\n");
  EXPECT_TRUE(talker.complete);
  EXPECT_TRUE(talker.truncated);
  EXPECT_EQ(talker.out.size(), kMebibyte);
  const auto chatterer = ask("print 1000000000000\n");
  EXPECT_FALSE(chatterer.complete);
  EXPECT_EQ(chatterer.ending, Ending::OutputLimit);
}

TEST_F(ChildSessionTest, DoesNotWaitForAChildThatCanAnswerNoMore) {
  start();
  const auto answer = ask("mute\nhang\n");
  EXPECT_FALSE(answer.complete);
  EXPECT_EQ(answer.ending, Ending::TimedOut);
  EXPECT_LT(answer.usage.wall_seconds, 50);  // the limit is 60
}

TEST_F(ChildSessionTest, IsCancelledFromAnotherThread) {
  start();
  std::stop_source stop;
  std::thread other([&] {
    test::eventually_count_with(text_, 2);  // the daemon shows that the request is under way
    stop.request_stop();
  });
  const auto answer = session_->ask("daemon\nhang\n", "end", stop.get_token());
  other.join();
  EXPECT_EQ(answer.ending, Ending::Cancelled);
  EXPECT_TRUE(test::live_processes_with(text_).empty());
}

TEST_F(ChildSessionTest, KillsDaemonsOfTheChildAtItsEnd) {
  start();
  EXPECT_TRUE(ask("daemon\necho end\n").complete);
  EXPECT_GE(test::live_processes_with(text_).size(), 2U);
}

TEST(ChildSessionStart, SaysWhyThereIsNone) {
  const auto started = ChildSession::start({{"no-such-program-anywhere"}, {}, {}}, {});
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().text(), "cannot start 'no-such-program-anywhere': not found on the PATH");
}

}  // namespace
}  // namespace assay::core

#include "core/proc/confinement.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "base/text.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {
namespace {

/// A process that is there to be reached: it waits for the end of its input.
class Confinement : public testing::Test {
 protected:
  void SetUp() override {
    Limits limits;
    limits.wall_seconds = 120;
    auto started = ChildSession::start({{"/bin/sh", "-c", "echo $$; echo end; exec cat"}, {}, {}}, limits);
    ASSERT_TRUE(started) << started.error().text();
    victim_ = std::move(*started);
    pid_ = std::string(trim(victim_->ask("", "end", {}).out));
    ASSERT_FALSE(pid_.empty());
    const Result<std::string> folder = scratch_.path();
    ASSERT_TRUE(folder) << folder.error().text();
    folder_ = *folder;
    for (const char* const name : {"/inside", "/outside"}) std::filesystem::create_directories(folder_ + name);
    for (const char* const name : {"/old", "/other"}) std::ofstream(folder_ + "/outside" + name) << "text\n";
  }

  /// The result of each attempt of the hostile child, by the attempt's name.
  std::map<std::string, std::string> attempts(bool isolated) {
    // LeakSanitizer, where the child has it, traces its own process.
    Command command{{ASSAY_HOSTILE_CHILD, pid_, folder_ + "/outside"},
                    {{"LSAN_OPTIONS", "detect_leaks=0"}},
                    folder_ + "/inside",
                    {}};
    if (isolated) command.writes_below = command.working_directory;
    command.isolated = isolated;
    Limits limits;
    limits.wall_seconds = 100;
    const ProcessResult ran = run_process(command, "", limits);
    EXPECT_EQ(ran.ending, Ending::Exited) << ran.message << ran.signal;
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    std::map<std::string, std::string> found;
    for (const std::string_view line : split(trim(ran.out), '\n')) {
      const std::size_t at = line.rfind(": ");
      found.emplace(line.substr(0, at), line.substr(at + 2));
    }
    return found;
  }

  ScratchFolder scratch_;
  std::string folder_;
  std::unique_ptr<ChildSession> victim_;
  std::string pid_;
};

TEST_F(Confinement, RefusesEachOfFortyAttempts) {
  for (const std::string& gap : isolation_gaps()) GTEST_SKIP() << "a program on this kernel can " << gap;
  const auto found = attempts(true);
  EXPECT_GE(found.size(), 40U);
  for (const auto& [name, came_to] : found) EXPECT_EQ(came_to, "refused") << name;
  EXPECT_TRUE(victim_->alive());
}

TEST_F(Confinement, KillsNobodyElse) {
  for (const std::string& gap : isolation_gaps()) GTEST_SKIP() << "a program on this kernel can " << gap;
  Command command{{"/bin/sh", "-c", "kill -9 $PPID; kill -9 " + pid_ + "; kill -9 -1; echo here"}, {}, {}, folder_};
  command.isolated = true;
  const ProcessResult ran = run_process(command, "", {});
  EXPECT_EQ(trim(ran.out), "here") << ran.signal;
  EXPECT_TRUE(victim_->alive());
}

TEST_F(Confinement, TheSameAttemptsSucceedWithoutIt) {
  const auto found = attempts(false);
  for (const char* const name :
       {"a signal to another process", "a signal to the parent", "a signal by a pipe", "a signal from a child",
        "opening a file", "making a file", "a file's mode", "a file's times", "a link", "another name", "a folder",
        "a local socket", "a process's priority", "new privileges"}) {
    ASSERT_TRUE(found.contains(name)) << name;
    EXPECT_EQ(found.at(name), "done") << name;
  }
}

TEST_F(Confinement, LeavesAProgramItsOwnFilesAndChildren) {
  const std::string script =
      "echo a > made && mkdir folder && mv made folder/moved && cat folder/moved && echo b > /dev/null && echo device\n"
      "sleep 60 & kill -9 $! && wait $!; echo $?\n"
      "sh -c 'kill -6 $$'; echo $?";
  Command command{{"/bin/sh", "-c", script}, {}, folder_ + "/inside", folder_ + "/inside"};
  command.isolated = true;
  Limits limits;
  limits.wall_seconds = 60;
  const ProcessResult ran = run_process(command, "", limits);
  const std::vector<std::string_view> lines = split(trim(ran.out), '\n');
  ASSERT_EQ(lines.size(), 4U) << ran.out << ran.err;
  EXPECT_EQ(lines[0], "a");
  EXPECT_EQ(lines[1], "device");
  if (KernelFeatures::here().landlock < 6) GTEST_SKIP() << "this kernel's Landlock does not know whose signal it is";
  EXPECT_EQ(lines[2], "137");
  EXPECT_EQ(lines[3], "134");
}

TEST(IsolationGaps, AreWhatTheKernelLacks) {
  EXPECT_TRUE(isolation_gaps({7, true}).empty());
  EXPECT_TRUE(isolation_gaps({3, true}).empty()) << "filters keep signals in";
  EXPECT_EQ(isolation_gaps({1, true}).size(), 1U);
  EXPECT_EQ(isolation_gaps({0, false}).size(), 2U);
}

TEST(IsolationGaps, AFilterRefusesSignalsWhereLandlockDoesNot) {
  EXPECT_GT(isolation_filter({3, true}).code.size(), isolation_filter({6, true}).code.size());
  EXPECT_TRUE(isolation_filter({6, false}).code.empty());
}

}  // namespace
}  // namespace assay::core

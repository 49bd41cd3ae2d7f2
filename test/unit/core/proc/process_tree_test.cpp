#include "core/proc/process_tree.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "core/proc/procfs.hpp"
#include "core/proc/run_mark.hpp"
#include "core/proc/spawn.hpp"
#include "unit/core/proc/live_processes.hpp"

namespace assay::core {
namespace {

/// A child of this process that hangs until it is killed.
class HangingChild {
 public:
  HangingChild() : pid_(::fork()) {
    while (pid_ == 0) ::pause();
  }
  ~HangingChild() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  HangingChild(const HangingChild&) = delete;
  HangingChild& operator=(const HangingChild&) = delete;
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

TEST(ProcessStatTest, DescribesALivingProcess) {
  const HangingChild child;
  const auto stat = read_stat(child.pid());
  ASSERT_TRUE(stat.has_value());
  EXPECT_EQ(stat->pid, child.pid());
  EXPECT_EQ(stat->parent, ::getpid());
  EXPECT_EQ(stat->group, ::getpgrp());
  EXPECT_EQ(stat->session, ::getsid(0));
  EXPECT_FALSE(stat->ended());
  EXPECT_GT(stat->resident_bytes, 0U);
}

TEST(ProcessStatTest, TellsZombiesFromTheReaped) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  const auto stat = read_stat(child);
  ASSERT_TRUE(stat.has_value());
  EXPECT_TRUE(stat->ended());
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(read_stat(child).has_value());
}

TEST(Children, AreTheSameFromTheListAndFromAScan) {
  const HangingChild first;
  const HangingChild second;
  std::vector<pid_t> listed;
  std::vector<pid_t> scanned;
  append_children(::getpid(), listed);
  append_children_by_scan(::getpid(), scanned);
  // There may be a third, which guards the children that other tests started.
  std::sort(listed.begin(), listed.end());
  std::sort(scanned.begin(), scanned.end());
  EXPECT_EQ(listed, scanned);
  for (const pid_t child : {first.pid(), second.pid()}) EXPECT_EQ(std::count(listed.begin(), listed.end(), child), 1);
  EXPECT_LE(listed.size(), 3U);
  listed.clear();
  append_children(first.pid(), listed);
  EXPECT_TRUE(listed.empty());
}

TEST(RunMarkTest, IsOnTheRunAndOnNoOther) {
  const Command command{{ASSAY_NASTY_CHILD, "hang"}, {}, {}};
  auto one = spawn(command, {}, BoundTo::CallingThread);
  auto other = spawn(command, {}, BoundTo::CallingThread);
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_EQ(one->mark.check_limit(one->pid), RunMark::Answer::Yes);
  EXPECT_EQ(one->mark.check_limit(other->pid), RunMark::Answer::No);
  EXPECT_NE(one->mark.check_limit(::getpid()), RunMark::Answer::Yes);
  // spawn() sees the program begin a moment before the kernel shows its environment.
  bool seen = false;
  for (unsigned i = 0; i < 100'000 && !seen; ++i) seen = one->mark.check_environment(one->pid);
  EXPECT_TRUE(seen);
  EXPECT_FALSE(one->mark.check_environment(other->pid));
  EXPECT_FALSE(one->mark.check_environment(::getpid()));
  for (SpawnedChild* child : {&*one, &*other}) {
    const auto end = ProcessTree(child->pid, child->mark).terminate();
    ASSERT_TRUE(end.has_value());
    EXPECT_TRUE(WIFSIGNALED(end->wait_status));
  }
}

TEST(RunMarkTest, KeepsTheMarksOfEnclosingRuns) {
  ::setenv(RunMark::kVariable, ";12-3;", 1);
  const std::string entry = RunMark::next().environment_entry();
  ::unsetenv(RunMark::kVariable);
  EXPECT_TRUE(entry.starts_with("ASSAY_RUN=;12-3;")) << entry;
  EXPECT_TRUE(entry.ends_with(";"));
  EXPECT_GT(entry.size(), std::string("ASSAY_RUN=;12-3;").size());
}

TEST(ProcessTreeTest, LeavesStrangersAlone) {
  const HangingChild stranger;  // our own child, but of no run
  auto child = spawn({{ASSAY_NASTY_CHILD, "leave-daemon"}, {}, {}}, {}, BoundTo::CallingThread);
  ASSERT_TRUE(child.ok());
  ProcessTree tree(child->pid, child->mark);
  ASSERT_TRUE(tree.terminate().has_value());
  const auto stat = read_stat(stranger.pid());
  ASSERT_TRUE(stat.has_value());
  EXPECT_FALSE(stat->ended());
}

TEST(ProcessTreeTest, CountsEscapedProcessesAsMembers) {
  const std::string text = test::unique_text();
  auto child = spawn({{ASSAY_NASTY_CHILD, "fork-many", "6", text}, {}, {}}, {}, BoundTo::CallingThread);
  ASSERT_TRUE(child.ok());
  ProcessTree tree(child->pid, child->mark);
  // Six daemons, the three parents that live on, and the root.
  ASSERT_TRUE(test::eventually_count_with(text, 10));
  std::size_t seen = 0;
  while ((seen = tree.sample().processes) > 10) continue;
  EXPECT_EQ(seen, 10U);
  ASSERT_TRUE(tree.terminate().has_value());
  EXPECT_TRUE(test::live_processes_with(text).empty());
  EXPECT_TRUE(test::own_zombies().empty());
}

}  // namespace
}  // namespace assay::core

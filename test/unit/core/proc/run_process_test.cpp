#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/landlock.h>
#include <sched.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "core/proc/proc.hpp"
#include "unit/core/proc/live_processes.hpp"

namespace assay::core::run_process_test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

Limits generous() {
  Limits limits;
  limits.wall_seconds = 60;
  return limits;
}

/// After every test, no process and no zombie may be left.
class RunProcess : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "assay-proc-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    fs::remove_all(folder_);
    EXPECT_TRUE(test::live_processes_with(text_).empty());
    EXPECT_TRUE(test::own_zombies().empty());
  }
  [[nodiscard]] Command nasty(std::vector<std::string> arguments) const {
    Command command;
    command.argv = {ASSAY_NASTY_CHILD};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.argv.push_back(text_);
    return command;
  }

  std::string text_ = test::unique_text();
  fs::path folder_;
};

TEST_F(RunProcess, GivesItsOutputToASink) {
  constexpr std::size_t kAll = 20U << 20;  // more than the limit keeps
  std::size_t got = 0;
  const OutputSink count = [&](std::string_view data) {
    got += data.size();
    return true;
  };
  const Command many{{"/bin/sh", "-c", "yes | head -c 20971520; exit 3"}, {}, {}};
  const auto whole = run_process(many, "", generous(), count, {});
  EXPECT_EQ(whole.ending, Ending::Exited);
  EXPECT_EQ(whole.exit_code, 3);
  EXPECT_EQ(got, kAll);
  EXPECT_TRUE(whole.out.empty());
  EXPECT_FALSE(whole.truncated);
  got = 0;
  const OutputSink refuse = [&](std::string_view data) { return (got += data.size()) < 100'000; };
  const auto refused = run_process({{"yes"}, {}, {}}, "", generous(), refuse, {});
  EXPECT_EQ(refused.ending, Ending::OutputLimit);
  EXPECT_TRUE(refused.truncated);
}

/// Runs six programs at a time on one processor. Each needs 0.3 s of it, and may take 0.9 s.
std::vector<ProcessResult> run_crowd(const Command& command, bool counts_waiting) {
  constexpr std::size_t kPrograms = 6;
  Limits limits;
  limits.wall_seconds = 0.9;
  limits.counts_waiting = counts_waiting;
  std::vector<ProcessResult> results(kPrograms);
  std::vector<std::jthread> threads;
  for (ProcessResult& result : results)
    threads.emplace_back([&] {
      cpu_set_t allowed;
      cpu_set_t only;
      CPU_ZERO(&only);
      ASSERT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
      for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&only) == 0; ++cpu)
        if (CPU_ISSET(cpu, &allowed)) CPU_SET(cpu, &only);
      ASSERT_EQ(::sched_setaffinity(0, sizeof only, &only), 0);
      result = run_process(command, "", limits);
    });
  threads.clear();
  return results;
}

TEST_F(RunProcess, WaitingForAProcessorNeedNotCount) {
  for (const ProcessResult& result : run_crowd(nasty({"burn", "300"}), false))
    EXPECT_EQ(result.ending, Ending::Exited) << result.usage.wall_seconds << " s";
  const std::vector<ProcessResult> counted = run_crowd(nasty({"burn", "300"}), true);
  EXPECT_TRUE(std::any_of(counted.begin(), counted.end(), [](const ProcessResult& result) {
    return result.ending == Ending::TimedOut;
  })) << "1.8 s of work on one processor ended in 0.9 s";
}

TEST_F(RunProcess, WorkAndSleepCountWhereWaitingDoesNot) {
  Limits limits;
  limits.wall_seconds = 0.2;
  limits.counts_waiting = false;
  for (const char* const mode : {"spin", "hang"})
    EXPECT_EQ(run_process(nasty({mode}), "", limits).ending, Ending::TimedOut) << mode;
}

TEST_F(RunProcess, ReportsOutputErrorAndExitCode) {
  const auto result = run_process({{"/bin/sh", "-c", "cat; echo oops >&2; exit 3"}, {}, {}}, "hello", generous());
  EXPECT_EQ(result.ending, Ending::Exited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "hello");
  EXPECT_EQ(result.err, "oops\n");
  EXPECT_FALSE(result.truncated);
  EXPECT_GT(result.usage.wall_seconds, 0);
}

TEST_F(RunProcess, LooksUpTheProgramOnThePath) {
  EXPECT_EQ(run_process({{"sh", "-c", "exit 4"}, {}, {}}, "", generous()).exit_code, 4);
}

TEST_F(RunProcess, TellsSignalsFromExits) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGTERM, SIGKILL}) {
    const auto result = run_process(nasty({"signal", std::to_string(signal)}), "", generous());
    EXPECT_EQ(result.ending, Ending::Signalled);
    EXPECT_EQ(result.signal, signal);
  }
  const auto exited = run_process(nasty({"exit", "139"}), "", generous());
  EXPECT_EQ(exited.ending, Ending::Exited);
  EXPECT_EQ(exited.exit_code, 139);
  EXPECT_EQ(exited.signal, 0);
}

TEST_F(RunProcess, TellsAProgramThatExitsWith127FromOneThatIsNotThere) {
  EXPECT_EQ(run_process(nasty({"exit", "127"}), "", generous()).ending, Ending::Exited);
  const auto missing = run_process({{"/no/such/program"}, {}, {}}, "", generous());
  EXPECT_EQ(missing.ending, Ending::FailedToStart);
  EXPECT_EQ(missing.message, "cannot start '/no/such/program': No such file or directory");
}

TEST_F(RunProcess, SaysWhyAProgramDoesNotStart) {
  const auto why = [](const Command& command) {
    const auto result = run_process(command, "input", generous());
    EXPECT_EQ(result.ending, Ending::FailedToStart);
    return result.message;
  };
  const auto file = [&](const char* name, const char* contents, mode_t mode) {
    const fs::path path = folder_ / name;
    std::ofstream(path) << contents;
    ::chmod(path.c_str(), mode);
    return path.string();
  };
  const std::string data = file("data", "data", 0600);
  const std::string garbage = file("garbage", "\1\2\3", 0700);
  const std::string orphan = file("orphan", "#!/no/such/interpreter\n", 0700);
  EXPECT_EQ(why({{}, {}, {}}), "cannot start a program: no name given");
  EXPECT_EQ(why({{"no-such-program"}, {}, {}}), "cannot start 'no-such-program': not found on the PATH");
  EXPECT_EQ(why({{folder_}, {}, {}}), "cannot start '" + folder_.string() + "': Is a directory");
  EXPECT_EQ(why({{data}, {}, {}}), "cannot start '" + data + "': Permission denied (is it executable?)");
  EXPECT_EQ(why({{garbage}, {}, {}}), "cannot start '" + garbage + "': Exec format error");
  EXPECT_EQ(why({{orphan}, {}, {}}),
            "cannot start '" + orphan + "': No such file or directory (the interpreter that the file names)");
  EXPECT_EQ(why({{"/bin/sh"}, {}, "/no/such/folder"}),
            "cannot start '/bin/sh': working directory '/no/such/folder': No such file or directory");
}

TEST_F(RunProcess, PassesArgumentsWithoutAShell) {
  const auto result = run_process(
      {{"/bin/sh", "-c", "printf '%s|' \"$@\"", "sh", "a b", "", "$HOME", "*", "'\""}, {}, {}}, "", generous());
  EXPECT_EQ(result.out, "a b||$HOME|*|'\"|");
}

TEST_F(RunProcess, ChangesTheEnvironmentAndTheDirectory) {
  ::setenv("ASSAY_TEST_KEPT", "kept", 1);
  ::setenv("ASSAY_TEST_REPLACED", "old", 1);
  Command command{{"/bin/sh", "-c", "echo $ASSAY_TEST_KEPT $ASSAY_TEST_REPLACED $ASSAY_TEST_NEW; pwd"}, {}, folder_};
  command.environment = {{"ASSAY_TEST_REPLACED", "new"}, {"ASSAY_TEST_NEW", "a=b"}};
  const auto result = run_process(command, "", generous());
  EXPECT_EQ(result.out, "kept new a=b\n" + fs::canonical(folder_).string() + "\n");
}

TEST_F(RunProcess, GivesACleanStart) {
  const int leaked = ::open("/dev/null", O_RDONLY);  // on purpose without O_CLOEXEC
  ::signal(SIGUSR1, SIG_IGN);
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR2);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto result = run_process(nasty({"tell"}), "", generous());
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::signal(SIGUSR1, SIG_DFL);
  ::close(leaked);
  EXPECT_EQ(result.out, "files 0 1 2\nsignals\nleads session yes\ncore 0\n");
}

TEST_F(RunProcess, MovesInputAndOutputLargerThanPipes) {
  std::string large;
  for (int i = 0; large.size() < 4 * kMebibyte; ++i) large += std::to_string(i) + "\n";
  const auto result = run_process(nasty({"copy"}), large, generous());
  EXPECT_EQ(result.ending, Ending::Exited);
  EXPECT_TRUE(result.out == large);
}

TEST_F(RunProcess, SurvivesAChildThatReadsNothing) {
  const std::string large(4 * kMebibyte, 'x');
  for (const char* how : {"", "close"}) {
    const auto result = run_process(nasty({"read-nothing", how}), large, generous());
    EXPECT_EQ(result.ending, Ending::Exited);
    EXPECT_EQ(result.out, "unread\n");
  }
  sigset_t pending;
  ::sigpending(&pending);
  EXPECT_EQ(::sigismember(&pending, SIGPIPE), 0);
}

TEST_F(RunProcess, StopsAChildThatNeverReads) {
  Limits limits;
  limits.wall_seconds = 0.2;
  EXPECT_EQ(run_process(nasty({"hang"}), std::string(kMebibyte, 'x'), limits).ending, Ending::TimedOut);
}

TEST_F(RunProcess, KeepsAllBytes) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const auto result = run_process(nasty({"garbage"}), "", generous());
  EXPECT_EQ(result.out, all);
  EXPECT_EQ(result.err, all);
}

TEST_F(RunProcess, TimesOut) {
  Limits limits;
  limits.wall_seconds = 0.2;
  for (const char* mode : {"hang", "ignore-signals", "spin", "close-outputs"}) {
    const auto result = run_process(nasty({mode}), "", limits);
    EXPECT_EQ(result.ending, Ending::TimedOut) << mode;
    EXPECT_GE(result.usage.wall_seconds, 0.2) << mode;
  }
}

TEST_F(RunProcess, LimitsCpuTime) {
  Limits limits = generous();
  limits.cpu_seconds = 0.3;
  const auto result = run_process(nasty({"spin"}), "", limits);
  EXPECT_EQ(result.ending, Ending::TimedOut);
  EXPECT_GE(result.usage.cpu_seconds(), 0.3);
  EXPECT_LT(result.usage.wall_seconds, 50);
  EXPECT_EQ(run_process(nasty({"burn", "100"}), "", limits).ending, Ending::Exited);
}

TEST_F(RunProcess, LimitsCpuTimeOfDescendants) {
  Limits limits = generous();
  limits.cpu_seconds = 0.3;
  const std::string script = "\"$0\" spin \"$1\" & wait";
  const auto result = run_process({{"/bin/sh", "-c", script, ASSAY_NASTY_CHILD, text_}, {}, {}}, "", limits);
  EXPECT_EQ(result.ending, Ending::TimedOut);
  EXPECT_GE(result.usage.cpu_seconds(), 0.2);
  EXPECT_LT(result.usage.wall_seconds, 50);
}

TEST_F(RunProcess, CountsCpuTime) {
  const auto result = run_process(nasty({"burn", "200"}), "", generous());
  EXPECT_GE(result.usage.cpu_seconds(), 0.2);
  EXPECT_LT(result.usage.cpu_seconds(), 2);
}

TEST_F(RunProcess, LimitsMemory) {
  Limits limits = generous();
  limits.memory_bytes = 64 * kMebibyte;
  const auto result = run_process(nasty({"eat", std::to_string(2048 * kMebibyte)}), "", limits);
  EXPECT_EQ(result.ending, Ending::OutOfMemory);
  EXPECT_GT(result.usage.peak_memory_bytes, 64 * kMebibyte);
  EXPECT_LT(result.usage.peak_memory_bytes, 2048 * kMebibyte);
}

TEST_F(RunProcess, CountsSharedPagesOnce) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer gives every process private shadow pages, which count, too";
#endif
  Limits limits = generous();
  limits.memory_bytes = 96 * kMebibyte;
  const auto shared = run_process(nasty({"share", std::to_string(64 * kMebibyte)}), "", limits);
  EXPECT_EQ(shared.ending, Ending::Exited);
  EXPECT_EQ(shared.out, "done\n");
  limits.memory_bytes = 48 * kMebibyte;
  EXPECT_EQ(run_process(nasty({"share", std::to_string(64 * kMebibyte)}), "", limits).ending, Ending::OutOfMemory);
}

TEST_F(RunProcess, StopsAPrinterOfMuch) {
  Limits limits = generous();
  limits.output_bytes = kMebibyte;
  for (const char* stream : {"out", "err"}) {
    const auto result = run_process(nasty({"print", "1000000000000", stream}), "", limits);
    EXPECT_EQ(result.ending, Ending::OutputLimit);
    EXPECT_TRUE(result.truncated);
    EXPECT_EQ(result.out.size() + result.err.size(), kMebibyte);
  }
}

TEST_F(RunProcess, LetsAPrinterOfALittleTooMuchEnd) {
  Limits limits = generous();
  limits.output_bytes = kMebibyte;
  const auto result = run_process(nasty({"print", "2000000"}), "", limits);
  EXPECT_EQ(result.ending, Ending::Exited);
  EXPECT_TRUE(result.truncated);
  EXPECT_EQ(result.out.size(), kMebibyte);
}

TEST_F(RunProcess, LimitsFiles) {
  Limits limits = generous();
  limits.file_bytes = kMebibyte;
  const fs::path file = folder_ / "file";
  const auto result = run_process(nasty({"write-file", file, "4000000"}), "", limits);
  EXPECT_EQ(result.ending, Ending::Signalled);
  EXPECT_EQ(result.signal, SIGXFSZ);
  EXPECT_EQ(fs::file_size(file), kMebibyte);
}

TEST_F(RunProcess, KeepsWritesWithinAFolder) {
  if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1)
    GTEST_SKIP() << "this kernel has no Landlock, which keeps writes within a folder";
  const fs::path inside = folder_ / "inside";
  const fs::path outside = folder_ / "outside";
  fs::create_directories(inside);
  fs::create_directories(outside);
  std::ofstream(outside / "old") << "old";
  const std::string script =
      "echo a > made; mkdir folder; mv made folder/moved; echo b > /dev/null && echo device;"
      "echo c > ../outside/new; echo d > ../outside/old; rm ../outside/old; ln -s x ../outside/link; cat "
      "../outside/old;"
      "sh -c 'echo e > ../outside/child'; mkdir ../outside/folder; mv folder/moved ../outside; true";
  Command command{{"/bin/sh", "-c", script}, {}, inside, inside};
  const auto result = run_process(command, "", generous());
  ASSERT_EQ(result.ending, Ending::Exited) << result.message;
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(outside)) left.insert(entry.path().filename());
  EXPECT_EQ(left, std::set<std::string>{"old"});
  EXPECT_EQ(result.out, "device\nold");
  EXPECT_TRUE(fs::exists(inside / "folder" / "moved"));
}

TEST_F(RunProcess, EndsThoughAGrandchildHoldsThePipe) {
  const auto result = run_process(nasty({"leave-child"}), "", generous());
  EXPECT_EQ(result.ending, Ending::Exited);
  EXPECT_EQ(result.out, "left\n");
  EXPECT_LT(result.usage.wall_seconds, 50);
  EXPECT_TRUE(test::live_processes_with(text_).empty());
}

TEST_F(RunProcess, LeavesNoDaemon) {
  for (const char* mode : {"leave-daemon", "leave-scrubbed-daemon"}) {
    const auto result = run_process(nasty({mode}), "", generous());
    EXPECT_EQ(result.ending, Ending::Exited) << mode;
    EXPECT_EQ(result.out, "left\n") << mode;
    EXPECT_TRUE(test::live_processes_with(text_).empty()) << mode;
    EXPECT_TRUE(test::own_zombies().empty()) << mode;
  }
}

TEST_F(RunProcess, KillsForests) {
  Limits limits;
  limits.wall_seconds = 0.5;
  const auto result = run_process(nasty({"fork-many", "60"}), "", limits);
  EXPECT_EQ(result.ending, Ending::TimedOut);
}

TEST_F(RunProcess, CatchesARunaway) {
  const auto result = run_process(nasty({"run-away", "3000"}), "", generous());
  EXPECT_EQ(result.ending, Ending::Exited);
}

TEST_F(RunProcess, IsCancelledFromAnotherThread) {
  std::stop_source stop;
  std::thread other([&] {
    test::eventually_count_with(text_, 1);
    stop.request_stop();
  });
  const auto result = run_process(nasty({"ignore-signals"}), "", generous(), stop.get_token());
  other.join();
  EXPECT_EQ(result.ending, Ending::Cancelled);
  EXPECT_LT(result.usage.wall_seconds, 50);
  EXPECT_EQ(run_process(nasty({"exit", "0"}), "", generous(), stop.get_token()).ending, Ending::Cancelled);
}

TEST_F(RunProcess, KeepsRunsOfManyThreadsApart) {
  constexpr int kThreads = 8;
  constexpr int kRuns = 12;
  std::array<int, kThreads> right{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRuns; ++i) {
        // Daemons of some runs become our children while other threads have theirs.
        const auto daemon = run_process(nasty({"leave-daemon"}), "", generous());
        const auto copy = run_process(nasty({"copy"}), std::to_string(i), generous());
        const bool ok = daemon.ending == Ending::Exited && daemon.out == "left\n" && copy.out == std::to_string(i);
        right[t] += ok ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : right) EXPECT_EQ(count, kRuns);
}

TEST_F(RunProcess, RunsBelowItself) {
  // The inner sandbox kills processes that its child leaves; the outer one kills the inner with all its processes.
  const auto result =
      run_process({{ASSAY_DOOMED_HOST, "run", ASSAY_NASTY_CHILD, "leave-daemon", text_}, {}, {}}, "", generous());
  EXPECT_EQ(result.ending, Ending::Exited);
  EXPECT_TRUE(test::live_processes_with(text_).empty());
  Limits limits;
  limits.wall_seconds = 0.5;
  const auto killed =
      run_process({{ASSAY_DOOMED_HOST, "run", ASSAY_NASTY_CHILD, "fork-many", "5", text_}, {}, {}}, "", limits);
  EXPECT_EQ(killed.ending, Ending::TimedOut);
  EXPECT_TRUE(test::live_processes_with(text_).empty());
}

struct Doom {
  std::string name;
  std::size_t processes;               ///< how many to wait for; the host and its guardian are two of them
  std::vector<std::string> arguments;  ///< of the host
};

void PrintTo(const Doom& doom, std::ostream* out) { *out << doom.name; }

class DoomedHost : public testing::TestWithParam<Doom> {};

TEST_P(DoomedHost, TakesItsChildrenWithIt) {
  const std::string text = test::unique_text();
  std::vector<std::string> arguments = {ASSAY_DOOMED_HOST};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  arguments.push_back(text);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t host = 0;
  ASSERT_EQ(::posix_spawn(&host, ASSAY_DOOMED_HOST, nullptr, nullptr, pointers.data(), environ), 0);
  EXPECT_TRUE(test::eventually_count_with(text, GetParam().processes));
  ::kill(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(test::eventually_none_with(text));
}

INSTANTIATE_TEST_SUITE_P(Kinds, DoomedHost,
                         testing::Values(Doom{"StubbornChild", 3, {"run", ASSAY_NASTY_CHILD, "ignore-signals"}},
                                         Doom{"ManyChildren", 9, {"run", ASSAY_NASTY_CHILD, "fork-many", "4"}},
                                         Doom{"Session", 4, {"session", ASSAY_NASTY_CHILD, "serve"}}),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace assay::core::run_process_test

#include "core/proc/guardian.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <mutex>

#include "core/proc/run_mark.hpp"

namespace assay::core {
namespace {

// The guardian is forked from a process with threads: until its end it may call only async-signal-safe functions, so
// there is no allocation and no stream below, and directories are read with the bare system call.

constexpr std::size_t kTextRoom = 64;

struct Text {
  std::array<char, kTextRoom> data{};
  std::size_t size = 0;

  void add(const char* text) {
    while (*text != '\0' && size + 1 < data.size()) data[size++] = *text++;
  }
  void add_number(pid_t number) {
    std::array<char, 16> digits{};
    std::size_t count = 0;
    for (; number > 0; number /= 10) digits[count++] = static_cast<char>('0' + number % 10);
    while (count > 0 && size + 1 < data.size()) data[size++] = digits[--count];
  }
};

void pause_briefly(long milliseconds) {
  constexpr long kNanosecondsPerMillisecond = 1'000'000;
  const timespec time{0, milliseconds * kNanosecondsPerMillisecond};
  ::nanosleep(&time, nullptr);
}

bool environment_has(pid_t pid, const Text& needle) {
  static std::array<char, 1 << 16> buffer;
  Text path;
  path.add("/proc/");
  path.add_number(pid);
  path.add("/environ");
  const int fd = ::open(path.data.data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool found = false;
  std::size_t kept = 0;
  while (!found) {
    const ssize_t got = ::read(fd, buffer.data() + kept, buffer.size() - kept);
    if (got <= 0) break;
    const std::size_t size = kept + static_cast<std::size_t>(got);
    found = ::memmem(buffer.data(), size, needle.data.data(), needle.size) != nullptr;
    kept = size < needle.size ? size : needle.size;
    std::memmove(buffer.data(), buffer.data() + size - kept, kept);
  }
  ::close(fd);
  return found;
}

bool carries_mark(pid_t pid, pid_t assay, const Text& token) {
  rlimit limit{};
  if (::prlimit(pid, RLIMIT_RTTIME, nullptr, &limit) == 0 &&
      limit.rlim_max >> RunMark::kCounterBits == RunMark::family_of(assay)) {
    return true;
  }
  return environment_has(pid, token);
}

pid_t parse_pid(const char* text) {
  pid_t pid = 0;
  for (; *text >= '0' && *text <= '9'; ++text) pid = pid * 10 + (*text - '0');
  return *text == '\0' ? pid : 0;
}

/// Kills all processes that carry a mark of `assay`. Returns true if there was any.
bool sweep(pid_t assay) {
  struct DirectoryEntry {  // linux_dirent64 of getdents(2), which no header declares
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
  };
  Text token;
  token.add(";");
  token.add_number(assay);
  token.add("-");
  alignas(DirectoryEntry) static std::array<char, 1 << 15> buffer;
  const int fd = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool any = false;
  while (true) {
    const long got = ::syscall(SYS_getdents64, fd, buffer.data(), buffer.size());
    if (got <= 0) break;
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer.data() + at);
      const pid_t pid = parse_pid(buffer.data() + at + offsetof(DirectoryEntry, name));
      at += entry->length;
      if (pid <= 0 || pid == ::getpid() || !carries_mark(pid, assay, token)) continue;
      any = ::kill(pid, SIGKILL) == 0 || any;
    }
  }
  ::close(fd);
  return any;
}

void wait_for_end_of(pid_t assay) {
  constexpr long kPollMilliseconds = 200;
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, assay, 0));
  if (pidfd >= 0) {
    pollfd waiting{pidfd, POLLIN, 0};
    while (::getppid() == assay && ::poll(&waiting, 1, -1) < 0 && errno == EINTR) continue;
    return;
  }
  while (::getppid() == assay) pause_briefly(kPollMilliseconds);
}

void close_all_files() {
  constexpr int kMaxFilesWithoutCloseRange = 4096;
  if (::syscall(SYS_close_range, 0U, ~0U, 0U) == 0) return;
  for (int fd = 0; fd < kMaxFilesWithoutCloseRange; ++fd) ::close(fd);
}

[[noreturn]] void guard(pid_t assay) {
  constexpr int kSweeps = 200;
  constexpr long kSweepPauseMilliseconds = 5;
  ::setsid();
  ::prctl(PR_SET_NAME, "assay-guardian");
  const rlim_t mark = RunMark::family_of(assay) << RunMark::kCounterBits | RunMark::kNoRun;
  const rlimit limit{mark, mark};
  ::setrlimit(RLIMIT_RTTIME, &limit);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  close_all_files();
  if (::chdir("/") != 0) ::_exit(1);
  wait_for_end_of(assay);
  // Stop after two empty sweeps in a row: the first may miss a process between fork and its appearance in /proc.
  int empty = 0;
  for (int i = 0; i < kSweeps && empty < 2; ++i) {
    empty = sweep(assay) ? 0 : empty + 1;
    pause_briefly(kSweepPauseMilliseconds);
  }
  ::_exit(0);
}

}  // namespace

void guard_descendants() {
  static std::mutex mutex;
  static std::atomic<pid_t> guarded{0};
  const pid_t self = ::getpid();
  if (guarded.load(std::memory_order_acquire) == self) return;
  const std::lock_guard lock(mutex);
  if (guarded.load(std::memory_order_acquire) == self) return;
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // If SIGCHLD is ignored (some parents leave it so), the kernel discards exit statuses.
  struct sigaction action {};
  if (::sigaction(SIGCHLD, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) ::signal(SIGCHLD, SIG_DFL);
  if (::fork() == 0) guard(self);
  guarded.store(self, std::memory_order_release);
}

}  // namespace assay::core

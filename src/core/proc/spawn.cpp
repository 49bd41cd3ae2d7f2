#include "core/proc/spawn.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "core/proc/confinement.hpp"
#include "core/proc/guardian.hpp"
#include "core/proc/keeper_thread.hpp"

// Until exec, the child shares our memory but has its own stack: sanitizers in it would write to our shadow memory.
#if defined(__clang__)
#define ASSAY_BORROWS_MEMORY __attribute__((noinline, no_sanitize("address", "thread", "undefined")))
#else
#define ASSAY_BORROWS_MEMORY __attribute__((noinline, no_sanitize("address,thread,undefined")))
#endif

namespace assay::core {
namespace {

constexpr int kStreams = 3;

struct ResourceLimit {
  int resource = 0;
  rlimit value{};
};

/// Everything that the child needs. Prepared before the child exists, because until exec the child may call only
/// async-signal-safe functions.
struct Launch {
  const char* program = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* directory = nullptr;
  std::array<int, kStreams> streams{};
  const ResourceLimit* limits = nullptr;
  std::size_t limit_count = 0;
  int confinement = -1;                  ///< descriptor of the Landlock rules; -1: none
  sock_fprog filter{};                   ///< the seccomp filter; without instructions: none
  const std::size_t* own_pid = nullptr;  ///< SyscallFilter::own_pid
  std::size_t own_pids = 0;
  pid_t parent = 0;
  // Results, which the parent can read because the memory is shared.
  int error = 0;
  bool directory_failed = false;
};

ASSAY_BORROWS_MEMORY void reset_signals() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &action, nullptr);
}

ASSAY_BORROWS_MEMORY void close_other_files() {
  if (::syscall(SYS_close_range, static_cast<unsigned>(kStreams), ~0U, 0U) == 0) return;
  constexpr rlim_t kMaxFilesWithoutCloseRange = 65536;
  rlimit limit;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > kMaxFilesWithoutCloseRange) {
    limit.rlim_cur = kMaxFilesWithoutCloseRange;
  }
  for (int fd = kStreams; fd < static_cast<int>(limit.rlim_cur); ++fd) ::close(fd);
}

ASSAY_BORROWS_MEMORY void raise_oom_score() {
  const int fd = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(fd, "1000", 4);
  ::close(fd);
}

ASSAY_BORROWS_MEMORY bool install_filter(const Launch& launch) {
  const auto own = static_cast<std::uint32_t>(::getpid());
  for (std::size_t i = 0; i < launch.own_pids; ++i) launch.filter.filter[launch.own_pid[i]].k = own;
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &launch.filter, 0, 0) == 0;
}

ASSAY_BORROWS_MEMORY int run_child(void* argument) {
  auto* const launch = static_cast<Launch*>(argument);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != launch->parent) ::_exit(1);  // the parent died before prctl
  ::setsid();
  reset_signals();
  for (std::size_t i = 0; i < launch->limit_count; ++i) {
    ::setrlimit(static_cast<__rlimit_resource_t>(launch->limits[i].resource), &launch->limits[i].value);
  }
  raise_oom_score();
  if (launch->confinement >= 0 || launch->filter.len > 0) ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if ((launch->confinement >= 0 && ::syscall(SYS_landlock_restrict_self, launch->confinement, 0) != 0) ||
      (launch->filter.len > 0 && !install_filter(*launch))) {
    launch->error = errno;
    ::_exit(1);
  }
  for (int stream = 0; stream < kStreams; ++stream) ::dup2(launch->streams[static_cast<std::size_t>(stream)], stream);
  close_other_files();
  if (launch->directory != nullptr && ::chdir(launch->directory) != 0) {
    launch->error = errno;
    launch->directory_failed = true;
    ::_exit(1);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(launch->program, launch->arguments, launch->environment);
  launch->error = errno;
  ::_exit(1);
}

/// Runs run_child in a process that shares our memory, and waits until that process execs or fails.
pid_t clone_child(Launch& launch) {
  constexpr std::size_t kStackBytes = std::size_t{64} << 10;
  constexpr std::size_t kStackAlignment = 16;
  const std::unique_ptr<unsigned char[]> stack(new unsigned char[kStackBytes]);
  auto top = reinterpret_cast<std::uintptr_t>(stack.get() + kStackBytes);
  top -= top % kStackAlignment;
  // A signal handler of ours, if it ran in the child, would change our memory.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::clone(run_child, reinterpret_cast<void*>(top), CLONE_VM | CLONE_VFORK | SIGCHLD, &launch);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

void add_limit(std::vector<ResourceLimit>& limits, __rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
  rlimit ours{};
  if (::getrlimit(resource, &ours) != 0) return;
  // Only the mark must be exact. If it cannot be raised, setrlimit fails and the environment alone marks the run.
  if (resource != RLIMIT_RTTIME) hard = std::min(hard, ours.rlim_max);
  limits.push_back({static_cast<int>(resource), {std::min(soft, hard), hard}});
}

std::vector<ResourceLimit> resource_limits(const Limits& limits, BoundTo bound_to, const RunMark& mark) {
  std::vector<ResourceLimit> wanted;
  add_limit(wanted, RLIMIT_CORE, 0, 0);
  if (limits.file_bytes != 0) add_limit(wanted, RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes);
  if (limits.cpu_seconds > 0 && bound_to == BoundTo::CallingThread) {
    const auto seconds = static_cast<rlim_t>(std::ceil(limits.cpu_seconds)) + 1;
    add_limit(wanted, RLIMIT_CPU, seconds, seconds + 1);
  }
  add_limit(wanted, RLIMIT_RTTIME, mark.limit_value(), mark.limit_value());
  return wanted;
}

std::vector<std::string> child_environment(const Command& command, const RunMark& mark) {
  const auto replaced = [&](std::string_view variable) {
    if (variable == RunMark::kVariable) return true;
    return std::any_of(command.environment.begin(), command.environment.end(),
                       [&](const auto& entry) { return entry.first == variable; });
  };
  std::vector<std::string> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!replaced(text.substr(0, text.find('=')))) environment.emplace_back(text);
  }
  for (const auto& [variable, value] : command.environment) {
    if (variable != RunMark::kVariable) environment.push_back(variable + "=" + value);
  }
  environment.push_back(mark.environment_entry());
  return environment;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

Error start_error(const std::string& program, const std::string& why) {
  return Error{"cannot start '" + program + "': " + why, {}};
}

/// The error for a program that find_program does not find.
Error not_found(const std::string& program) {
  namespace fs = std::filesystem;
  if (program.find('/') == std::string::npos) return start_error(program, "not found on the PATH");
  std::error_code ignored;
  if (!fs::exists(program, ignored)) return start_error(program, errno_text(ENOENT));
  if (fs::is_directory(program, ignored)) return start_error(program, errno_text(EISDIR));
  return start_error(program, errno_text(EACCES) + " (is it executable?)");
}

Error launch_error(const Command& command, const Launch& launch) {
  const std::string why = errno_text(launch.error);
  if (launch.directory_failed) {
    return start_error(command.argv[0], "working directory '" + command.working_directory + "': " + why);
  }
  if (launch.error == ENOENT) return start_error(command.argv[0], why + " (the interpreter that the file names)");
  return start_error(command.argv[0], why);
}

/// Clones until the program runs or fails for good. "Text file busy" is temporary: a child that another thread starts
/// right now still has a descriptor of a program file that we have just written.
pid_t launch_patiently(Launch& launch) {
  constexpr int kAttempts = 20;
  constexpr auto kPause = std::chrono::milliseconds(5);
  for (int attempt = 1;; ++attempt) {
    launch.error = 0;
    const pid_t pid = clone_child(launch);
    if (pid < 0) {
      launch.error = errno;
      return pid;
    }
    if (launch.error == 0) return pid;
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
    if (launch.error != ETXTBSY || attempt == kAttempts) return -1;
    std::this_thread::sleep_for(kPause);
  }
}

Result<SpawnedChild> spawn_here(const Command& command, const Limits& limits, BoundTo bound_to) {
  if (command.argv.empty() || command.argv[0].empty()) return Error{"cannot start a program: no name given", {}};
  const std::string program = find_program(command.argv[0]);
  if (program.empty()) return not_found(command.argv[0]);
  std::array<PipeEnds, kStreams> pipes;
  for (PipeEnds& pipe : pipes) {
    auto made = make_pipe();
    if (!made) return start_error(command.argv[0], made.error().message);
    pipe = std::move(*made);
  }
  SpawnedChild child;
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = child_environment(command, child.mark);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);
  const std::vector<ResourceLimit> wanted = resource_limits(limits, bound_to, child.mark);
  Launch launch;
  launch.program = program.c_str();
  launch.arguments = argument_pointers.data();
  launch.environment = environment_pointers.data();
  launch.directory = command.working_directory.empty() ? nullptr : command.working_directory.c_str();
  launch.streams = {pipes[0].read.get(), pipes[1].write.get(), pipes[2].write.get()};
  launch.limits = wanted.data();
  launch.limit_count = wanted.size();
  const UniqueFd rules =
      command.writes_below.empty() ? UniqueFd() : landlock_rules(command.writes_below, command.isolated);
  launch.confinement = rules.get();
  SyscallFilter filter = command.isolated ? isolation_filter(KernelFeatures::here()) : SyscallFilter{};
  launch.filter = {static_cast<unsigned short>(filter.code.size()), filter.code.data()};
  launch.own_pid = filter.own_pid.data();
  launch.own_pids = filter.own_pid.size();
  launch.parent = ::getpid();
  child.started = std::chrono::steady_clock::now();
  child.pid = launch_patiently(launch);
  if (child.pid < 0) return launch_error(command, launch);
  child.pidfd = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0)));
  child.input = std::move(pipes[0].write);
  child.output = std::move(pipes[1].read);
  child.error = std::move(pipes[2].read);
  for (const int fd : {child.input.get(), child.output.get(), child.error.get()}) set_nonblocking(fd);
  return child;
}

}  // namespace

Result<SpawnedChild> spawn(const Command& command, const Limits& limits, BoundTo bound_to) {
  guard_descendants();
  if (bound_to == BoundTo::CallingThread) return spawn_here(command, limits, bound_to);
  Result<SpawnedChild> result = Error{};
  KeeperThread::instance().run([&] { result = spawn_here(command, limits, bound_to); });
  return result;
}

}  // namespace assay::core

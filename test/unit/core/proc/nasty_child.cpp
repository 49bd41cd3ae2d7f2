// A child that misbehaves as its first argument says. The other arguments are the mode's. An additional argument is
// ignored, so that a test can find its processes by their command lines.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

using Arguments = std::vector<std::string>;

[[noreturn]] void hang() {
  while (true) ::pause();
}

std::size_t count_argument(const Arguments& arguments, std::size_t index) {
  return index < arguments.size() ? std::strtoull(arguments[index].c_str(), nullptr, 10) : 0;
}

void say(const std::string& text) { std::cout << text << '\n' << std::flush; }

int exit_with(const Arguments& arguments) { return static_cast<int>(count_argument(arguments, 1)); }

int die_by(const Arguments& arguments) {
  const int number = static_cast<int>(count_argument(arguments, 1));
  ::signal(number, SIG_DFL);  // a sanitizer may have a handler
  ::raise(number);
  return 99;
}

int ignore_all_signals(const Arguments&) {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_IGN);
  say("ready");
  hang();
}

int spin(const Arguments&) {
  volatile unsigned long turns = 0;
  while (true) turns = turns + 1;
}

/// Uses the given number of milliseconds of CPU time, and ends.
int burn(const Arguments& arguments) {
  const double wanted = static_cast<double>(count_argument(arguments, 1)) * 1e-3;
  while (static_cast<double>(std::clock()) / CLOCKS_PER_SEC < wanted) continue;
  return 0;
}

int print_bytes(const Arguments& arguments) {
  std::size_t left = count_argument(arguments, 1);
  const int fd = arguments.size() > 2 && arguments[2] == "err" ? STDERR_FILENO : STDOUT_FILENO;
  const std::string chunk(1 << 16, 'x');
  while (left > 0) {
    const ssize_t written = ::write(fd, chunk.data(), std::min(left, chunk.size()));
    if (written < 0) return 1;
    left -= static_cast<std::size_t>(written);
  }
  return 0;
}

int eat_memory(const Arguments& arguments) {
  const std::size_t limit = count_argument(arguments, 1);
  constexpr std::size_t kStep = std::size_t{1} << 20;
  for (std::size_t eaten = 0; eaten < limit; eaten += kStep) {
    // Volatile, or a compiler may remove memory that is never read.
    auto* const block = static_cast<volatile char*>(std::malloc(kStep));
    if (block == nullptr) return 1;
    for (std::size_t i = 0; i < kStep; ++i) block[i] = 1;
  }
  say("full");
  hang();
}

/// Two processes that share the given number of bytes.
int share_memory(const Arguments& arguments) {
  const std::string shared(count_argument(arguments, 1), 'x');
  if (::fork() == 0) {
    burn({"burn", "150"});
    ::_exit(shared.back() == 'x' ? 0 : 1);
  }
  burn({"burn", "150"});
  ::wait(nullptr);
  say("done");
  return 0;
}

int close_outputs_and_hang(const Arguments&) {
  ::close(STDOUT_FILENO);
  ::close(STDERR_FILENO);
  hang();
}

/// Leaves a child behind that holds our output open.
int leave_child(const Arguments&) {
  if (::fork() == 0) hang();
  say("left");
  return 0;
}

/// Leaves a process behind that has a session of its own and no living ancestor in the tree.
int leave_daemon(const Arguments&) {
  if (::fork() == 0) {
    ::setsid();
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    if (::fork() == 0) hang();
    ::_exit(0);
  }
  ::wait(nullptr);
  say("left");
  return 0;
}

/// The same, with a cleared environment and all descriptors closed.
int leave_scrubbed_daemon(const Arguments& arguments) {
  if (::fork() == 0) {
    ::setsid();
    if (::fork() == 0) {
      for (int fd = 0; fd < 64; ++fd) ::close(fd);
      const std::string mark = arguments.back();
      const std::array<const char*, 4> arguments_of_sleep = {"nasty_child", "hang", mark.c_str(), nullptr};
      const std::array<char*, 1> nothing = {nullptr};
      ::execve("/proc/self/exe", const_cast<char* const*>(arguments_of_sleep.data()), nothing.data());
    }
    ::_exit(0);
  }
  ::wait(nullptr);
  say("left");
  return 0;
}

/// Daemons in a tree of processes, all in sessions of their own; the first process lives on.
int fork_many(const Arguments& arguments) {
  const std::size_t count = count_argument(arguments, 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (::fork() == 0) {
      ::setsid();
      if (::fork() == 0) hang();
      if (i % 2 == 0) ::_exit(0);
      hang();
    }
  }
  say("forked");
  hang();
}

/// A process that forks its successor and ends, over and over, for a bounded number of times.
int run_away(const Arguments& arguments) {
  std::size_t left = count_argument(arguments, 1);
  say("running");
  while (left-- > 0) {
    const pid_t child = ::fork();
    if (child != 0) ::_exit(0);
    ::setsid();
  }
  hang();
}

int read_no_input(const Arguments& arguments) {
  if (arguments.size() > 1 && arguments[1] == "close") ::close(STDIN_FILENO);
  say("unread");
  return 0;
}

int copy_input(const Arguments&) {
  std::array<char, 1 << 14> chunk;
  while (true) {
    const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (got <= 0) return 0;
    if (::write(STDOUT_FILENO, chunk.data(), static_cast<std::size_t>(got)) != got) return 1;
  }
}

int print_garbage(const Arguments&) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  std::cout << all << std::flush;
  std::cerr << all << std::flush;
  return 0;
}

int write_file(const Arguments& arguments) {
  const int fd = ::open(arguments.at(1).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string chunk(1 << 16, 'x');
  for (std::size_t left = count_argument(arguments, 2); left > 0; left -= std::min(left, chunk.size())) {
    if (::write(fd, chunk.data(), chunk.size()) < 0) return errno == EFBIG ? 3 : 1;
  }
  return 0;
}

/// Prints its inheritance: open descriptors, blocked and ignored signals, session, core limit.
int tell(const Arguments&) {
  std::cout << "files";
  for (int fd = 0; fd < 4096; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) std::cout << ' ' << fd;
  }
  sigset_t mask;
  ::sigprocmask(SIG_BLOCK, nullptr, &mask);
  std::cout << "\nsignals";
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    const bool known = ::sigaction(number, nullptr, &action) == 0;
    if (::sigismember(&mask, number) == 1 || (known && action.sa_handler == SIG_IGN)) std::cout << ' ' << number;
  }
  rlimit core{};
  ::getrlimit(RLIMIT_CORE, &core);
  std::cout << "\nleads session " << (::getsid(0) == ::getpid() ? "yes" : "no") << "\ncore " << core.rlim_max << '\n';
  std::cout << std::flush;
  return 0;
}

/// Answers line by line, under the name of each request's first word.
int serve(const Arguments&) {
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string rest = line.substr(std::min(line.size(), line.find(' ') + 1));
    if (line.starts_with("echo ")) say(rest);
    if (line.starts_with("warn ")) std::cerr << rest << '\n' << std::flush;
    if (line.starts_with("part ")) std::cout << rest << std::flush;
    if (line.starts_with("burn ")) {
      const double until = static_cast<double>(std::clock()) / CLOCKS_PER_SEC + std::stod(rest) * 1e-3;
      while (static_cast<double>(std::clock()) / CLOCKS_PER_SEC < until) continue;
    }
    if (line.starts_with("print ")) print_bytes({"print", rest});
    if (line.starts_with("eat ")) eat_memory({"eat", rest});
    if (line.starts_with("exit ")) return static_cast<int>(std::stol(rest));
    if (line.starts_with("daemon")) leave_daemon({});
    if (line.starts_with("hang")) hang();
    if (line.starts_with("spin")) spin({});
    if (line.starts_with("abort")) std::abort();
    if (line.starts_with("mute")) ::close(STDOUT_FILENO);
  }
  return 0;
}

int hang_mode(const Arguments&) { hang(); }

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments(argv + 1, argv + argc);
  const std::map<std::string, int (*)(const Arguments&)> modes = {
      {"exit", exit_with},
      {"signal", die_by},
      {"hang", hang_mode},
      {"ignore-signals", ignore_all_signals},
      {"spin", spin},
      {"burn", burn},
      {"print", print_bytes},
      {"eat", eat_memory},
      {"share", share_memory},
      {"close-outputs", close_outputs_and_hang},
      {"leave-child", leave_child},
      {"leave-daemon", leave_daemon},
      {"leave-scrubbed-daemon", leave_scrubbed_daemon},
      {"fork-many", fork_many},
      {"run-away", run_away},
      {"read-nothing", read_no_input},
      {"copy", copy_input},
      {"garbage", print_garbage},
      {"write-file", write_file},
      {"tell", tell},
      {"serve", serve},
  };
  const auto mode = arguments.empty() ? modes.end() : modes.find(arguments[0]);
  return mode == modes.end() ? 98 : mode->second(arguments);
}

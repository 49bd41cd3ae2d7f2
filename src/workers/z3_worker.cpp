// The hidden program of the style "library": it answers SMT-LIB scripts, or with --fixedpoint programs of muZ, with
// libz3 in a forked child, so that a crash of the library ends only the child. It uses the protocol of a persistent
// solver: a request is a script, then the lines (reset) and (echo "assay-end-..."); the worker prints the answer, then
// the marker on its own line. With --fresh each script gets a new child, so that its answer does not depend on earlier
// scripts.

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "workers/z3_library.hpp"

namespace {

/// Number of scripts after which the child is replaced, because the library accumulates memory.
constexpr unsigned kScriptsPerChild = 400;
constexpr std::string_view kEnd = "(reset)\n(echo \"assay-end-";

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool read_all(int fd, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::read(fd, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool send_text(int fd, std::string_view text) {
  const std::uint64_t size = text.size();
  char header[sizeof size];
  std::memcpy(header, &size, sizeof size);
  return write_all(fd, {header, sizeof size}) && write_all(fd, text);
}

std::optional<std::string> receive_text(int fd) {
  std::uint64_t size = 0;
  char header[sizeof size];
  if (!read_all(fd, header, sizeof size)) return std::nullopt;
  std::memcpy(&size, header, sizeof size);
  std::string text(size, '\0');
  if (!read_all(fd, text.data(), size)) return std::nullopt;
  return text;
}

/// A script that makes the library build its tables. A child that inherits them needs much less time for a small
/// script.
constexpr const char* kWarmUp =
    "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)))))"
    "(assert (< (f 1) 1))(check-sat)";

[[noreturn]] void serve(int fd, bool fixedpoint, Z3Library& library) {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    // The library must neither read requests nor print between answers.
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
  }
  while (std::optional<std::string> script = receive_text(fd)) {
    if (!send_text(fd, fixedpoint ? library.derive(*script) : library.solve(*script))) break;
  }
  ::_exit(0);
}

class Child {
 public:
  ~Child() { stop(); }
  /// `warm`: children inherit a library that has already solved a script.
  Child(bool fixedpoint, unsigned scripts, bool warm) : fixedpoint_(fixedpoint), scripts_(scripts) {
    if (warm) (void)library_.solve(kWarmUp);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The answer, or a message about the end of the child.
  std::string ask(const std::string& script) {
    if (served_ >= scripts_) stop();
    if (pid_ < 0 && !start()) return "assay-worker: cannot fork: " + std::string(std::strerror(errno)) + "\n";
    ++served_;
    if (send_text(fd_, script)) {
      if (std::optional<std::string> answer = receive_text(fd_)) return std::move(*answer);
    }
    const int status = stop();
    if (WIFSIGNALED(status)) die_by_same_signal(WTERMSIG(status));
    return death_message(status);
  }

 private:
  bool start() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::close(ends[0]);
      serve(ends[1], fixedpoint_, library_);
    }
    ::close(ends[1]);
    fd_ = ends[0];
    served_ = 0;
    if (pid_ < 0) ::close(ends[0]);
    return pid_ > 0;
  }

  int stop() {
    if (pid_ < 0) return 0;
    ::close(fd_);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

  /// A kill of the child by limits or the machine is not a crash of the library, so the worker ends by the same signal.
  static void die_by_same_signal(int signal) {
    if (signal != SIGKILL && signal != SIGTERM && signal != SIGXCPU && signal != SIGXFSZ) return;
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }

  static std::string death_message(int status) {
    if (WIFSIGNALED(status)) {
      const char* name = sigabbrev_np(WTERMSIG(status));
      return "assay-worker: crashed by SIG" + std::string(name == nullptr ? "?" : name) + "\n";
    }
    return "assay-worker: crashed with exit code " + std::to_string(WEXITSTATUS(status)) + "\n";
  }

  bool fixedpoint_;
  unsigned scripts_;
  Z3Library library_;  ///< used only by the children, except for warming up
  pid_t pid_ = -1;
  int fd_ = -1;
  unsigned served_ = 0;
};

/// A request: its script and the marker to print after the answer.
struct Request {
  std::string script;
  std::string marker;
};
/// Takes the first complete request out of the buffer. Nullopt if there is none.
std::optional<Request> next_request(std::string& buffer, std::size_t& searched) {
  const std::size_t end = buffer.find(kEnd, searched);
  if (end == std::string::npos) {
    searched = buffer.size() < kEnd.size() ? 0 : buffer.size() - kEnd.size();
    return std::nullopt;
  }
  const std::size_t line = buffer.find('\n', end + kEnd.size());
  searched = end;
  if (line == std::string::npos) return std::nullopt;
  const std::string_view echo = std::string_view(buffer).substr(end, line - end);
  const std::size_t first = echo.find('"') + 1;
  const std::size_t last = echo.rfind('"');
  Request request{buffer.substr(0, end), std::string(echo.substr(first, last - first))};
  buffer.erase(0, line + 1);
  searched = 0;
  return request;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::string_view mode = argc > 1 ? argv[1] : "";
  Child child(mode == "--fixedpoint", mode == "--fresh" ? 1 : kScriptsPerChild, mode == "--fresh");
  std::string buffer;
  std::size_t searched = 0;
  char block[1U << 16];
  while (true) {
    while (std::optional<Request> request = next_request(buffer, searched)) {
      std::string answer = child.ask(request->script);
      if (!answer.empty() && answer.back() != '\n') answer += '\n';
      if (!write_all(STDOUT_FILENO, answer + request->marker + "\n")) return 0;
    }
    const ssize_t count = ::read(STDIN_FILENO, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    buffer.append(block, static_cast<std::size_t>(count));
  }
}

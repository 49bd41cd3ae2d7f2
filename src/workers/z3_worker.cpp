// The hidden program behind the style "library": answers SMT-LIB scripts, or with --fixedpoint programs of muZ, with
// libz3 in a forked child, so that a crash of the library costs one child. It speaks the protocol of a persistent
// solver: a script, then the lines (reset) and (echo "assay-end-..."); it prints the answer, then the marker on a line
// of its own. With --fresh each script has a child of its own, so that its answer depends on nothing before.

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

/// The library keeps memory from one script to the next; a new child starts clean.
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

/// What makes the library build its tables: a child that inherits them saves most of the time of a small script.
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
  /// `warm`: children inherit a library that has been used.
  Child(bool fixedpoint, unsigned scripts, bool warm) : fixedpoint_(fixedpoint), scripts_(scripts) {
    if (warm) (void)library_.solve(kWarmUp);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The answer, or what became of the child.
  std::string ask(const std::string& script) {
    if (served_ >= scripts_) stop();
    if (pid_ < 0 && !start()) return "assay-worker: cannot fork: " + std::string(std::strerror(errno)) + "\n";
    ++served_;
    if (send_text(fd_, script)) {
      if (std::optional<std::string> answer = receive_text(fd_)) return std::move(*answer);
    }
    const int status = stop();
    if (WIFSIGNALED(status)) die_likewise(WTERMSIG(status));
    return obituary(status);
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

  /// What limits or the machine did to the child is no crash of the library: whoever asked sees it as it is.
  static void die_likewise(int signal) {
    if (signal != SIGKILL && signal != SIGTERM && signal != SIGXCPU && signal != SIGXFSZ) return;
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }

  static std::string obituary(int status) {
    if (WIFSIGNALED(status)) {
      const char* name = sigabbrev_np(WTERMSIG(status));
      return "assay-worker: crashed by SIG" + std::string(name == nullptr ? "?" : name) + "\n";
    }
    return "assay-worker: crashed with exit code " + std::to_string(WEXITSTATUS(status)) + "\n";
  }

  bool fixedpoint_;
  unsigned scripts_;
  Z3Library library_;  ///< used by the children alone, but for warming up
  pid_t pid_ = -1;
  int fd_ = -1;
  unsigned served_ = 0;
};

/// Takes the first whole request off the buffer: its script, and the marker to print.
struct Request {
  std::string script;
  std::string marker;
};
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

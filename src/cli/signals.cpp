#include "signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <string_view>

#include "core/target/scratch.hpp"

namespace assay::cli {
namespace {

constexpr int kEndWaiting = SIGUSR1;

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, kEndWaiting}) sigaddset(&set, signal);
  return set;
}

/// The time for a phase to end after a stop request.
constexpr auto kPatience = std::chrono::seconds(60);

/// The next watched signal, or -1 if none arrives within `patience`. Continues after interruptions by ending children.
int next_signal(const sigset_t& set, std::chrono::nanoseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (true) {
    const auto left = std::max(end - std::chrono::steady_clock::now(), std::chrono::steady_clock::duration::zero());
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec wait = {seconds.count(), std::chrono::nanoseconds(left - seconds).count()};
    const int received = sigtimedwait(&set, nullptr, &wait);
    if (received != -1 || errno != EINTR) return received;
  }
}

[[noreturn]] void end_process(std::string_view text, int code) {
  const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(written);
  core::ScratchFolder::remove_all();
  _exit(code);
}

[[noreturn]] void end_at_once(int signal) { end_process("assay: interrupted\n", 128 + signal); }

[[noreturn]] void end_as_late() {
  end_process(
      "assay: --prepare-time was up before the campaign began: nothing was tested\n"
      "  raise it, or give fewer inputs: it limits inputs, targets and controls\n",
      kEnvironment);
}

}  // namespace

StopOnSignal::StopOnSignal(Session& session) {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  // Failed writes are reported by the code that writes. By default these two signals would end the process silently.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  waiter_ = std::thread([&session, set] {
    int received = 0;
    if (sigwait(&set, &received) != 0 || received == kEndWaiting) return;
    if (session.listeners == 0) end_at_once(received);
    session.stop.request_stop();
    if (next_signal(set, kPatience) != kEndWaiting) end_at_once(received);
  });
}

StopOnSignal::~StopOnSignal() {
  pthread_kill(waiter_.native_handle(), kEndWaiting);
  waiter_.join();
}

EndOnTime::EndOnTime(std::chrono::steady_clock::time_point end)
    : time_({}, end), ending_(time_.token(), [] { end_as_late(); }) {}

}  // namespace assay::cli

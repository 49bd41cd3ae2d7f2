#include "signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <string_view>

namespace assay::cli {
namespace {

constexpr int kEndWaiting = SIGUSR1;

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, kEndWaiting}) sigaddset(&set, signal);
  return set;
}

/// For a phase that was asked to stop.
constexpr timespec kPatience = {60, 0};

[[noreturn]] void end_at_once(int signal) {
  constexpr std::string_view kText = "assay: interrupted\n";
  const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
  static_cast<void>(written);
  _exit(128 + signal);
}

}  // namespace

StopOnSignal::StopOnSignal(Session& session) {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  waiter_ = std::thread([&session, set] {
    int received = 0;
    if (sigwait(&set, &received) != 0 || received == kEndWaiting) return;
    if (session.listeners == 0) end_at_once(received);
    session.stop.request_stop();
    if (sigtimedwait(&set, nullptr, &kPatience) != kEndWaiting) end_at_once(received);
  });
}

StopOnSignal::~StopOnSignal() {
  pthread_kill(waiter_.native_handle(), kEndWaiting);
  waiter_.join();
}

}  // namespace assay::cli

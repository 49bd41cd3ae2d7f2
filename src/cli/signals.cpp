#include "signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

namespace assay::cli {
namespace {

constexpr int kEndWaiting = SIGUSR1;

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, kEndWaiting}) sigaddset(&set, signal);
  return set;
}

}  // namespace

StopOnSignal::StopOnSignal(const std::stop_source& source) {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  waiter_ = std::thread([source, set]() mutable {
    for (int received = 0; sigwait(&set, &received) == 0;) {
      if (received == kEndWaiting) return;
      if (source.stop_requested()) _exit(128 + received);
      source.request_stop();
    }
  });
}

StopOnSignal::~StopOnSignal() {
  pthread_kill(waiter_.native_handle(), kEndWaiting);
  waiter_.join();
}

}  // namespace assay::cli

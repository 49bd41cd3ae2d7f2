#include "core/proc/keeper_thread.hpp"

#include <pthread.h>

#include <csignal>
#include <thread>

namespace assay::core {

KeeperThread& KeeperThread::instance() {
  // Never destroyed: the thread uses its members until the process ends.
  static auto* const keeper = new KeeperThread;
  return *keeper;
}

KeeperThread::KeeperThread() {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([this] { loop(); }).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void KeeperThread::run(const std::function<void()>& work) {
  const std::lock_guard turn(turn_);
  std::unique_lock lock(mutex_);
  work_ = &work;
  changed_.notify_all();
  changed_.wait(lock, [this] { return work_ == nullptr; });
}

void KeeperThread::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return work_ != nullptr; });
    (*work_)();
    work_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace assay::core

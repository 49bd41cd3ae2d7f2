#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

namespace assay::core {

/// A thread that lives as long as the process and runs what others need a lasting thread for: a child that asks to be
/// killed with its parent is killed with the thread that started it.
class KeeperThread {
 public:
  [[nodiscard]] static KeeperThread& instance();

  /// Runs `work` on the thread and returns when it is done. Callers take turns.
  void run(const std::function<void()>& work);

 private:
  KeeperThread();
  [[noreturn]] void loop();

  std::mutex turn_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;
};

}  // namespace assay::core

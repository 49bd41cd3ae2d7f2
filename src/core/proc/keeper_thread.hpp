#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

namespace assay::core {

/// A thread that lives as long as the process. It starts children that ask to be killed with their parent, because
/// Linux kills such a child when the thread that started it ends.
class KeeperThread {
 public:
  [[nodiscard]] static KeeperThread& instance();

  /// Runs `work` on the thread and returns when it is done. Concurrent callers wait for each other.
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

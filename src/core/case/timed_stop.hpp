#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace assay::core {

/// `from` plus `seconds`, where negative seconds count as 0 and more than 1e8 as 1e8 (three years).
[[nodiscard]] std::chrono::steady_clock::time_point later(std::chrono::steady_clock::time_point from, double seconds);

/// A stop source that fires when `outer` fires or at `end`, whichever comes first. Code that polls a stop token thereby
/// also observes the time limit.
class TimedStop {
 public:
  /// `end`: nullopt means no deadline. A deadline in the past fires immediately.
  TimedStop(const std::stop_token& outer, std::optional<std::chrono::steady_clock::time_point> end);
  ~TimedStop() = default;
  TimedStop(const TimedStop&) = delete;
  TimedStop& operator=(const TimedStop&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  /// True if the deadline fired and `outer` did not.
  [[nodiscard]] bool time_is_up() const { return source_.stop_requested() && !outer_.stop_requested(); }

 private:
  void wait(const std::stop_token& cancelled, std::chrono::steady_clock::time_point end);

  std::stop_token outer_;
  std::stop_source source_;
  std::stop_callback<std::function<void()>> forward_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread timer_;  ///< runs only if `end` is in the future
};

}  // namespace assay::core

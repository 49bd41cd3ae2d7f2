#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace assay::core {

/// A point in time some seconds after another; what is as good as never stays in the clock's range.
[[nodiscard]] std::chrono::steady_clock::time_point later(std::chrono::steady_clock::time_point from, double seconds);

/// A stop that is requested from outside or when the time is up: what hears stops keeps time limits, too.
class TimedStop {
 public:
  /// `end`: std::nullopt is never. One that is over already is requested at once.
  TimedStop(const std::stop_token& outer, std::optional<std::chrono::steady_clock::time_point> end);
  ~TimedStop() = default;
  TimedStop(const TimedStop&) = delete;
  TimedStop& operator=(const TimedStop&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  /// Whether it was the time that ended it.
  [[nodiscard]] bool time_is_up() const { return source_.stop_requested() && !outer_.stop_requested(); }

 private:
  void wait(const std::stop_token& cancelled, std::chrono::steady_clock::time_point end);

  std::stop_token outer_;
  std::stop_source source_;
  std::stop_callback<std::function<void()>> forward_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread timer_;  ///< none where nothing is to be waited for
};

}  // namespace assay::core

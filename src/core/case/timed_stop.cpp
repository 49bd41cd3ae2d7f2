#include "core/case/timed_stop.hpp"

#include <algorithm>

namespace assay::core {

using Clock = std::chrono::steady_clock;

Clock::time_point later(Clock::time_point from, double seconds) {
  const double bounded = std::clamp(seconds, 0.0, 1e8);
  return from + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(bounded));
}

TimedStop::TimedStop(const std::stop_token& outer, std::optional<Clock::time_point> end)
    : outer_(outer), forward_(outer, [this] { source_.request_stop(); }) {
  if (!end) return;
  if (*end <= Clock::now()) {
    source_.request_stop();
    return;
  }
  timer_ = std::jthread([this, end](const std::stop_token& cancelled) { wait(cancelled, *end); });
}

void TimedStop::wait(const std::stop_token& cancelled, Clock::time_point end) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, cancelled, end, [] { return false; });
  if (!cancelled.stop_requested()) source_.request_stop();
}

}  // namespace assay::core

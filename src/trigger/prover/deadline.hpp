#pragma once

#include <cstdint>
#include <stop_token>

namespace assay::trigger {

/// The time that a limit counts.
enum class Clock : std::uint8_t {
  Wall,
  Cpu,  ///< CPU time of this process and of the programs that it ran, which does not depend on the machine's other load
};

/// The wall-clock time after which an examination with a limit of `seconds` ends in any case: sixty times as many
/// seconds for a limit of CPU time.
[[nodiscard]] constexpr double wall_seconds(double seconds, Clock clock) {
  constexpr double kMaxWallPerCpu = 60;
  return clock == Clock::Cpu ? kMaxWallPerCpu * seconds : seconds;
}

/// A time limit, combined with a stop token.
class Deadline {
 public:
  Deadline(double seconds, std::stop_token stop, Clock clock = Clock::Wall);
  /// Seconds left, at most `max_seconds`; 0 if the time is over or a stop is requested.
  [[nodiscard]] double left(double max_seconds) const;
  [[nodiscard]] bool passed() const { return left(1) <= 0; }
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }
  /// Seconds since construction.
  [[nodiscard]] double elapsed() const;

 private:
  Clock clock_;
  double start_;
  double end_;
  std::stop_token stop_;
};

}  // namespace assay::trigger

#pragma once

#include <stop_token>

namespace assay::trigger {

/// A time limit on a steady clock, combined with a stop token.
class Deadline {
 public:
  Deadline(double seconds, std::stop_token stop);
  /// Seconds left, at most `max_seconds`; 0 if the time is over or a stop is requested.
  [[nodiscard]] double left(double max_seconds) const;
  [[nodiscard]] bool passed() const { return left(1) <= 0; }
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }
  /// Seconds since construction.
  [[nodiscard]] double elapsed() const;

 private:
  double start_;
  double end_;
  std::stop_token stop_;
};

}  // namespace assay::trigger

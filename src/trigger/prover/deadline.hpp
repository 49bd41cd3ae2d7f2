#pragma once

#include <stop_token>

namespace assay::trigger {

/// When to give up, in seconds on a steady clock.
class Deadline {
 public:
  Deadline(double seconds, std::stop_token stop);
  /// Seconds left, at most `most`; 0 when there are none or a stop is requested.
  [[nodiscard]] double left(double most) const;
  [[nodiscard]] bool passed() const { return left(1) <= 0; }
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }
  [[nodiscard]] double elapsed() const;

 private:
  double start_;
  double end_;
  std::stop_token stop_;
};

}  // namespace assay::trigger

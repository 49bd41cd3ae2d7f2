#pragma once

#include <cstddef>
#include <functional>

namespace assay::domain {

/// The floating-point mode of this thread: the rounding direction and the treatment of denormal numbers.
class FloatMode {
 public:
  /// Stores the current mode.
  FloatMode();
  [[nodiscard]] bool is_now() const;
  void restore() const;

 private:
  int rounding_;
  unsigned control_;  ///< SSE control register without exception flags; 0 on other processors
};

/// Allocated bytes of this process; 0 if the platform cannot report them.
[[nodiscard]] std::size_t memory_in_use();

/// Bytes that each call of `repeated` leaks; 0 without a leak. Memory that is kept once (caches, closed forms) or
/// rarely (tables that double) does not count. Returns 0 for functions that are too slow to be repeated.
[[nodiscard]] std::size_t kept_each_time(const std::function<void()>& repeated);

}  // namespace assay::domain

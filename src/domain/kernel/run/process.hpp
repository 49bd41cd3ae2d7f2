#pragma once

#include <cstddef>
#include <functional>

namespace assay::domain {

/// How this thread computes with floats: the direction of rounding, and what the processor does with numbers that are
/// too small for a full mantissa (a library may have them flushed to zero).
class FloatMode {
 public:
  /// As it is now.
  FloatMode();
  [[nodiscard]] bool is_now() const;
  void restore() const;

 private:
  int rounding_;
  unsigned control_;  ///< of the processor's vector unit, without its flags; 0 where there is none that we know
};

/// Bytes that were asked for and not given back; 0 where nobody counts them.
[[nodiscard]] std::size_t memory_in_use();

/// How much memory is kept each time, where repeating it keeps some for ever: 0 where it does not. What is kept once
/// (caches, a closed form) or seldom (tables that double) does not count. Nothing is said of what is slow.
[[nodiscard]] std::size_t kept_each_time(const std::function<void()>& repeated);

}  // namespace assay::domain

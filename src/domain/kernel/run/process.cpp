#include "process.hpp"

#include <time.h>

#include <algorithm>
#include <cfenv>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __SSE__
#include <xmmintrin.h>
#endif

/// The allocation counter of the address sanitizer, whose allocator mallinfo does not cover. Null without sanitizer.
// NOLINTNEXTLINE(readability-identifier-naming): it has this name
extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes(void);

namespace assay::domain {
namespace {

unsigned control_now() {
#ifdef __SSE__
  constexpr unsigned kFlags = 0x3f;  // exception flags, which computations set
  return _mm_getcsr() & ~kFlags;
#else
  return 0;
#endif
}

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double kNano = 1e-9;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * kNano;
}

/// Growth of the memory in use by `times` calls, in bytes; 0 if it shrinks.
std::size_t growth(const std::function<void()>& repeated, std::size_t times) {
  const std::size_t before = memory_in_use();
  for (std::size_t i = 0; i < times; ++i) repeated();
  const std::size_t after = memory_in_use();
  return after > before ? after - before : 0;
}

}  // namespace

FloatMode::FloatMode() : rounding_(std::fegetround()), control_(control_now()) {}

bool FloatMode::is_now() const { return std::fegetround() == rounding_ && control_now() == control_; }

void FloatMode::restore() const {
  std::fesetround(rounding_);
#ifdef __SSE__
  _mm_setcsr(control_);
#endif
}

std::size_t memory_in_use() {
  if (&__sanitizer_get_current_allocated_bytes != nullptr) return __sanitizer_get_current_allocated_bytes();
#ifdef __GLIBC__
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

std::size_t kept_each_time(const std::function<void()>& repeated) {
  constexpr int kFirst = 16;  // calls that fill caches
  constexpr double kSlow = 0.02;
  const double start = cpu_seconds();
  for (int i = 0; i < kFirst; ++i) {
    repeated();
    if (cpu_seconds() - start > kSlow) return 0;  // repetitions would exceed the time limit
  }
  constexpr std::size_t kFew = 32;
  for (int round = 0; round < 2; ++round)
    if (growth(repeated, kFew) == 0) return 0;
  // Buffers that grow with the largest number so far take many calls to settle.
  constexpr std::size_t kUntilSettled = 512;
  constexpr std::size_t kMany = 128;
  growth(repeated, kUntilSettled);
  std::size_t least = growth(repeated, kMany);
  std::size_t most = least;
  for (int round = 0; round < 2; ++round) {
    const std::size_t more = growth(repeated, kMany);
    least = std::min(least, more);
    most = std::max(most, more);
  }
  return most <= least + least / 2 ? least / kMany : 0;
}

}  // namespace assay::domain

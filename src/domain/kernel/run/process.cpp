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

/// Of the address sanitizer, which counts for itself, and knows nothing of mallinfo.
// NOLINTNEXTLINE(readability-identifier-naming): it has this name
extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes(void);

namespace assay::domain {
namespace {

unsigned control_now() {
#ifdef __SSE__
  constexpr unsigned kFlags = 0x3f;  // what happened so far
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

/// Of the memory in use, by so many repetitions.
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
  constexpr int kFirst = 16;  // for what is kept once
  constexpr double kSlow = 0.02;
  const double start = cpu_seconds();
  for (int i = 0; i < kFirst; ++i) {
    repeated();
    if (cpu_seconds() - start > kSlow) return 0;  // repeating it would need the time limit
  }
  constexpr std::size_t kFew = 32;
  for (int round = 0; round < 2; ++round)
    if (growth(repeated, kFew) == 0) return 0;
  // Buffers that grow with the largest number so far need long to settle: only then is it sure.
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

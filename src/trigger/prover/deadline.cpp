#include "trigger/prover/deadline.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/proc/cpu_time.hpp"

namespace assay::trigger {
namespace {

double now(Clock clock) {
  if (clock == Clock::Cpu) return core::process_cpu_seconds();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Deadline::Deadline(double seconds, std::stop_token stop, Clock clock)
    : clock_(clock), start_(now(clock)), end_(start_ + seconds), stop_(std::move(stop)) {}

double Deadline::left(double max_seconds) const {
  return stop_.stop_requested() ? 0 : std::clamp(end_ - now(clock_), 0.0, max_seconds);
}

double Deadline::elapsed() const { return now(clock_) - start_; }

}  // namespace assay::trigger

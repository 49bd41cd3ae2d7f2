#include "trigger/prover/deadline.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace assay::trigger {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Deadline::Deadline(double seconds, std::stop_token stop)
    : start_(now()), end_(start_ + seconds), stop_(std::move(stop)) {}

double Deadline::left(double max_seconds) const {
  return stop_.stop_requested() ? 0 : std::clamp(end_ - now(), 0.0, max_seconds);
}

double Deadline::elapsed() const { return now() - start_; }

}  // namespace assay::trigger

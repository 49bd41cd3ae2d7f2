#include <algorithm>
#include <utility>

#include "core/case/budget.hpp"
#include "core/proc/cpu_time.hpp"

namespace assay::core {

ReductionClock::ReductionClock(ReduceBudget budget) : budget_(std::move(budget)), start_cpu_(thread_cpu_seconds()) {}

bool ReductionClock::is_over() const {
  const bool over = runs_ >= budget_.max_runs || seconds() <= 0 || budget_.stop.stop_requested();
  if (over && budget_.ran_out != nullptr) *budget_.ran_out = true;
  return over;
}

bool ReductionClock::take() {
  if (is_over()) return false;
  ++runs_;
  return true;
}

ReduceBudget ReductionClock::rest() const {
  ReduceBudget rest = budget_;
  rest.max_runs -= runs_;
  rest.max_seconds = seconds();
  return rest;
}

double ReductionClock::seconds() const {
  const double cpu = thread_cpu_seconds() - start_cpu_;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return std::max(0.0, budget_.max_seconds - std::max(cpu, wall / kMaxWallPerCpu));
}

}  // namespace assay::core

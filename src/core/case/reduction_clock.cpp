#include <algorithm>
#include <utility>

#include "assay/core/budget.hpp"

namespace assay::core {

ReductionClock::ReductionClock(ReduceBudget budget) : budget_(std::move(budget)) {}

bool ReductionClock::is_over() const {
  return runs_ >= budget_.max_runs || seconds() >= budget_.max_seconds || budget_.stop.stop_requested();
}

bool ReductionClock::take() {
  if (is_over()) return false;
  ++runs_;
  return true;
}

ReduceBudget ReductionClock::rest() const {
  return {budget_.max_runs - runs_, std::max(0.0, budget_.max_seconds - seconds()), budget_.stop};
}

double ReductionClock::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace assay::core

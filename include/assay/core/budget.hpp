#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>

namespace assay::core {

/// What a reduction may cost. The reducer calls the target at most `max_runs` times and ends when `stop` is requested.
struct ReduceBudget {
  std::size_t max_runs = 2000;
  double max_seconds = 120;
  std::stop_token stop;
};

/// Keeps a reduction within its budget: counts its runs of the target, and knows the time and the stop. The time counts
/// from when the clock was made.
class ReductionClock {
 public:
  explicit ReductionClock(ReduceBudget budget);

  /// Whether the budget is used up: the smallest case so far is the result.
  [[nodiscard]] bool is_over() const;
  /// Takes one run of the target; false, and nothing is taken, when the budget is used up.
  [[nodiscard]] bool take();
  /// What is left of it: the budget of a further step.
  [[nodiscard]] ReduceBudget rest() const;
  [[nodiscard]] std::size_t runs() const { return runs_; }

 private:
  [[nodiscard]] double seconds() const;

  ReduceBudget budget_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t runs_ = 0;
};

}  // namespace assay::core

#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>

namespace assay::core {

/// What a reduction may cost. The reducer calls the target at most `max_runs` times and ends when `stop` is requested.
struct ReduceBudget {
  std::size_t max_runs = 2000;
  double max_seconds = 120;  ///< of CPU time, the targets' included
  std::stop_token stop;
  /// Set to true when the reduction asked for more than the budget: its result may have parts that the failure does not
  /// need. Null: not reported.
  bool* ran_out = nullptr;
};

/// A reduction takes at most this many times its CPU time in wall-clock time, because a target that waits uses no CPU
/// time.
inline constexpr double kWallOfCpu = 8;

/// Keeps a reduction within its budget: counts its runs of the target, and checks the time and the stop. The time is
/// the CPU time of the thread that made the clock, and of the programs that it runs, from then on: so a reduction gets
/// as far on a busy machine as on an idle one. One thread uses it.
class ReductionClock {
 public:
  explicit ReductionClock(ReduceBudget budget);

  /// Whether the budget is used up: the smallest case so far is the result. Reported to ReduceBudget::ran_out.
  [[nodiscard]] bool is_over() const;
  /// Takes one run of the target; false, and nothing is taken, when the budget is used up.
  [[nodiscard]] bool take();
  /// The remaining budget, for a further step.
  [[nodiscard]] ReduceBudget rest() const;
  [[nodiscard]] std::size_t runs() const { return runs_; }

 private:
  /// What is left.
  [[nodiscard]] double seconds() const;

  ReduceBudget budget_;
  double start_cpu_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t runs_ = 0;
};

}  // namespace assay::core

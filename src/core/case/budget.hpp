#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>

namespace assay::core {

struct Case;

/// The limits of a reduction. The reducer calls the target at most `max_runs` times and ends when `stop` is requested.
struct ReduceBudget {
  std::size_t max_runs = 2000;
  double max_seconds = 120;  ///< CPU seconds, including the targets' CPU seconds
  std::stop_token stop;
  /// Set to true when the reduction needed more than the budget: its result may then contain parts that the failure
  /// does not need. Null: not reported.
  bool* ran_out = nullptr;
  /// For a difference between targets (--only-changes): true if a smaller case still shows the difference. Null: the
  /// failure is no difference.
  std::function<bool(const Case&)> differs{};
  /// True if only a comparison shows the failure ("lost", "slower"): `differs` alone decides.
  bool only_differs = false;

  /// True if the smaller case `subject` still fails. `own`: whether the target alone fails in the wanted way.
  template <typename Own>
  [[nodiscard]] bool accepts(const Case& subject, Own own) const {
    return only_differs ? differs(subject) : own() && (!differs || differs(subject));
  }
};

/// Maximum wall-clock time of a reduction, as a multiple of its CPU time limit. Needed because a target that waits uses
/// no CPU time.
inline constexpr double kMaxWallPerCpu = 8;

/// Keeps a reduction within its budget: counts runs of the target, and checks the time and the stop token. Time is the
/// CPU time of the constructing thread and of the programs that it runs, so that a reduction gets as far on a busy
/// machine as on an idle one. For use by one thread.
class ReductionClock {
 public:
  explicit ReductionClock(ReduceBudget budget);

  /// True if the budget is used up; then also sets ReduceBudget::ran_out. The smallest case so far is the result.
  [[nodiscard]] bool is_over() const;
  /// Takes one run of the target from the budget. Returns false without taking any when the budget is used up.
  [[nodiscard]] bool take();
  /// The remaining budget, for a further step of the reduction.
  [[nodiscard]] ReduceBudget rest() const;
  [[nodiscard]] std::size_t runs() const { return runs_; }

 private:
  /// The remaining CPU seconds, at least 0.
  [[nodiscard]] double seconds() const;

  ReduceBudget budget_;
  double start_cpu_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t runs_ = 0;
};

}  // namespace assay::core

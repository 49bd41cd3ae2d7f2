#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/proc/proc.hpp"

namespace assay::smt {

/// Time limits in three steps, so that a few hard scripts do not use up a campaign's time. Step 0: about ten times the
/// mean time of runs with an answer. After a time-out the script runs again with a tenth of the limit (step 1), then
/// with the whole limit (step 2). Each of these two steps may take at most a tenth of the total time.
class ShortLimits {
 public:
  static constexpr std::size_t kSteps = 3;

  explicit ShortLimits(const core::Limits& whole) : whole_(whole) {}

  /// True if the first step is shorter than the whole limit.
  [[nodiscard]] bool is_needed() const { return tenth() < whole_.wall_seconds; }
  [[nodiscard]] core::Limits at(std::size_t step) const {
    core::Limits limits = whole_;
    const double brief = answers_ < kMinAnswers ? tenth() : std::min(brief_, tenth());
    limits.wall_seconds = std::array{brief, tenth(), whole_.wall_seconds}[step];
    return limits;
  }
  /// The next step with a longer limit; kSteps after the last step.
  [[nodiscard]] std::size_t after(std::size_t step) const {
    const bool same = step == 0 && at(1).wall_seconds <= at(0).wall_seconds;
    return step + (same ? 2 : 1);
  }
  /// True if the target used at least a quarter of the limit as CPU time. If it did not, a slow start of the program or
  /// a busy machine took the time, not a hard script.
  [[nodiscard]] static bool used_cpu(const core::Usage& usage, const core::Limits& limits) {
    return usage.cpu_seconds() >= limits.wall_seconds / kMaxWallPerCpu;
  }
  void note(std::size_t step, double seconds, bool answered) {
    seconds_[step] += seconds;
    if (!answered) return;
    ++answers_;
    answered_seconds_ += seconds;
    // The limit only doubles and halves: each change restarts a persistent process.
    const double wanted = kMeanFactor * answered_seconds_ / static_cast<double>(answers_);
    while (brief_ < wanted) brief_ *= 2;
    while (brief_ > kMinBriefSeconds && brief_ > 4 * wanted) brief_ /= 2;
  }
  /// True if one more run of this step keeps the step within its share of the time even if the run takes its whole
  /// limit.
  [[nodiscard]] bool allows(std::size_t step) const {
    const double limit = at(step).wall_seconds;
    return step == 0 || (seconds_[step] + limit) * kShareDivisor <= seconds_[0] + seconds_[1] + seconds_[2] + limit;
  }

 private:
  static constexpr double kMinTenthSeconds = 0.5;  ///< of step 1
  static constexpr double kLimitParts = 10;        ///< step 1 has the whole limit divided by this number
  static constexpr double kMinBriefSeconds = 0.1;  ///< of step 0
  static constexpr double kMeanFactor = 10;        ///< step 0 has this multiple of the mean time
  static constexpr std::size_t kMinAnswers = 32;   ///< for a mean time; before, step 0 is as long as step 1
  static constexpr double kShareDivisor = 10;      ///< steps 1 and 2 each take at most 1 / kShareDivisor of the time
  static constexpr double kMaxWallPerCpu = 4;      ///< used_cpu: seconds of the limit per CPU second

  [[nodiscard]] double tenth() const {
    return std::min(whole_.wall_seconds, std::max(kMinTenthSeconds, whole_.wall_seconds / kLimitParts));
  }

  core::Limits whole_;
  std::array<double, kSteps> seconds_{};  ///< by step
  std::size_t answers_ = 0;
  double answered_seconds_ = 0;
  double brief_ = kMinBriefSeconds;
};

}  // namespace assay::smt

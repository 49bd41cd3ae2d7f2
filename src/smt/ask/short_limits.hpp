#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "assay/core/proc.hpp"

namespace assay::smt {

/// Time limits in steps, so that a few hard scripts do not take all the time of a campaign: nearly all runs that find
/// something end as fast as those that find nothing. A run gets some ten times what runs with an answer have taken;
/// what ran out of that is asked again with a tenth of the limit, then with all of it, as long as each of these two
/// steps has taken no more than a tenth of the time.
class ShortLimits {
 public:
  static constexpr std::size_t kSteps = 3;

  explicit ShortLimits(const core::Limits& whole) : whole_(whole) {}

  /// Whether the first step is shorter than the limit at all.
  [[nodiscard]] bool is_needed() const { return tenth() < whole_.wall_seconds; }
  [[nodiscard]] core::Limits at(std::size_t step) const {
    core::Limits limits = whole_;
    const double brief = answers_ < kLeastAnswers ? tenth() : std::min(brief_, tenth());
    limits.wall_seconds = std::array{brief, tenth(), whole_.wall_seconds}[step];
    return limits;
  }
  /// The step after this one that has a longer limit; kSteps after the last.
  [[nodiscard]] std::size_t after(std::size_t step) const {
    const bool same = step == 0 && at(1).wall_seconds <= at(0).wall_seconds;
    return step + (same ? 2 : 1);
  }
  /// Whether the target worked for a good part of the first step's limit. Where it did not, it is no hard script that
  /// took the time: the program started slowly, or the machine was busy with other things.
  [[nodiscard]] static bool was_run(const core::Usage& usage, const core::Limits& limits) {
    return usage.cpu_seconds() >= limits.wall_seconds / kLeastWork;
  }
  void note(std::size_t step, double seconds, bool answered) {
    seconds_[step] += seconds;
    if (!answered) return;
    ++answers_;
    answered_seconds_ += seconds;
    // Doubled and halved only: a kept process must not be started anew because of a hundredth of a second.
    const double wanted = kTimesMean * answered_seconds_ / static_cast<double>(answers_);
    while (brief_ < wanted) brief_ *= 2;
    while (brief_ > kLeastBrief && brief_ > 4 * wanted) brief_ /= 2;
  }
  /// Whether one more run of this step keeps the step within its share, also if it takes its whole limit. So the first
  /// minute of a campaign does not go into its first hard script.
  [[nodiscard]] bool allows(std::size_t step) const {
    const double limit = at(step).wall_seconds;
    return step == 0 || (seconds_[step] + limit) * kShare <= seconds_[0] + seconds_[1] + seconds_[2] + limit;
  }

 private:
  static constexpr double kLeastTenth = 0.5;
  static constexpr double kParts = 10;
  static constexpr double kLeastBrief = 0.1;
  static constexpr double kTimesMean = 10;
  static constexpr std::size_t kLeastAnswers = 32;  ///< before their mean says something
  static constexpr double kShare = 10;
  static constexpr double kLeastWork = 4;

  [[nodiscard]] double tenth() const {
    return std::min(whole_.wall_seconds, std::max(kLeastTenth, whole_.wall_seconds / kParts));
  }

  core::Limits whole_;
  std::array<double, kSteps> seconds_{};  ///< by step
  std::size_t answers_ = 0;
  double answered_seconds_ = 0;
  double brief_ = kLeastBrief;
};

}  // namespace assay::smt

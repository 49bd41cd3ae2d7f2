#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/target/slow.hpp"

namespace assay::core {

/// The result of a run of one target, which is compared with another target's run on the same input.
struct ComparedRun {
  std::vector<std::string> answers;  ///< to each question; empty text: no answer ("unknown", or the run ended before)
  std::string ending;   ///< why an answer is missing: "unknown", "timeout", "crash"; empty: none is missing
  std::string refusal;  ///< why the target cannot take the input; empty: it takes it
  double cpu_seconds = 0;
  std::vector<std::string> values = {};  ///< further results that must agree if both runs have some, such as optima
  /// The parts of the input that the target rejected before it went on without them. Runs that rejected different parts
  /// are not comparable.
  std::vector<std::string> rejected = {};
  double start_seconds = 0;  ///< the part of cpu_seconds that the target takes on any input, as far as it is known

  [[nodiscard]] double seconds_on_input() const { return std::max(0.0, cpu_seconds - start_seconds); }
};

/// The difference of a target's run from the first target's run on the same input.
enum class Change : std::uint8_t {
  Same,           ///< equal answers (or none from both) in like times
  Contradicts,    ///< two answers to one question that differ
  Lost,           ///< only the first target answers
  Slower,         ///< equal answers, but slow by a SlowRule
  Gained,         ///< only this target answers
  Faster,         ///< equal answers, but the first target is slow by the rule
  NotComparable,  ///< one target cannot take the input, or the two reject different parts of it
};
[[nodiscard]] std::string_view name(Change change);  ///< "not-comparable"
[[nodiscard]] const std::vector<Change>& all_changes();

/// The change of `now` beside `before`. Questions are compared one by one; of several changes the first of
/// Contradicts, Lost, Gained counts. Times are compared without the targets' starts.
[[nodiscard]] Change change_between(const ComparedRun& before, const ComparedRun& now, const SlowRule& rule);

}  // namespace assay::core

#pragma once

#include <string>
#include <vector>

#include "core/proc/proc.hpp"

namespace assay::analyzer {

/// The visible result of a run.
struct RunOutcome {
  bool ended = false;  ///< it ended by itself: the other members count
  int exit_code = 0;
  int signal = 0;
  std::string out;
  bool operator==(const RunOutcome&) const = default;
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] RunOutcome outcome_of(const core::ProcessResult& result);

/// The common result of all runs of one build. Lines of output that differ between runs (times, addresses, process ids)
/// are left out. If the number of lines or the ending differs, nothing is comparable.
class ReferenceOutcome {
 public:
  explicit ReferenceOutcome(RunOutcome first);
  /// Adds another run of the same build.
  void add(const RunOutcome& again);
  /// Whether another build has the same result in all comparable parts; true if nothing is comparable.
  [[nodiscard]] bool agrees(const RunOutcome& other) const;
  /// Whether any two runs differed.
  [[nodiscard]] bool differs() const;
  /// Whether all runs ended in the same way with the same number of lines. Otherwise `agrees` shows nothing.
  [[nodiscard]] bool is_comparable() const { return comparable_; }
  [[nodiscard]] std::string text() const { return first_.text(); }

 private:
  RunOutcome first_;
  std::vector<std::string> lines_;
  std::vector<bool> varies_;  ///< by line
  bool comparable_ = true;
};

}  // namespace assay::analyzer

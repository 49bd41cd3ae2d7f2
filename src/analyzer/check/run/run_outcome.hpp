#pragma once

#include <string>
#include <vector>

#include "assay/core/proc.hpp"

namespace assay::analyzer {

/// What a run showed to the outside.
struct RunOutcome {
  bool ended = false;  ///< by itself: the rest counts
  int exit_code = 0;
  int signal = 0;
  std::string out;
  bool operator==(const RunOutcome&) const = default;
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] RunOutcome outcome_of(const core::ProcessResult& result);

/// What all runs of one build have shown alike. Lines of output that differ from run to run (times, addresses, process
/// ids) are left out; if the number of lines or the ending differs, nothing is left.
class ReferenceOutcome {
 public:
  explicit ReferenceOutcome(RunOutcome first);
  /// Another run of the same build.
  void add(const RunOutcome& again);
  /// Whether another build does the same, as far as it can be compared: always, where nothing can be.
  [[nodiscard]] bool agrees(const RunOutcome& other) const;
  /// Whether a run differed from another one in anything.
  [[nodiscard]] bool differs() const;
  /// Whether all runs ended alike and wrote as many lines: only then does agreement show something.
  [[nodiscard]] bool is_comparable() const { return comparable_; }
  [[nodiscard]] std::string text() const { return first_.text(); }

 private:
  RunOutcome first_;
  std::vector<std::string> lines_;
  std::vector<bool> varies_;  ///< of each line
  bool comparable_ = true;
};

}  // namespace assay::analyzer

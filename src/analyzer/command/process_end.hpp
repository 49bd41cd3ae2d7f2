#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/analyzer/command.hpp"
#include "assay/analyzer/definition.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/target/patterns.hpp"

namespace assay::analyzer {

/// Regular expressions of lines that an analyzer prints (Tuning has the same ones).
struct EndPatterns {
  std::vector<std::string> rejected;  ///< when it does not know a setting
  std::vector<std::string> failed;    ///< when its results do not count
  std::string finished;               ///< when it has got to its end; empty: nothing says so
};

[[nodiscard]] EndPatterns end_patterns(const Tuning& tuning);

/// Of one process of an analyzer. Its wall time is six times its CPU time and three seconds: one that waits uses no CPU
/// time, and many processes may share the machine.
[[nodiscard]] core::Limits process_limits(double cpu_seconds, std::uint64_t memory_bytes);

/// Regular expressions that stand for themselves.
[[nodiscard]] core::PatternList pattern_list(const std::vector<std::string>& texts);

/// What the end of an analyzer's process, and what it printed, mean for a run. Exit codes do not count: analyzers that
/// find something often give another than 0, and some give 0 whatever happened.
class ProcessEnds {
 public:
  ProcessEnds(const std::vector<core::OutputPattern>& crashes, const EndPatterns& patterns);

  /// What it used, and what became of it. Done: its results are to be read.
  [[nodiscard]] RunEnd judge(const core::ProcessResult& result) const;
  /// The same of a command that only prepares: it does not say the line that ends an analysis.
  [[nodiscard]] RunEnd judge_preparation(const core::ProcessResult& result) const;

 private:
  core::PatternList crashes_, rejected_, failed_, finished_;
  bool must_finish_;
};

}  // namespace assay::analyzer

#pragma once

#include <string>
#include <vector>

#include "assay/analyzer/tune.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/target/patterns.hpp"

namespace assay::analyzer::tune {

/// What the end of an analyzer's process, and what it printed, mean for a run. Exit codes do not count: analyzers that
/// find something often give another than 0, and some give 0 whatever happened.
class ProcessEnds {
 public:
  ProcessEnds(const Definition& definition, const Tuning& tuning);

  /// What it used, and what became of it. Done: its results are to be read.
  [[nodiscard]] Outcome judge(const core::ProcessResult& result) const;
  /// The same of a command that only prepares: it does not say the line that ends an analysis.
  [[nodiscard]] Outcome judge_preparation(const core::ProcessResult& result) const;

 private:
  core::PatternList crashes_, rejected_, failed_, finished_;
  bool must_finish_;
};

}  // namespace assay::analyzer::tune

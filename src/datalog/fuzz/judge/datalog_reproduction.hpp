#pragma once

#include <string>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "core/finding/finding.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/fuzz/case/case_text.hpp"

namespace assay::datalog {

/// One run of an engine, kept for a report.
struct ObservedRun {
  Program program;
  std::vector<std::string> flags;  ///< in addition to the engine's own
  EngineAnswer answer;
};

/// Instructions that show the finding with the engine alone: the program in the engine's own syntax, the command, the
/// wrong part of the output, and the expected output. `runs` are the runs of a fresh judgement of the finding's
/// smallest case, in order. If the reference evaluation contradicts a run, only this run is shown. Otherwise both runs
/// are shown, and how their results must relate. Without runs, the result is core::reproduction_of_run.
[[nodiscard]] core::Reproduction reproduction_of_runs(const core::Finding& finding, const EngineTarget& target,
                                                      const Plan& plan, const std::vector<ObservedRun>& runs,
                                                      const EvaluationLimits& limits);

}  // namespace assay::datalog

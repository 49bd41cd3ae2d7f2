#pragma once

#include <string>
#include <vector>

#include "assay/core/finding.hpp"
#include "assay/datalog/engine.hpp"
#include "assay/datalog/evaluate.hpp"
#include "case_text.hpp"

namespace assay::datalog {

/// One run of an engine, kept for a report.
struct ObservedRun {
  Program program;
  std::vector<std::string> flags;  ///< in addition to the engine's own
  EngineAnswer answer;
};

/// How a person shows the finding with the engine alone: the program in the engine's own syntax, its command, the part
/// of the output that is wrong, and what must stand there. `runs` are those of a fresh judgement of the finding's
/// smallest case, in order. If the reference evaluation contradicts one of them, only that run is shown; otherwise the
/// reproduction shows the two runs whose results must be related. Without runs: core::reproduction_of_run.
[[nodiscard]] core::Reproduction reproduction_of_runs(const core::Finding& finding, const EngineTarget& target,
                                                      const Plan& plan, const std::vector<ObservedRun>& runs,
                                                      const EvaluationLimits& limits);

}  // namespace assay::datalog

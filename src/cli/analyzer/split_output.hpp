#pragma once

#include "assay/analyzer/split_job.hpp"

namespace assay::cli {

/// What was read, chosen and lost, for people.
void show_plan(const analyzer::splitting::Prepared& prepared, const analyzer::splitting::Choice& choice,
               const analyzer::splitting::Plan& plan);
/// What cannot be seen in the plan: files that are left out, what the reader could not do.
void show_notes(const analyzer::splitting::Prepared& prepared);
/// One line.
void show_run(const analyzer::splitting::PartitionRun& run);
void show_outcome(const analyzer::splitting::SplitOutcome& outcome);

struct JoinedReport {
  const analyzer::splitting::Planned& planned;
  const analyzer::splitting::SplitOutcome& outcome;
  const std::string& out;      ///< for the SARIF; "-": standard output
  const std::string& summary;  ///< for all of it as JSON; empty: none
};
[[nodiscard]] Status write_outcome(const JoinedReport& report);

}  // namespace assay::cli

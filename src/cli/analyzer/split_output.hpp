#pragma once

#include "analyzer/split/plan/split_job.hpp"

namespace assay::cli {

/// Prints the project, the chosen strategy, and the dependencies that the plan cuts.
void show_plan(const analyzer::splitting::PreparedProject& prepared, const analyzer::splitting::Choice& choice,
               const analyzer::splitting::Plan& plan);
/// Prints notes that are not in the plan: files that are left out, and problems of reading the project.
void show_notes(const analyzer::splitting::PreparedProject& prepared);
/// Prints a line about a run, and lines for files that it left out.
void show_run(const analyzer::splitting::PartitionRun& run);
void show_outcome(const analyzer::splitting::SplitOutcome& outcome);

/// The results of a split analysis, and the files for them.
struct JoinedReport {
  const analyzer::splitting::PlannedSplit& planned;
  const analyzer::splitting::SplitOutcome& outcome;
  const std::string& out;      ///< SARIF file; "-": standard output
  const std::string& summary;  ///< JSON file with the whole result; empty: none
};
[[nodiscard]] Status write_outcome(const JoinedReport& report);

}  // namespace assay::cli

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

}  // namespace assay::cli

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyzer/split/plan/split_job.hpp"
#include "analyzer/split/report/split_report.hpp"
#include "core/sarif/alert.hpp"
#include "core/source/source_lines.hpp"

namespace assay::analyzer::splitting {

/// An alert and the SARIF result that represents it.
struct MergedAlert {
  Alert alert;
  std::string json;
};

/// Merges several reports. Results of one rule at one place are the same if their messages are equal; the remaining
/// ones are matched in order, because a message may name something that only one partition knows. `owner`: for each
/// file, the run that decides whether a result is agreed; files without an owner have no disagreement. Sorted by file,
/// line, column, rule.
[[nodiscard]] std::vector<MergedAlert> merge_runs(const std::vector<RunReport>& reports,
                                                  const std::map<std::string, std::size_t>& owner,
                                                  core::SourceLines& lines);

/// The alerts of another report.
[[nodiscard]] Result<std::vector<core::SarifAlert>> old_alerts(std::string_view sarif, const ProjectFolders& seen);
/// Removes alerts that the old report has, too (core::match_alerts). Returns the number of removed alerts.
[[nodiscard]] std::size_t remove_known_alerts(std::vector<MergedAlert>& merged,
                                              const std::vector<core::SarifAlert>& old);

/// The differences of two reports on one project.
[[nodiscard]] Comparison compare(const std::vector<MergedAlert>& whole, const std::vector<MergedAlert>& parts);

/// The parts of the report as SARIF 2.1.0 (OASIS).
struct SarifParts {
  const PreparedProject& prepared;
  const Choice& choice;
  const std::vector<RunReport>& reports;
  const std::vector<PartitionRun>& runs;
  const std::vector<MergedAlert>& merged;
  const SplitOutcome& outcome;
};
[[nodiscard]] std::string sarif_of(const SarifParts& parts);

}  // namespace assay::analyzer::splitting

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyzer/split/report/split_report.hpp"
#include "assay/analyzer/split_job.hpp"

namespace assay::analyzer::splitting {

/// An alert with the SARIF that speaks for it.
struct Merged {
  Alert alert;
  std::string json;
};

/// One report of several. Results of one rule at one place are the same when their messages are; what is left of them
/// is matched in order, as a message may name what only one partition knows. `owner`: of each file the run whose word
/// counts about it; files that nobody owns have no disagreement. By file, line, column, rule.
[[nodiscard]] std::vector<Merged> merge_runs(const std::vector<RunReport>& reports,
                                             const std::map<std::string, std::size_t>& owner, SourceLines& lines);

/// The fingerprints of another report: by our own, where it has them, or by rule, file and message.
struct OldAlerts {
  std::map<std::string, std::size_t> fingerprints;
  std::map<std::string, std::size_t> descriptions;
};
[[nodiscard]] Result<OldAlerts> old_alerts(std::string_view sarif, const Seen& seen);
/// Takes out what is in the old report, each as often as it is there; how many those are.
[[nodiscard]] std::size_t take_out_old(std::vector<Merged>& merged, OldAlerts old);

/// Differences of two reports on one project.
[[nodiscard]] Comparison compare(const std::vector<Merged>& whole, const std::vector<Merged>& parts);

/// The whole as SARIF 2.1.0 (OASIS).
struct SarifParts {
  const Prepared& prepared;
  const Choice& choice;
  const std::vector<RunReport>& reports;
  const std::vector<PartitionRun>& runs;
  const std::vector<Merged>& merged;
  const SplitOutcome& outcome;
};
[[nodiscard]] std::string sarif_of(const SarifParts& parts);

}  // namespace assay::analyzer::splitting

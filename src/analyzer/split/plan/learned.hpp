#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/split/plan/split_job.hpp"

namespace assay::analyzer::splitting {

/// One run of the analyzer on some units of the project.
struct LearnedRun {
  std::vector<std::uint32_t> units;  ///< indices into LearnedTable::units
  double kloc = 0;                   ///< thousands of lines of the units at that time
  double seconds = 0;                ///< CPU time
  double megabytes = 0;
  /// The run's limits if they ended it: its cost is a lower bound. 0: the run has a result.
  double limit_seconds = 0;
  double limit_megabytes = 0;

  [[nodiscard]] bool limited() const { return limit_seconds > 0; }
};

/// One analysis of the whole project in partitions.
struct LearnedAnalysis {
  std::string state;     ///< hash of the project's text and of the analyzer's version
  std::string strategy;  ///< a row of the strategies
  double max_size = 0;
  std::string size_by;
  unsigned reach = 0;
  std::uint64_t partitions = 0;       ///< number of planned partitions
  double cut = 0;                     ///< as cut_units
  std::uint64_t missing = 0;          ///< number of files that no run could analyze
  std::vector<std::uint32_t> alerts;  ///< hashes of the alerts' fingerprints, sorted
  std::uint64_t repeated = 0;         ///< results that a second run of the same file could have given, too
  std::uint64_t disagreed = 0;        ///< results in `repeated` that the second run did not give
  std::vector<LearnedRun> runs;
};

/// Costs and alerts of earlier analyses of one project by one analyzer. A JSON file.
struct LearnedTable {
  std::string target;   ///< the analyzer's name
  std::string command;  ///< hash of the analyzer's command lines
  std::vector<std::string> units;
  std::vector<LearnedAnalysis> analyses;  ///< oldest first
};

/// Maximum number of analyses in a table; older ones are dropped.
inline constexpr std::size_t kMaxAnalyses = 12;

/// The file of the table: the option's value, or a file in the cache folder. Empty: nothing is learned.
[[nodiscard]] std::string learned_path(const PreparedProject& prepared, const SplitOptions& options);
/// The table of the file, or an empty table if there is no file, or the file cannot be read: `problem` says why. An
/// Error if the file is the table of another analyzer.
[[nodiscard]] Result<LearnedTable> read_learned(const PreparedProject& prepared, const SplitOptions& options,
                                                std::string& problem);
/// Adds an analysis. `units` of its runs are units of the project.
void add_analysis(LearnedTable& table, const PreparedProject& prepared, LearnedAnalysis analysis);
/// Writes the table. A file that is no table of this version is renamed to "NAME.bad" first.
[[nodiscard]] Status write_learned(const LearnedTable& table, const std::string& path);
/// The state of the project now, as in LearnedAnalysis.
[[nodiscard]] std::string state_of(const PreparedProject& prepared);
/// The hash of an alert, as in LearnedAnalysis.
[[nodiscard]] std::uint32_t alert_hash(const std::string& fingerprint);

}  // namespace assay::analyzer::splitting

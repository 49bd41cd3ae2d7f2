#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analyzer/command/command.hpp"
#include "analyzer/split/source/split.hpp"
#include "analyzer/target/analyzer.hpp"
#include "core/options/options.hpp"
#include "core/store/record.hpp"

namespace assay::analyzer::splitting {

/// The options of one split.
struct SplitOptions {
  std::string target;                 ///< as for resolve_analyzer
  std::string graph = "auto";         ///< a row of the graphs
  std::string edges;                  ///< a file with dependencies; empty: none
  std::string database;               ///< compile_commands.json; empty: the project's own file
  std::string unit = "file";          ///< "file" (or the graph's own unit), "folder"
  std::vector<std::string> excluded;  ///< paths relative to the project's folder
  std::vector<std::string> flags;     ///< compiler flags
  double max_size = 0;                ///< S; 0: Assay chooses
  std::string size_by = "files";      ///< "files", "lines", "cost" (CPU seconds beyond the fixed ones)
  unsigned reach = 0;                 ///< k; 0: the value of the definition
  double share = 0.1;                 ///< p
  double cpu_seconds = 600;           ///< CPU limit of one partition's run
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  unsigned again = 2;           ///< how many times a partition without a result is split further
  std::string compare_with;     ///< "whole"; empty: no comparison
  double whole_seconds = 3600;  ///< CPU limit of the run on the whole project, for the comparison
  std::uint64_t whole_memory_bytes = std::uint64_t{8} << 30;
  std::string against;  ///< an earlier SARIF file; empty: none
  std::string cache;    ///< folder for learned costs and read dependencies
  std::string learned;  ///< file of what "auto" learns; empty: a file in `cache`
  bool use_cache = true;
  /// The plan may have small runs that measure (Choice::probes). Not an option: shards learn nothing.
  bool may_probe = false;
  unsigned jobs = 1;
};
/// The table of the options: the command's flags come from it.
[[nodiscard]] const core::OptionTable<SplitOptions>& split_option_table();

/// The chosen strategy and size, and the reason.
struct Choice {
  std::string strategy;
  double max_size = 0;
  unsigned reach = 0;  ///< k; 0: SplitOptions::reach, or else the value of the definition
  std::string reason;
  std::vector<std::string> notes;  ///< problems with what was learned, for people
  /// The plan has small runs, too: they show what a run costs beyond its units, and how costs grow.
  bool probes = false;
  /// Sets of units that exceeded the limits in earlier runs: a partition that contains one is split further.
  std::vector<UnitSet> too_large;
  std::function<double(const UnitSet&)> expected;  ///< CPU seconds of a run on these units; null: not known
  std::function<double(const UnitSet&)> limit;     ///< as PlannedSplit::limits, for these units; null: none
  double whole_seconds = 0;                        ///< predicted cost of one run on everything; 0: not known
  double split_seconds = 0;                        ///< predicted latency of the partitions; 0: not known
  double total_seconds = 0;                        ///< predicted sum over all partitions
  double whole_megabytes = 0;                      ///< predicted; 0: not known
};

/// A project with its dependency graph, ready to be split.
struct PreparedProject {
  Definition definition;
  Project project;
  std::string graph_name;
  Graph graph;
  std::string version;          ///< of the analyzer; empty: not known
  std::vector<double> weights;  ///< as in ProjectFeatures; empty for a plan that was read from a file
  std::uint64_t text_hash = 0;  ///< as in ProjectFeatures
};
/// Finds the project's files and reads their dependencies. With `needs_target` false, a target may be missing.
[[nodiscard]] Result<PreparedProject> prepare(const std::string& folder, const SplitOptions& options,
                                              const std::stop_token& stop);
/// Chooses the options that the user left open: `strategy` is a row of the strategies or "auto".
[[nodiscard]] Result<Choice> choose(const PreparedProject& prepared, const std::string& strategy,
                                    const SplitOptions& options);
[[nodiscard]] Plan plan_for(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options);

/// A project with its partitions. All shards of a run use it, even if the project changes meanwhile.
struct PlannedSplit {
  std::string target;
  PreparedProject prepared;
  Choice choice;
  Plan plan;
  unsigned reach = 0;  ///< k and p of the plan
  double share = 0;
  /// Expected CPU seconds of each partition: the longest run first. Empty: they run in their order.
  std::vector<double> expected;
  /// CPU limit of each partition, from what it needed before. A run that this limit ends is repeated without it, in
  /// parts if possible. Empty or 0: SplitOptions::cpu_seconds.
  std::vector<double> limits;
};
[[nodiscard]] PlannedSplit planned_of(const PreparedProject& prepared, const Choice& choice,
                                      const SplitOptions& options);
/// The file of --plan.
[[nodiscard]] std::string planned_to_json(const PlannedSplit& planned);
[[nodiscard]] Result<PlannedSplit> planned_from_json(std::string_view text);

/// One run of the analyzer.
struct PartitionRun {
  std::size_t partition = 0;  ///< number of the partition in the plan
  std::string name;           ///< "3"; "3.1" is the first part of partition 3, if that gave no result
  UnitSet units;
  double size = 0;
  RunEnd end;
  std::size_t alerts = 0;
  bool given_up = false;              ///< the run has no result, and the partition is not split further
  std::vector<std::string> problems;  ///< files and entry points without results, each with the reason
};

/// A finding in the merged report.
struct Alert {
  std::string rule, file, function, message, fingerprint;
  unsigned line = 0;
  std::vector<std::size_t> runs;  ///< the numbers of the runs that report it
  bool owner_agrees = true;       ///< the run that owns the file reports it, too
};

/// The differences to another report.
struct Comparison {
  std::size_t kept = 0;
  std::vector<Alert> lost, spurious;
  /// Alerts with the same rule in the same file, or with the same message: in the other report, and here.
  std::vector<std::pair<Alert, Alert>> moved;
  std::optional<RunEnd> whole;  ///< the run on the whole project
};

struct SplitOutcome {
  Plan plan;
  std::vector<PartitionRun> runs;
  std::vector<Alert> alerts;
  std::vector<std::string> unanalyzed;  ///< files that no run has analyzed
  bool stopped = false;                 ///< runs are missing, because the user stopped the split
  std::optional<Comparison> whole;      ///< with --compare-with whole
  std::string whole_problem;            ///< why the comparison is missing
  /// With --against: number of alerts that the old report has, too, and that are left out.
  std::optional<std::size_t> old;
  double longest_seconds = 0;      ///< wall time of the longest run: the best possible latency
  double total_seconds = 0;        ///< CPU time of all runs
  std::uint64_t peak_bytes = 0;    ///< memory of the largest run
  std::vector<std::string> notes;  ///< problems with the cache, for people
  std::string sarif;               ///< SARIF 2.1.0
};

/// Called after each run, one call at a time.
using SplitObserver = std::function<void(const PartitionRun&)>;
/// After a stop, the outcome has the results of the finished runs.
[[nodiscard]] Result<SplitOutcome> run_split(const PlannedSplit& planned, const SplitOptions& options,
                                             const SplitObserver& observer, const std::stop_token& stop);

/// Runs every shard.count-th partition of the plan. The folder gets the result of each run as soon as the run ends.
/// Partitions with a result in the folder do not run again.
[[nodiscard]] Status run_split_shard(const PlannedSplit& planned, const SplitOptions& options, core::Shard shard,
                                     const std::string& folder, const SplitObserver& observer,
                                     const std::stop_token& stop);

struct JoinedSplit {
  PlannedSplit planned;
  SplitOutcome outcome;  ///< the outcome of the existing pieces: files of missing pieces are `unanalyzed`
};
/// Joins the folders of one plan's shards into one report. Only the option --against counts.
[[nodiscard]] Result<JoinedSplit> join_splits(const std::vector<std::string>& folders, const SplitOptions& options);

[[nodiscard]] std::string plan_json(const PreparedProject& prepared, const Choice& choice, const Plan& plan);
[[nodiscard]] std::string outcome_json(const PreparedProject& prepared, const Choice& choice,
                                       const SplitOutcome& outcome);

}  // namespace assay::analyzer::splitting

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/analyzer/command.hpp"
#include "assay/analyzer/split.hpp"
#include "assay/core/options.hpp"
#include "assay/core/record.hpp"

namespace assay::analyzer::splitting {

/// What one split is asked for.
struct SplitOptions {
  std::string target;                 ///< as resolve_analyzer takes it
  std::string graph = "auto";         ///< a row of the graphs
  std::string edges;                  ///< a file with dependencies; empty: none
  std::string database;               ///< compile_commands.json; empty: the project's own
  std::string unit = "file";          ///< "file" (or what the graph has), "folder"
  std::vector<std::string> excluded;  ///< paths from the project's folder
  std::vector<std::string> flags;     ///< of a compiler
  double max_size = 0;                ///< S; 0: chosen
  std::string size_by = "files";      ///< "files", "lines", "cost" (CPU seconds beyond the fixed ones)
  unsigned reach = 0;                 ///< k; 0: the definition's
  double share = 0.1;                 ///< p
  double cpu_seconds = 600;           ///< of one partition
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  unsigned again = 2;           ///< how often a partition that gives no result is split once more
  std::string compare_with;     ///< "whole"; empty: nothing
  double whole_seconds = 3600;  ///< CPU time of the run to compare with
  std::uint64_t whole_memory_bytes = std::uint64_t{8} << 30;
  std::string against;  ///< an earlier SARIF file; empty: none
  std::string cache;    ///< folder for what was learned and read before
  bool use_cache = true;
  unsigned jobs = 1;
};
/// The options: flags are made from it.
[[nodiscard]] const core::OptionTable<SplitOptions>& split_option_table();

/// Why the partitions are what they are.
struct Choice {
  std::string strategy;
  double max_size = 0;
  std::string reason;
  double whole_seconds = 0;    ///< predicted, of one run on everything; 0: not known
  double split_seconds = 0;    ///< predicted latency of the partitions; 0: not known
  double total_seconds = 0;    ///< predicted, of all partitions
  double whole_megabytes = 0;  ///< predicted; 0: not known
};

/// A project that is ready to be split.
struct Prepared {
  Definition definition;
  Project project;
  std::string graph_name;
  Graph graph;
};
/// Looks through the project and reads its dependencies. With `needs_target` false, a target may be missing.
[[nodiscard]] Result<Prepared> prepare(const std::string& folder, const SplitOptions& options,
                                       const std::stop_token& stop);
/// Chooses what is left open: `strategy` is a row of the strategies or "auto".
[[nodiscard]] Result<Choice> choose(const Prepared& prepared, const std::string& strategy, const SplitOptions& options);
[[nodiscard]] Plan plan_for(const Prepared& prepared, const Choice& choice, const SplitOptions& options);

/// A project with its partitions. All shards of a run use it, even if the project's graph changes meanwhile.
struct Planned {
  std::string target;
  Prepared prepared;
  Choice choice;
  Plan plan;
  unsigned reach = 0;  ///< k and p of the plan
  double share = 0;
};
[[nodiscard]] Planned planned_of(const Prepared& prepared, const Choice& choice, const SplitOptions& options);
/// As a file: --plan.
[[nodiscard]] std::string planned_to_json(const Planned& planned);
[[nodiscard]] Result<Planned> planned_from_json(std::string_view text);

/// One run of the analyzer.
struct PartitionRun {
  std::size_t partition = 0;  ///< of the plan
  std::string name;           ///< "3", "3.1": the first part of 3 when that gave no result
  UnitSet units;
  double size = 0;
  RunEnd end;
  std::size_t alerts = 0;
  bool given_up = false;              ///< no result, and it is not split again
  std::vector<std::string> problems;  ///< files and entry points without results, each with the reason
};

/// A finding in the merged report.
struct Alert {
  std::string rule, file, function, message, fingerprint;
  unsigned line = 0;
  std::vector<std::size_t> runs;  ///< that report it, by their numbers
  bool owner_agrees = true;       ///< the run that owns the file reports it, too
};

/// What differs from another report.
struct Comparison {
  std::size_t kept = 0;
  std::vector<Alert> lost, spurious;
  std::vector<std::pair<Alert, Alert>> moved;  ///< the same rule in the same file, or message: there, and here
  std::optional<RunEnd> whole;                 ///< of the run on everything
};

struct SplitOutcome {
  Plan plan;
  std::vector<PartitionRun> runs;
  std::vector<Alert> alerts;
  std::vector<std::string> unanalyzed;  ///< files that no run has analyzed
  bool stopped = false;                 ///< runs are missing, because the user has stopped the split
  std::optional<Comparison> whole;      ///< with --compare-with whole
  std::string whole_problem;            ///< why there is nothing to compare with
  std::optional<std::size_t> old;       ///< with --against: alerts that are in the old report, and left out
  double longest_seconds = 0;           ///< wall time of the longest run: the best possible latency
  double total_seconds = 0;             ///< CPU time of all runs
  std::uint64_t peak_bytes = 0;         ///< the largest run
  std::vector<std::string> notes;       ///< what could not be kept
  std::string sarif;                    ///< SARIF 2.1.0
};

/// What a split reports while it runs; one call at a time.
using SplitObserver = std::function<void(const PartitionRun&)>;
/// After a stop, the outcome has the results of the runs that were finished.
[[nodiscard]] Result<SplitOutcome> run_split(const Planned& planned, const SplitOptions& options,
                                             const SplitObserver& observer, const std::stop_token& stop);

/// Runs every shard.count-th partition of the plan, and writes the result of each run to the folder as soon as it has
/// ended. Partitions with a result in the folder do not run again.
[[nodiscard]] Status run_split_shard(const Planned& planned, const SplitOptions& options, core::Shard shard,
                                     const std::string& folder, const SplitObserver& observer,
                                     const std::stop_token& stop);

struct JoinedSplit {
  Planned planned;
  SplitOutcome outcome;  ///< of what there is: the files of the rest are `unanalyzed`
};
/// One report of the folders that shards of one plan have made. Of the options, --against counts.
[[nodiscard]] Result<JoinedSplit> join_splits(const std::vector<std::string>& folders, const SplitOptions& options);

[[nodiscard]] std::string plan_json(const Prepared& prepared, const Choice& choice, const Plan& plan);
[[nodiscard]] std::string outcome_json(const Prepared& prepared, const Choice& choice, const SplitOutcome& outcome);

}  // namespace assay::analyzer::splitting

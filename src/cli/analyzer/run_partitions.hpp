#pragma once

#include <memory>

#include "analyzer/split/plan/split_job.hpp"
#include "cli/cli_session.hpp"
#include "cli/run.hpp"

namespace assay::cli {

/// The options of `assay analyzer run PROJECT --partition`.
struct PartitionFlags {
  analyzer::splitting::SplitOptions options;
  std::string project;
  std::string strategy;  ///< value of --partition; empty: not given
  std::string plan;      ///< file with the partitions; empty: `strategy` chooses them
  std::string out = "-";
  std::string summary;     ///< file for the whole result as JSON; empty: none
  StartFlags start;        ///< only its executor, shard and folder are used
  bool one_shard = false;  ///< whether --shard is given

  /// Adds the flags that a run of a recipe does not have.
  void add_to(CLI::App& app);
  [[nodiscard]] bool wanted() const { return !strategy.empty() || !plan.empty(); }
};

void run_partitions(PartitionFlags& flags, Session& session);

}  // namespace assay::cli

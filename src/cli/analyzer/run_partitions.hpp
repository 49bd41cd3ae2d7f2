#pragma once

#include <memory>

#include "assay/analyzer/split_job.hpp"
#include "cli/cli_session.hpp"
#include "cli/run.hpp"

namespace assay::cli {

/// What `assay analyzer run PROJECT --partition` is told, beside what it shares with a run of a recipe.
struct PartitionFlags {
  analyzer::splitting::SplitOptions options;
  std::string project;
  std::string strategy;  ///< empty: none is asked for
  std::string plan;      ///< a file that says what the partitions are; empty: they are chosen
  std::string out = "-";
  std::string summary;  ///< a file for all of it as JSON; empty: none
  StartFlags start;     ///< of it, who runs which part
  bool one_shard = false;

  /// Adds the flags that a run of a recipe has not.
  void add_to(CLI::App& app);
  [[nodiscard]] bool wanted() const { return !strategy.empty() || !plan.empty(); }
};

void run_partitions(PartitionFlags& flags, Session& session);

}  // namespace assay::cli

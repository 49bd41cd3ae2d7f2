#pragma once

#include <memory>

#include "assay/analyzer/split_job.hpp"
#include "cli/session.hpp"

namespace assay::cli {

/// What `assay analyzer run PROJECT --partition` is told, beside what it shares with a run of a recipe.
struct PartitionFlags {
  analyzer::splitting::SplitOptions options;
  std::string project;
  std::string strategy;  ///< empty: this is no run in partitions
  std::string out = "-";
  std::string summary;  ///< a file for all of it as JSON; empty: none

  /// Adds the flags that a run of a recipe has not.
  void add_to(CLI::App& app);
};

void run_partitions(const PartitionFlags& flags, Session& session);

}  // namespace assay::cli

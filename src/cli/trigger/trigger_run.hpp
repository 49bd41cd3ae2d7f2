#pragma once

#include <string>
#include <vector>

#include "cli/cli_session.hpp"
#include "core/options/options.hpp"
#include "trigger/report.hpp"

namespace assay::cli {

/// The options of one command line of `assay trigger` or `assay trigger check`.
struct TriggerJob {
  std::vector<std::string> scripts;
  trigger::ReportOptions options;
  std::vector<std::string> provers;   ///< further solvers whose refutations give terms: "z3@4.8.5"
  std::vector<std::string> also;      ///< files and folders of scripts on which suggested patterns are tried, too
  std::string emit;                   ///< file or folder for completed scripts; empty: none
  trigger::CheckChoice check;         ///< the check to examine in each script
  std::optional<double> cpu_seconds;  ///< limit for each script in CPU time; nullopt: a limit by the clock
  bool json = false;
  bool library = true;  ///< whether candidates are checked with libz3, if it is of z3's release
  unsigned jobs = 1;    ///< maximum number of concurrent scripts; jobs beyond that are for the search in each script
  core::Limits limits;  ///< limits of one run of the solver
};

/// The options of `assay trigger`, and of `assay trigger check`.
[[nodiscard]] const core::OptionTable<TriggerJob>& trigger_option_table();
[[nodiscard]] const core::OptionTable<TriggerJob>& trigger_check_option_table();

/// Examines each script and prints its report, in the order of the scripts.
void run_trigger(const TriggerJob& job, Session& session);

}  // namespace assay::cli

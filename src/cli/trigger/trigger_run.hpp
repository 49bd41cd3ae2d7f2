#pragma once

#include <string>
#include <vector>

#include "assay/core/options.hpp"
#include "assay/trigger/report.hpp"
#include "cli/cli_session.hpp"

namespace assay::cli {

/// What one command line asks for.
struct TriggerJob {
  std::vector<std::string> scripts;
  trigger::ReportOptions options;
  std::string emit;            ///< file, or folder, for completed scripts
  trigger::CheckChoice check;  ///< of each script
  bool json = false;
  bool library = true;  ///< candidates are checked with libz3 where it is of z3's release
  unsigned jobs = 1;    ///< solver processes at a time: scripts first, then within the search
  core::Limits limits;  ///< of one check
};

/// The flags of `assay trigger`, and of `assay trigger check`.
[[nodiscard]] const core::OptionTable<TriggerJob>& trigger_option_table();
[[nodiscard]] const core::OptionTable<TriggerJob>& trigger_check_option_table();

/// Examines each script and prints what comes of it, in the order of the scripts.
void run_trigger(const TriggerJob& job, Session& session);

}  // namespace assay::cli

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cli_session.hpp"
#include "core/campaign/campaign.hpp"
#include "core/case/tester.hpp"
#include "core/executor/executor.hpp"
#include "core/finding/baseline.hpp"
#include "core/options/options.hpp"
#include "core/store/store.hpp"
#include "progress.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// The options of every campaign, for all modules. They may be given again on resume.
struct RunFlags {
  core::CampaignOptions campaign;
  std::string baseline;
  bool quiet = false;
  bool json = false;
  bool no_report = false;
};
[[nodiscard]] const core::OptionTable<RunFlags>& run_option_table();

/// The options for starting a campaign: its folder, its shard, and its executor.
struct StartFlags {
  std::string out;  ///< the campaign's folder; empty: folder() chooses a name with the current time
  core::Shard shard;
  core::ExecutorOptions executor;
  bool dry_run = false;
  CLI::App* app = nullptr;  ///< the command to which the options were added

  /// `group`: heading of --shard in the help. `joined`: help text that says which command joins the shards.
  void add_to(CLI::App& command, const std::string& group,
              const std::string& joined = "`assay campaign merge` joins them");
  /// True if an executor runs the command in shards.
  [[nodiscard]] bool in_shards() const;
  /// The campaign's folder. Sets `out` if it is empty.
  [[nodiscard]] const std::string& folder();
};

/// Adds --shard i/n. `joined`: help text that says which command joins the shards.
void add_shard_option(CLI::App& command, core::Shard& shard, const std::string& group, const std::string& joined);

/// Runs or resumes a campaign with its display, writes the report, prints the summary and sets the exit code. False if
/// the campaign failed before its first case, so that the store has nothing new.
bool run_and_report(const core::Module& module, core::Store& store, const RunFlags& flags, Session& session);

/// Makes the module within the time limit for preparation, creates the campaign's folder, and calls run_and_report() or
/// an executor. A start that fails leaves no new files.
void start_campaign(const std::function<Result<std::unique_ptr<core::Module>>()>& make, std::uint64_t seed,
                    StartFlags& start, const RunFlags& flags, Session& session);

/// " (in the baseline)", or a text for a possible match; empty for a finding that the baseline does not cover.
[[nodiscard]] std::string_view baseline_note(const core::Finding& finding, const core::Baseline& baseline);

/// Writes the report to `path` (empty: report.html in the campaign's folder) and returns the path of the report. With a
/// baseline, the report marks known findings.
[[nodiscard]] Result<std::string> write_report(const core::CampaignRecord& record, const std::string& path,
                                               const core::Baseline* baseline = nullptr);
/// Writes the report of the campaign in the folder `directory`.
[[nodiscard]] Result<std::string> write_report_of(const std::string& directory, const std::string& path,
                                                  const core::Baseline* baseline = nullptr);

}  // namespace assay::cli

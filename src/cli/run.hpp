#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "assay/core/baseline.hpp"
#include "assay/core/campaign.hpp"
#include "assay/core/executor.hpp"
#include "assay/core/options.hpp"
#include "assay/core/store.hpp"
#include "assay/core/tester.hpp"
#include "cli_session.hpp"
#include "progress.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// What every campaign may be told, whatever its module; also on resume.
struct RunFlags {
  core::CampaignOptions campaign;
  std::string baseline;
  bool quiet = false;
  bool json = false;
  bool no_report = false;
};
[[nodiscard]] const core::OptionTable<RunFlags>& run_option_table();

/// Where a campaign that starts goes, which part of it, and who runs it.
struct StartFlags {
  std::string out;  ///< empty: a folder with the time in its name
  core::Shard shard;
  core::ExecutorOptions executor;
  bool dry_run = false;
  CLI::App* app = nullptr;  ///< that they were added to

  /// `group`: heading of --shard; `joined`: how its parts become one.
  void add_to(CLI::App& command, const std::string& group,
              const std::string& joined = "`assay campaign merge` joins them");
  /// Whether an executor runs it, in parts.
  [[nodiscard]] bool in_shards() const;
  /// The campaign's folder.
  [[nodiscard]] const std::string& folder();
};

/// --shard i/n. `joined`: how its parts become one.
void add_shard_option(CLI::App& command, core::Shard& shard, const std::string& group, const std::string& joined);

/// Runs (or goes on with) a campaign, shows it, writes the report, prints the summary and sets the exit code. False: it
/// was refused before the first case, and the store has nothing new.
bool run_and_report(const core::Module& module, core::Store& store, const RunFlags& flags, Session& session);

/// Makes the module, within the time limit, and the campaign's folder, and then the same. A start that is refused
/// leaves no folder.
void start_campaign(const std::function<Result<std::unique_ptr<core::Module>>()>& make, std::uint64_t seed,
                    StartFlags& start, const RunFlags& flags, Session& session);

/// " (in the baseline)", and how sure that is; empty for a finding that the baseline does not cover.
[[nodiscard]] std::string_view baseline_note(const core::Finding& finding, const core::Baseline& baseline);

/// Writes the report to `path` (empty: report.html in the campaign's folder) and gives its path. With a baseline, the
/// report tells known findings from new ones.
[[nodiscard]] Result<std::string> write_report(const core::CampaignRecord& record, const std::string& path,
                                               const core::Baseline* baseline = nullptr);
/// The same of the campaign in this folder.
[[nodiscard]] Result<std::string> write_report_of(const std::string& directory, const std::string& path,
                                                  const core::Baseline* baseline = nullptr);

}  // namespace assay::cli

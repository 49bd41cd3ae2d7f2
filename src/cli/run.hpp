#pragma once

#include <string>

#include "assay/core/campaign.hpp"
#include "assay/core/store.hpp"
#include "assay/core/tester.hpp"
#include "progress.hpp"
#include "session.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

/// The flags that every campaign has, whatever its module; also on resume.
struct RunFlags {
  std::string time;
  std::uint64_t tests = 0;
  std::uint64_t findings = 0;
  unsigned jobs = 1;
  std::string baseline;
  bool quiet = false;
  bool json = false;
  bool no_report = false;
  bool skip_controls = false;
  unsigned confirmations = 3;
  std::uint64_t reduce_runs = 2000;
  std::string reduce_time = "60s";

  void add_to(CLI::App& app);
  [[nodiscard]] Result<core::CampaignOptions> options() const;
};

/// Runs (or goes on with) a campaign, shows it, writes the report, prints the summary and sets the exit code.
void run_and_report(const core::Module& module, core::Store& store, const RunFlags& flags, Session& session);

/// Makes the campaign's folder, and then the same.
void start_campaign(const core::Module& module, std::uint64_t seed, core::Shard shard, const std::string& directory,
                    const RunFlags& flags, Session& session);

/// Remembers a campaign's limits beside its store, for resume; and reads them back.
[[nodiscard]] Status save_limits(const std::string& directory, const RunFlags& flags);
void load_limits(const std::string& directory, RunFlags& flags);

/// Writes report.html into the campaign's folder and gives its path.
[[nodiscard]] Result<std::string> write_report(const core::CampaignRecord& record, const std::string& path);

}  // namespace assay::cli

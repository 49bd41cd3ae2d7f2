#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "assay/core/store.hpp"
#include "modules.hpp"
#include "run.hpp"
#include "session.hpp"

namespace assay::cli {
namespace {

void resume(const std::string& directory, const RunFlags& flags, Session& session) {
  Result<std::unique_ptr<core::Store>> store = core::Store::open(directory);
  if (!store) return session.fail(store.error());
  const core::CampaignIdentity& identity = (*store)->identity();
  Result<std::unique_ptr<core::Module>> module =
      open_module(identity.module, identity.configuration, directory, Purpose::Generate);
  if (!module) return session.fail(module.error());
  const Status saved = save_limits(directory, flags);
  if (!saved) return session.fail(saved.error());
  run_and_report(**module, **store, flags, session);
}

void add_resume(CLI::App& campaign, Session& session) {
  struct Flags {
    std::string directory;
    RunFlags run;
  };
  CLI::App* app = campaign.add_subcommand("resume", "Go on with a campaign where it stopped or was killed");
  const auto flags = std::make_shared<Flags>();
  app->add_option("directory", flags->directory, "the campaign's folder")->required();
  flags->run.add_to(*app);
  app->footer(
      "Limits count from the campaign's start; those not given are as before. Run it from the same folder as the "
      "campaign.");
  app->callback([app, flags, &session] {
    RunFlags run;
    load_limits(flags->directory, run);
    const auto given = [&](const char* name) { return app->get_option(name)->count() > 0; };
    RunFlags merged = flags->run;
    if (!given("--time") && !given("--tests") && !given("--findings")) {
      merged.time = run.time;
      merged.tests = run.tests;
      merged.findings = run.findings;
    }
    if (!given("--jobs")) merged.jobs = run.jobs;
    if (!given("--baseline")) merged.baseline = run.baseline;
    resume(flags->directory, merged, session);
  });
}

void add_merge(CLI::App& campaign, Session& session) {
  struct Flags {
    std::string out;
    std::vector<std::string> directories;
  };
  CLI::App* app = campaign.add_subcommand("merge", "Join the campaigns of several shards into a new folder");
  const auto flags = std::make_shared<Flags>();
  app->add_option("out", flags->out, "the new folder")->required();
  app->add_option("directories", flags->directories, "the shards' folders")->required();
  app->callback([flags, &session] {
    const Result<core::MergeSummary> merged = core::merge(flags->out, flags->directories);
    if (!merged) return session.fail(merged.error());
    fmt::print("merged    {} campaigns into {}: {} tests, {} findings, {} of them in several\n", merged->campaigns,
               flags->out, with_commas(merged->tests), merged->findings, merged->duplicates);
    const Result<std::unique_ptr<core::Store>> store = core::Store::open(flags->out);
    if (!store) return session.fail(store.error());
    const Result<core::CampaignRecord> record = (*store)->record();
    if (!record) return session.fail(record.error());
    const Result<std::string> report = write_report(*record, "");
    if (!report) return session.fail(report.error());
    fmt::print("report    {}\n", *report);
  });
}

}  // namespace

void add_campaign(CLI::App& app, Session& session) {
  CLI::App* campaign = app.add_subcommand("campaign", "Resume campaigns and merge shards");
  campaign->require_subcommand(1);
  add_resume(*campaign, session);
  add_merge(*campaign, session);
}

}  // namespace assay::cli

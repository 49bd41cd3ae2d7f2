#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "cli_session.hpp"
#include "commands.hpp"
#include "core/store/store.hpp"
#include "modules.hpp"
#include "option_flags.hpp"
#include "output.hpp"
#include "run.hpp"
#include "shards.hpp"
#include "signals.hpp"

namespace assay::cli {
namespace {

struct ResumeFlags {
  std::string directory;
  RunFlags run;
  std::vector<std::string> moved;
};

/// The campaign's stored limits, overridden by the flags that are given now.
Result<RunFlags> limits_of(const CLI::App& app, core::Store& store, ResumeFlags& flags) {
  const Result<std::string> kept = store.limits();
  if (!kept) return kept.error();
  RunFlags all;
  const core::BoundOptions rows = run_option_table().bind(all);
  if (const Status read = core::read_toml(*kept, rows); !read) {
    return Error{"the limits that " + store.directory() + " keeps cannot be read: " + read.error().text(),
                 "go on with the version of Assay that wrote them"};
  }
  copy_given(app, run_option_table().bind(flags.run), rows);
  return all;
}

/// The campaign's configuration with the paths replaced that --moved names.
Result<std::string> configuration_of(const core::CampaignIdentity& identity, const std::vector<std::string>& moves) {
  std::string configuration = identity.configuration;
  for (const std::string& move : moves) {
    const std::size_t equals = move.find('=');
    if (equals == 0 || equals == std::string::npos)
      return Error{"--moved '" + move + "' names no two paths", "write it like /old/path=/new/path"};
    Result<std::string> moved = core::with_moved_paths(configuration, move.substr(0, equals), move.substr(equals + 1));
    if (!moved) return moved;
    configuration = std::move(*moved);
  }
  return configuration;
}

void resume(const CLI::App& app, ResumeFlags& flags, Session& session) {
  if (core::is_sharded_run(flags.directory)) return resume_shards(flags.directory, session);
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(flags.directory);
  if (!store) return session.fail(store.error());
  const Result<RunFlags> run = limits_of(app, **store, flags);
  if (!run) return session.fail(run.error());
  std::optional<EndOnTime> limit(std::in_place, core::end_of_preparation(run->campaign));
  const core::CampaignIdentity& identity = (*store)->identity();
  const Result<std::string> configuration = configuration_of(identity, flags.moved);
  if (!configuration) return session.fail(configuration.error(), kUsage);
  Result<std::unique_ptr<core::Module>> module =
      open_module(identity.module, *configuration, flags.directory, Purpose::Generate);
  if (!module) {
    const std::string& advice = module.error().advice;
    return session.fail(
        {module.error().message,
         (advice.empty() ? "" : advice + "; ") + "if it was moved, give its new path: --moved /old/path=/new/path"});
  }
  if (!flags.moved.empty() && core::fingerprint_of(**module) == identity.fingerprint) {
    if (const Status held = (*store)->begin_session(); !held) return session.fail(held.error());
    if (const Status kept = (*store)->move_inputs(*configuration); !kept) return session.fail(kept.error());
  }
  limit.reset();
  run_and_report(**module, **store, *run, session);
}

void add_resume(CLI::App& campaign, Session& session) {
  CLI::App* app = campaign.add_subcommand("resume", "Go on with a campaign where it stopped or was killed");
  const auto flags = std::make_shared<ResumeFlags>();
  app->add_option("directory", flags->directory, "the campaign's folder; of a campaign in shards, missing shards run")
      ->required();
  app->add_option("--moved", flags->moved,
                  "new path of unchanged seeds, rules or programs that were moved: /old/path=/new/path");
  add_options(*app, run_option_table().bind(flags->run), Defaults::Hidden);
  app->footer(
      "Limits count from the campaign's start; limits that are not given stay as before. --time none, --tests 0 and "
      "--findings 0 remove a limit.");
  app->callback([app, flags, &session] { resume(*app, *flags, session); });
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
    print_out("merged    {} campaigns into {}: {} tests, {} findings, {} of them in several\n", merged->campaigns,
              flags->out, with_commas(merged->tests), merged->findings, merged->duplicates);
    const Result<std::string> report = write_report_of(flags->out, "");
    if (!report) return session.fail(report.error());
    print_out("report    {}\n", *report);
    print_waiting(*merged, flags->out);
  });
}

}  // namespace

void add_campaign(CLI::App& app, Session& session) {
  CLI::App* campaign = app.add_subcommand("campaign", "Resume campaigns; look after shards");
  campaign->require_subcommand(1);
  add_resume(*campaign, session);
  add_merge(*campaign, session);
  add_shard_commands(*campaign, session);
}

}  // namespace assay::cli

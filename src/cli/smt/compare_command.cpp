#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "cli/cli_session.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/run.hpp"
#include "cli/smt/release_history.hpp"
#include "cli/smt/smt_commands.hpp"
#include "smt/compare/compare.hpp"

namespace assay::cli {
namespace {

struct CompareFlags {
  smt::CompareOptions compare;
  RunFlags run;
  StartFlags start;
  bool bisect = false;
};

/// Says that a file of --learned cannot be read.
Status show_problem(const smt::CompareOptions& options) {
  const Result<std::string> problem = smt::learned_problem(options);
  if (!problem) return problem.error();
  if (!problem->empty()) print_err("note      {}\n", printable(*problem));
  return {};
}

/// Adds the campaign's runs to the file of --learned.
Status learn(CompareFlags& flags, const Session& session) {
  if (flags.compare.learned.empty() || session.exit_code > kFindings) return {};
  const auto store = core::Store::open_finished(flags.start.folder());
  if (!store) return store.error();
  const Result<core::CampaignRecord> record = (*store)->record();
  return record ? smt::learn_runs(flags.compare, *record) : Status(record.error());
}

void run(CompareFlags& flags, Session& session) {
  std::string releases;
  if (flags.bisect) {
    if (flags.start.in_shards())
      return session.fail({"--bisect does not work with shards", "merge them, and use `assay findings history`"},
                          kUsage);
    Result<std::string> between = releases_between(flags.compare.targets);
    if (!between) return session.fail(between.error(), kUsage);
    releases = std::move(*between);
  }
  if (const Status shown = show_problem(flags.compare); !shown) return session.fail(shown.error(), kUsage);
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<std::vector<std::string>> scripts = smt::find_scripts(flags.compare);
    if (!scripts) return scripts.error();
    return smt::make_compare_module(flags.compare, std::move(*scripts));
  };
  start_campaign(make, flags.compare.seed, flags.start, flags.run, session);
  if (const Status learned = learn(flags, session); !learned) session.fail(learned.error());
  if (!flags.bisect || session.exit_code != kFindings || session.stop.stop_requested()) return;
  trace_worst_findings(flags.start.folder(), releases, session);
  if (flags.run.no_report) return;
  std::optional<core::Baseline> baseline;
  if (!flags.run.baseline.empty())
    if (auto loaded = core::Baseline::load(flags.run.baseline)) baseline = std::move(*loaded);
  const auto written = write_report_of(flags.start.folder(), "", baseline ? &*baseline : nullptr);
  if (!written) session.fail(written.error());
}

}  // namespace

void add_smt_compare(CLI::App& smt, Session& session) {
  CLI::App* app =
      smt.add_subcommand("compare", "Run your scripts on several versions of a solver: what is lost, slower, wrong?");
  const auto flags = std::make_shared<CompareFlags>();
  flags->compare.limits.wall_seconds = 20;
  flags->compare.limits.memory_bytes = std::uint64_t{4} << 30;
  flags->run.campaign.confirmations = 1;  // differences are repeated, and tried with other seeds, before
  add_options(*app, smt::compare_option_table().bind(flags->compare));
  app->add_flag("--bisect", flags->bisect,
                "run the ten worst findings on the installed releases between the first and the last target")
      ->group("Comparison");
  flags->start.add_to(*app, "Comparison");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay smt compare scripts/ --target z3@4.12.6 --target z3@4.13.4\n"
      "  assay smt compare scripts/ --target old=/opt/z3-4.8/z3 --target new=/opt/z3/z3 --fail-on slower\n"
      "Exit code: 0 nothing lost, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/cli_session.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/run.hpp"
#include "cli/smt/smt_commands.hpp"
#include "cli/smt/stability_reasons.hpp"
#include "smt/stability/stability.hpp"

namespace assay::cli {
namespace {

struct StabilityFlags {
  smt::StabilityOptions stability;
  RunFlags run;
  StartFlags start;
  bool why = false;
};

void run(StabilityFlags& flags, Session& session) {
  if (flags.why && flags.start.in_shards())
    return session.fail({"--why does not work with shards", "run the unstable scripts again, without shards"}, kUsage);
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<std::vector<std::string>> scripts = smt::find_stability_scripts(flags.stability);
    if (!scripts) return scripts.error();
    return smt::make_stability_module(flags.stability, std::move(*scripts));
  };
  start_campaign(make, flags.stability.seed, flags.start, flags.run, session);
  const bool has_run = session.exit_code == kNothingFound || session.exit_code == kFindings;
  if (flags.why && has_run && !session.stop.stop_requested())
    print_reasons(flags.stability, flags.start.folder(), flags.run.json, session);
}

}  // namespace

void add_smt_stability(CLI::App& smt, Session& session) {
  CLI::App* app =
      smt.add_subcommand("stability", "Run mutants of your scripts that mean the same: is an answer an accident?");
  const auto flags = std::make_shared<StabilityFlags>();
  flags->stability.limits.wall_seconds = 20;
  flags->stability.limits.memory_bytes = std::uint64_t{4} << 30;
  flags->run.campaign.confirmations = 1;  // a class is already the result of many runs
  add_options(*app, smt::stability_option_table().bind(flags->stability));
  app->add_flag("--why", flags->why,
                "for each unstable script: the quantifiers whose instances differ, and an edit that makes it stable")
      ->group("Mutants");
  flags->start.add_to(*app, "Mutants");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay smt stability scripts/ --target z3 --timeout 10s\n"
      "  assay smt stability scripts/ --target z3@4.12.6 --target z3@4.13.4 --fail-on worse\n"
      "Exit code: 0 no finding (an unstable script is one only with --fail-on), 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

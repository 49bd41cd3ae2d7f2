#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/cli_session.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/run.hpp"
#include "cli/smt/smt_commands.hpp"
#include "smt/compare/compare.hpp"

namespace assay::cli {
namespace {

struct CompareFlags {
  smt::CompareOptions compare;
  RunFlags run;
  StartFlags start;
};

void run(CompareFlags& flags, Session& session) {
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<std::vector<std::string>> scripts = smt::find_scripts(flags.compare);
    if (!scripts) return scripts.error();
    return smt::make_compare_module(flags.compare, std::move(*scripts));
  };
  start_campaign(make, flags.compare.seed, flags.start, flags.run, session);
}

}  // namespace

void add_smt_compare(CLI::App& smt, Session& session) {
  CLI::App* app =
      smt.add_subcommand("compare", "Run your scripts on several versions of a solver: what is lost, slower, wrong?");
  const auto flags = std::make_shared<CompareFlags>();
  flags->compare.limits.wall_seconds = 20;
  flags->run.campaign.confirmations = 1;  // differences are repeated, and tried with other seeds, before
  add_options(*app, smt::compare_option_table().bind(flags->compare));
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

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/run.hpp"
#include "cli/smt/smt_commands.hpp"
#include "smt/checker/campaign/campaign.hpp"

namespace assay::cli {
namespace {

struct CheckerFlags {
  smt::CheckerOptions checker;
  RunFlags run;
  StartFlags start;
};

void test_checkers(CheckerFlags& flags, Session& session) {
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<std::vector<smt::ProofSeed>> proofs = smt::load_proofs(flags.checker);
    if (!proofs) return proofs.error();
    return smt::make_checker_module(flags.checker, std::move(*proofs));
  };
  start_campaign(make, flags.checker.seed, flags.start, flags.run, session);
}

}  // namespace

void add_smt_checker(CLI::App& smt, Session& session) {
  CLI::App* app = smt.add_subcommand("checker", "Test checkers of proofs: do they accept proofs that are wrong?");
  const auto flags = std::make_shared<CheckerFlags>();
  add_options(*app, smt::checker_option_table().bind(flags->checker));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay smt checker --target carcara --time 60s\n"
      "  assay smt checker --target ethos --signatures cvc5/proofs/eo/cpc --time 10m\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { test_checkers(*flags, session); });
}

}  // namespace assay::cli

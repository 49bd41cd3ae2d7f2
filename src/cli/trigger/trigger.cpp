#include <CLI/CLI.hpp>
#include <memory>

#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/trigger/trigger_commands.hpp"
#include "cli/trigger/trigger_run.hpp"

namespace assay::cli {
namespace {

void when_parsed(TriggerJob& job, Session& session) {
  if (job.scripts.empty()) {
    session.fail({"no script is given", "assay trigger FILE.smt2"}, kUsage);
  } else {
    job.options.synthesis.seconds_per_check = job.limits.wall_seconds;
    job.options.solvers.memory_bytes = job.limits.memory_bytes;
    job.options.synthesis.memory_bytes = job.limits.memory_bytes;
    if (job.cpu_seconds) {
      job.options.synthesis.seconds = *job.cpu_seconds;
      job.options.synthesis.clock = trigger::Clock::Cpu;
    }
    run_trigger(job, session);
  }
}

CLI::App* add_check(CLI::App& trigger, Session& session) {
  CLI::App* check = trigger.add_subcommand("check", "Are the axioms inconsistent? The quantified part alone, no goal");
  const auto job = std::make_shared<TriggerJob>();
  job->options.axioms_only = true;
  add_options(*check, trigger_check_option_table().bind(*job));
  check->footer(
      "Axioms are the conjuncts that are universal formulas. Any term that E-matching refutes them with means that a "
      "verifier which has them proves whatever it is asked, as soon as the term occurs.\n"
      "Exit code: 0 nothing found, 1 inconsistent, 2 usage, 3 environment.");
  check->callback([job, &session] { when_parsed(*job, session); });
  return check;
}

}  // namespace

void add_trigger(CLI::App& app, Session& session) {
  CLI::App* trigger = app.add_subcommand("trigger", "Find the ground terms that E-matching misses to refute a script");
  const auto job = std::make_shared<TriggerJob>();
  add_options(*trigger, trigger_option_table().bind(*job));
  trigger->footer(
      "For a script that must be unsatisfiable but for which E-matching says unknown: ground terms that complete the "
      "refutation, why they do, and patterns that would have needed none.\n"
      "Examples:\n"
      "  assay trigger proof-obligation.smt2\n"
      "  assay trigger *.smt2 --time 10m --json --emit completed/\n"
      "  assay trigger verifier.log.smt2 --check line:41\n"
      "  assay trigger check axioms.smt2 --modulo-patterns\n"
      "  assay trigger log z3.log\n"
      "Exit code: 0 nothing found, 1 terms found, 2 usage, 3 environment.");
  const CLI::App* check = add_check(*trigger, session);
  const CLI::App* log = add_trigger_log(*trigger, session);
  trigger->callback([check, log, job, &session] {
    if (!check->parsed() && !log->parsed()) when_parsed(*job, session);
  });
}

}  // namespace assay::cli

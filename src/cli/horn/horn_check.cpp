#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/horn/horn_commands.hpp"
#include "cli/output.hpp"
#include "core/case/case.hpp"
#include "horn/horn.hpp"

namespace assay::cli {
namespace {

struct HornCheckFlags {
  std::string file;
  std::string target;
  std::string timeout = "10s";
  horn::HornOptions options;
};

void run(HornCheckFlags flags, Session& session) {
  const std::optional<double> seconds = parse_duration(flags.timeout);
  if (!seconds || *seconds <= 0)
    return session.fail({"--timeout '" + flags.timeout + "' is no duration", "write it like 500ms, 10s or 5m"}, kUsage);
  flags.options.limits.wall_seconds = *seconds;
  flags.options.targets = {flags.target};
  const Listening listening(session);
  const Result<horn::HornCheck> check = horn::check_horn_script(flags.options, flags.file, listening.stop());
  if (!check) return session.fail(check.error(), kUsage);
  const core::Verdict& verdict = check->verdict;
  print_out("{} {}: {}\n", flags.target, printable(check->version), printable(check->answer));
  print_out("truth: {}\n", check->truth == "open" ? "not found by Assay" : check->truth);
  if (verdict.is_bug()) {
    print_out("{}: {}\n  {}\n{}", core::name(verdict.kind), printable(verdict.reason), printable(verdict.detail),
              printable(check->evidence));
    session.exit_code = kFindings;
  } else if (verdict.outcome == core::Verdict::Outcome::Pass && verdict.reason.empty()) {
    print_out("nothing wrong: the answer and what comes with it were judged\n");
  } else {
    print_out("open: {}\n", printable(verdict.reason));
    session.exit_code = kEnvironment;
  }
}

}  // namespace

void add_horn_check(CLI::App& horn, Session& session) {
  CLI::App* app = horn.add_subcommand("check", "Run a solver on a script of Horn clauses, and judge its answer");
  const auto flags = std::make_shared<HornCheckFlags>();
  app->add_option("file", flags->file, "a script in the logic HORN, or with muZ's rules and a query")->required();
  app->add_option("-t,--target", flags->target, "the solver: z3, golem, a TOML file")->required();
  app->add_option("-r,--reference", flags->options.references, "solvers that help to judge, if installed");
  app->add_option("--timeout", flags->timeout, "wall-clock limit of one run")->capture_default_str();
  app->footer(
      "Judges the answer against the truth that Assay finds for small scripts, a model of `sat` clause by clause, and "
      "a "
      "derivation of `unsat` fact by fact. The script is run as it is, with its options, up to its check.\n"
      "Exit code: 0 nothing wrong, 1 a wrong answer, model or derivation, or a crash, 2 usage, 3 not all was judged, "
      "or "
      "environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/datalog/datalog_commands.hpp"
#include "cli/output.hpp"
#include "datalog/fuzz/one_program.hpp"

namespace assay::cli {
namespace {

struct DatalogCheckFlags {
  std::string file;
  std::string target;
  std::string timeout = "10s";
  datalog::EvaluationLimits reference = kReferenceLimits;
};

void run(const DatalogCheckFlags& flags, Session& session) {
  core::Limits limits;
  const std::optional<double> seconds = parse_duration(flags.timeout);
  if (!seconds || *seconds <= 0)
    return session.fail({"--timeout '" + flags.timeout + "' is no duration", "write it like 500ms, 10s or 5m"}, kUsage);
  limits.wall_seconds = *seconds;
  const Result<datalog::UserProgram> file = datalog::load_program(flags.file);
  if (!file) return session.fail(file.error(), kUsage);
  if (!file->is_complete())
    return session.fail({"Assay does not read all of " + flags.file + ": " +
                             (file->problem.empty() ? file->program->seed.reason : file->problem),
                         "the reference knows the result of complete programs only"});
  const auto judge = datalog::ProgramJudge::open(flags.target, limits, flags.reference);
  if (!judge) return session.fail(judge.error());
  const Listening listening(session);
  const core::Verdict verdict = (*judge)->judge_first((*judge)->fitted(*file), listening.stop());
  const std::string engine = (*judge)->target().definition.name + " " + printable((*judge)->target().version);
  if (verdict.outcome == core::Verdict::Outcome::Pass) return print_out("{}: agrees with the reference\n", engine);
  if (verdict.is_bug() && verdict.kind != core::BugKind::RejectsValid) {
    print_out("{}: {}: {}\n{}", engine, core::name(verdict.kind), printable(verdict.reason), printable(verdict.detail));
    session.exit_code = kFindings;
    return;
  }
  session.fail({engine + ": cannot be judged: " + printable(verdict.reason),
                "give more with --timeout, --tuples or --steps if a limit is the reason"});
}

}  // namespace

void add_datalog_check(CLI::App& datalog, Session& session) {
  CLI::App* app = datalog.add_subcommand(
      "check", "Run an engine on a program, and compare its result with Assay's reference (`datalog eval`)");
  const auto flags = std::make_shared<DatalogCheckFlags>();
  app->add_option("file", flags->file, "a program in Soufflé's syntax, or in another dialect that Assay reads")
      ->required();
  app->add_option("-t,--target", flags->target, "the engine")->required();
  app->add_option("--timeout", flags->timeout, "wall-clock limit of the engine")->capture_default_str();
  add_reference_limits(*app, flags->reference);
  app->footer("Exit code: 0 agrees, 1 differs or crashes, 2 usage, 3 cannot be judged.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

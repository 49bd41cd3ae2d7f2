#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/datalog/datalog_commands.hpp"
#include "cli/output.hpp"
#include "cli/reduction.hpp"
#include "core/reduce/file_runner.hpp"
#include "core/reduce/keep_command.hpp"
#include "datalog/fuzz/one_program.hpp"

namespace assay::cli {
namespace {

struct DatalogReduceFlags {
  ReductionFlags reduction;
  std::string target;
  datalog::EvaluationLimits reference = kReferenceLimits;
};

Result<ReducedFile> as_kept(Result<std::string> text) {
  if (!text) return text.error();
  return ReducedFile{std::move(*text)};
}

Result<ReducedFile> reduce_by_command(const DatalogReduceFlags& flags, const datalog::UserProgram& file,
                                      const core::Limits& limits, const core::ReduceBudget& budget) {
  Result<core::KeepCommand> command = core::KeepCommand::find(flags.reduction.keep_command, limits);
  if (!command) return command.error();
  const std::string name = std::filesystem::path(flags.reduction.file).filename().string();
  const auto keeps = [&](const std::string& text) { return command->has_property(name, text, budget.stop); };
  return as_kept(
      datalog::reduce_keeping(file, *file.dialect, keeps, budget, core::KeepCommand::refusal(flags.reduction.file)));
}

Result<ReducedFile> reduce_by_run(const DatalogReduceFlags& flags, const datalog::UserProgram& file,
                                  const core::KeptProperty& property, const core::Limits& limits,
                                  const core::ReduceBudget& budget) {
  const auto engines = datalog::resolve_engines({flags.target}, true);
  if (!engines) return engines.error();
  const datalog::EngineTarget& engine = engines->front();
  datalog::EngineCommand command = datalog::command_of(engine.definition);
  core::FileRunner runner(std::move(command.argv), limits, std::move(command.beside));
  const core::PatternList crashes(engine.definition.crashes);
  const std::string name = "program" + std::string(engine.dialect->extension);
  const auto keeps = [&](const std::string& text) {
    return property.holds(core::kept_run(runner.run(name, text, budget.stop), crashes));
  };
  const Error refusal{engine.definition.name + " does not show '" + property.text + "' on " + flags.reduction.file,
                      "give its actual result with --keep, or more time with --timeout"};
  return as_kept(datalog::reduce_keeping(file, *engine.dialect, keeps, budget, refusal));
}

/// Reduces a program on which the engine fails by the reference's judgement. `only_wrong`: only a wrong result counts.
Result<ReducedFile> reduce_failure(const DatalogReduceFlags& flags, const datalog::UserProgram& file, bool only_wrong,
                                   const core::Limits& limits, const core::ReduceBudget& budget) {
  const std::string& name = flags.reduction.file;
  if (!file.is_complete())
    return Error{"Assay does not read all of " + name + ", so it does not know what is right" +
                     (file.problem.empty() ? "" : ": " + file.problem),
                 "reduce it with --keep output:REGEX, for example, or with --keep-command"};
  const auto judge = datalog::ProgramJudge::open(flags.target, limits, flags.reference);
  if (!judge) return judge.error();
  const core::Verdict verdict = (*judge)->judge_first((*judge)->fitted(file), budget.stop);
  if (!verdict.is_bug() || (only_wrong && verdict.kind != core::BugKind::WrongResult))
    return Error{flags.target + " does not fail on " + name +
                     (verdict.reason.empty() ? "" : " by what can be judged: " + printable(verdict.reason)),
                 "`assay datalog check` compares its result; --keep preserves other properties of its run"};
  print_err("{}: {}: {}\n{}\n", flags.target, core::name(verdict.kind), printable(verdict.reason),
            printable(verdict.detail));
  return ReducedFile{datalog::reduce_failing(file, **judge, verdict, budget), !only_wrong};
}

Result<ReducedFile> reduce(const DatalogReduceFlags& flags, const core::Limits& limits,
                           const core::ReduceBudget& budget) {
  const ReductionFlags& given = flags.reduction;
  const Result<datalog::UserProgram> file = datalog::load_program(given.file);
  if (!file) return file.error();
  if (!given.keep_command.empty()) return reduce_by_command(flags, *file, limits, budget);
  if (given.keep.empty()) return reduce_failure(flags, *file, false, limits, budget);
  const Result<core::KeptProperty> property = core::read_kept_property(given.keep, datalog::kept_forms());
  if (!property) return property.error();
  return property->kind == "wrong" ? reduce_failure(flags, *file, true, limits, budget)
                                   : reduce_by_run(flags, *file, *property, limits, budget);
}

}  // namespace

void add_datalog_reduce(CLI::App& datalog, Session& session) {
  CLI::App* app = datalog.add_subcommand("reduce", "Reduce any program on which an engine fails");
  const auto flags = std::make_shared<DatalogReduceFlags>();
  CLI::Option* const target = app->add_option(
      "-t,--target", flags->target, "the engine; without --keep, its result must be wrong, or it must crash or refuse");
  flags->reduction.add_to(*app, "file", "a program in any dialect of the engines", datalog::kept_forms(), target);
  add_reference_limits(*app, flags->reference);
  app->footer(
      "Exit code: 1 reduced (the target still fails), 0 reduced (--keep), 2 usage, 3 the target does not fail, its "
      "result cannot be judged, or environment.");
  app->callback([flags, &session] {
    if (flags->target.empty() && flags->reduction.keep_command.empty())
      return session.fail({"there is nothing to reduce by", "give --target, or --keep-command"}, kUsage);
    run_reduction(flags->reduction, session,
                  [&](const std::string&, const core::Limits& limits, const core::ReduceBudget& budget) {
                    return reduce(*flags, limits, budget);
                  });
  });
}

}  // namespace assay::cli

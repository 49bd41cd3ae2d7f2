#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "core/report/report.hpp"
#include "core/target/keep_command.hpp"
#include "smt/reduce/reduce.hpp"

namespace assay::cli {
namespace {

struct ReduceFlags {
  std::string script;
  std::string target;
  std::vector<std::string> references;
  std::string witness;
  std::string out;
  std::string keep;
  std::string keep_command;
  std::string timeout = "10s";
  std::string time = "5m";
  std::size_t runs = 5000;
};

Result<smt::ForeignReducer> make_reducer(const ReduceFlags& flags, const core::Limits& limits) {
  Result<smt::SolverDefinition> target = smt::resolve_solver(flags.target);
  if (!target) return target.error();
  const Result<std::string> version = smt::solver_version(*target);
  if (!version) return version.error();
  keep_bugs_of_version(target->known_bugs, *version);
  speak_as_of(*target, *version);
  std::vector<smt::SolverDefinition> references;
  for (const std::string& text : flags.references) {
    Result<smt::SolverDefinition> reference = smt::resolve_solver(text);
    if (!reference) return reference.error();
    const Result<std::string> said = smt::solver_version(*reference);
    if (!said) return said.error();
    speak_as_of(*reference, *said);
    references.push_back(std::move(*reference));
  }
  return smt::ForeignReducer(std::move(*target), std::move(references), limits);
}

Result<double> seconds_of(const char* flag, const std::string& text) {
  const std::optional<double> seconds = parse_duration(text);
  if (!seconds || *seconds <= 0)
    return Error{std::string(flag) + " '" + text + "' is no duration", "write it like 500ms, 10s or 5m"};
  return *seconds;
}

Result<core::Case> reduce_failure(const ReduceFlags& flags, const std::string& text, const std::string& witness,
                                  smt::ForeignReducer& reducer, const core::ReduceBudget& budget) {
  const Result<smt::ForeignScript> script = reducer.examine(text, flags.script, witness, budget.stop);
  if (!script) return script.error();
  print_err("{}: {}\n{}\n", flags.target, core::name(script->verdict.kind), printable(script->verdict.detail));
  return reducer.reduce(*script, budget);
}

/// Reduces a script for which a command of the user's decides; no solver is asked.
Result<core::Case> reduce_by_command(const ReduceFlags& flags, const std::string& text, const core::Limits& limits,
                                     const core::ReduceBudget& budget) {
  Result<core::KeepCommand> command = core::KeepCommand::find(flags.keep_command, limits);
  if (!command) return command.error();
  const std::string name = std::filesystem::path(flags.script).filename().string();
  return smt::reduce_text(
      text, flags.script,
      [&](const std::string& candidate) { return command->has_property(name, candidate, budget.stop); }, budget);
}

Result<core::Case> reduce_script(const ReduceFlags& flags, const std::string& text, const std::string& witness,
                                 const core::Limits& limits, const core::ReduceBudget& budget) {
  if (!flags.keep_command.empty()) return reduce_by_command(flags, text, limits, budget);
  Result<smt::ForeignReducer> reducer = make_reducer(flags, limits);
  if (!reducer) return reducer.error();
  if (flags.keep.empty()) return reduce_failure(flags, text, witness, *reducer, budget);
  const Result<smt::KeptProperty> property = smt::read_kept_property(flags.keep);
  if (!property) return property.error();
  return reducer->reduce_keeping(text, flags.script, *property, budget);
}

void run(const ReduceFlags& flags, Session& session) {
  const Result<std::string> text = read_text_file(flags.script);
  if (!text) return session.fail(text.error());
  std::string witness;
  if (!flags.witness.empty()) {
    const Result<std::string> read = read_text_file(flags.witness);
    if (!read) return session.fail(read.error());
    witness = *read;
  }
  const Result<double> time = seconds_of("--time", flags.time), timeout = seconds_of("--timeout", flags.timeout);
  for (const Result<double>* seconds : {&time, &timeout})
    if (!*seconds) return session.fail(seconds->error(), kUsage);
  core::Limits limits;
  limits.wall_seconds = *timeout;
  core::ReduceBudget budget;
  budget.max_runs = flags.runs;
  budget.max_seconds = *time;
  const Listening listening(session);
  budget.stop = listening.stop();
  const Result<core::Case> reduced = reduce_script(flags, *text, witness, limits, budget);
  if (!reduced) return session.fail(reduced.error());
  const std::string& small = reduced->files.front().content;
  print_err("reduced from {} to {} bytes\n", text->size(), small.size());
  if (flags.keep.empty() && flags.keep_command.empty()) session.exit_code = kFindings;
  if (flags.out.empty()) {
    print_out("{}", small);
    return;
  }
  const Status written = core::write_text_file(flags.out, small);
  if (!written) session.fail(written.error());
}

}  // namespace

void add_smt_reduce(CLI::App& smt, Session& session) {
  CLI::App* reduce = smt.add_subcommand("reduce", "Reduce any script on which a solver fails, and keep its truth");
  const auto flags = std::make_shared<ReduceFlags>();
  reduce->option_defaults()->always_capture_default();
  reduce->add_option("script", flags->script, "SMT-LIB script")->required();
  CLI::Option* const target = reduce->add_option("-t,--target", flags->target, "the solver that fails");
  reduce->add_option("-r,--reference", flags->references,
                     "solvers that determine the script's truth: by a model that Assay's evaluator accepts, or by "
                     "agreeing");
  reduce->add_option("-w,--witness", flags->witness, "file with a model that satisfies the script");
  CLI::Option* const keep = reduce->add_option(
      "--keep", flags->keep,
      "reduce a script without a failure, and preserve this of the target's run, whatever is true: its answer to the "
      "last check (sat, unsat, unknown), timeout, crash, error, or a line of its output (output:REGEX)");
  keep->needs(target);
  CLI::Option* const command = reduce->add_option(
      "--keep-command", flags->keep_command,
      "reduce while this program ends with 0; it gets the script's file name, in a folder of its own");
  command->excludes(target)->excludes(keep);
  reduce->add_option("-o,--out", flags->out, "file (default: standard output)");
  reduce->add_option("--timeout", flags->timeout, "wall-clock limit of one run");
  reduce->add_option("--time", flags->time, "stop after this CPU time of Assay and the target");
  reduce->add_option("--runs", flags->runs, "stop after this many runs of the target");
  std::string passes = "Passes:\n";
  for (const auto& [name, help] : smt::reduction_passes()) passes += fmt::format("  {:<12} {}\n", name, help);
  reduce->footer(passes +
                 "Exit code: 1 reduced (the target still fails), 0 reduced (--keep), 2 usage, 3 the target does not "
                 "fail, its answer cannot be judged, or environment.");
  reduce->callback([flags, &session] {
    if (flags->target.empty() && flags->keep_command.empty())
      return session.fail({"there is nothing to reduce by", "give --target, or --keep-command"}, kUsage);
    run(*flags, session);
  });
}

}  // namespace assay::cli

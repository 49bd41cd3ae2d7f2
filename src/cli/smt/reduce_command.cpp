#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "cli/reduction.hpp"
#include "cli/smt/open_solver.hpp"
#include "core/reduce/keep_command.hpp"
#include "core/report/report.hpp"
#include "smt/reduce/kept_change.hpp"
#include "smt/reduce/reduce.hpp"

namespace assay::cli {
namespace {

struct ReduceFlags {
  ReductionFlags reduction;
  std::vector<std::string> targets;
  std::vector<std::string> references;
  std::string witness;
};

Result<core::Case> reduce_failure(const ReduceFlags& flags, const std::string& text, const std::string& witness,
                                  smt::ForeignReducer& reducer, const core::ReduceBudget& budget) {
  const Result<smt::ForeignScript> script = reducer.examine(text, flags.reduction.file, witness, budget.stop);
  if (!script) return script.error();
  print_err("{}: {}\n{}\n", flags.targets.front(), core::name(script->verdict.kind), printable(script->verdict.detail));
  return reducer.reduce(*script, budget);
}

/// Reduces a script for which a command of the user's decides; no solver is asked.
Result<core::Case> reduce_by_command(const ReductionFlags& flags, const std::string& text, const core::Limits& limits,
                                     const core::ReduceBudget& budget) {
  Result<core::KeepCommand> command = core::KeepCommand::find(flags.keep_command, limits);
  if (!command) return command.error();
  const std::string name = std::filesystem::path(flags.file).filename().string();
  return smt::reduce_text(
      text, flags.file,
      [&](const std::string& candidate) { return command->has_property(name, candidate, budget.stop); }, budget);
}

Result<core::Case> reduce_script(const ReduceFlags& flags, const std::string& text, const std::string& witness,
                                 const core::Limits& limits, const core::ReduceBudget& budget) {
  const ReductionFlags& given = flags.reduction;
  if (!given.keep_command.empty()) return reduce_by_command(given, text, limits, budget);
  std::optional<core::KeptProperty> property;
  if (!given.keep.empty()) {
    Result<core::KeptProperty> read = core::read_kept_property(given.keep, smt::kept_forms());
    if (!read) return read.error();
    property = std::move(*read);
  }
  const std::size_t needed = property && smt::compares_two(*property) ? 2 : 1;
  if (flags.targets.size() != needed)
    return Error{given.keep.empty() ? "a failure is reduced on one --target"
                                    : "--keep " + given.keep + " looks at " + std::to_string(needed) +
                                          (needed == 1 ? " --target" : " targets: give --target twice"),
                 "for a second target, give --keep slower:N or --keep lost; the first target is the one that answers"};
  Result<std::vector<smt::SolverDefinition>> targets = open_solvers(flags.targets);
  if (!targets) return targets.error();
  if (needed == 2) return smt::reduce_keeping_change(text, given.file, *property, *targets, limits, budget);
  Result<std::vector<smt::SolverDefinition>> references = open_solvers(flags.references);
  if (!references) return references.error();
  smt::ForeignReducer reducer(std::move(targets->front()), std::move(*references), limits);
  return property ? reducer.reduce_keeping(text, given.file, *property, budget)
                  : reduce_failure(flags, text, witness, reducer, budget);
}

void run(const ReduceFlags& flags, Session& session) {
  std::string witness;
  if (!flags.witness.empty()) {
    const Result<std::string> read = read_text_file(flags.witness);
    if (!read) return session.fail(read.error());
    witness = *read;
  }
  run_reduction(flags.reduction, session,
                [&](const std::string& text, const core::Limits& limits,
                    const core::ReduceBudget& budget) -> Result<ReducedFile> {
                  Result<core::Case> reduced = reduce_script(flags, text, witness, limits, budget);
                  if (!reduced) return reduced.error();
                  const bool fails = flags.reduction.keep.empty() && flags.reduction.keep_command.empty();
                  return ReducedFile{std::move(reduced->files.front().content), fails};
                });
}

}  // namespace

void add_smt_reduce(CLI::App& smt, Session& session) {
  CLI::App* reduce = smt.add_subcommand("reduce", "Reduce any script on which a solver fails, and keep its truth");
  const auto flags = std::make_shared<ReduceFlags>();
  CLI::Option* const target =
      reduce
          ->add_option("-t,--target", flags->targets, "the solver that fails; for --keep slower:N and --keep lost, two")
          ->allow_extra_args(false);
  reduce->add_option("-r,--reference", flags->references,
                     "solvers that determine the script's truth: by a model that Assay's evaluator accepts, or by "
                     "agreeing");
  reduce->add_option("-w,--witness", flags->witness, "file with a model that satisfies the script");
  flags->reduction.add_to(*reduce, "script", "SMT-LIB script", smt::kept_forms(), target);
  std::string passes = "Passes:\n";
  for (const auto& [name, help] : smt::reduction_passes()) passes += fmt::format("  {:<12} {}\n", name, help);
  reduce->footer(passes +
                 "Exit code: 1 reduced (the target still fails), 0 reduced (--keep), 2 usage, 3 the target does not "
                 "fail, its answer cannot be judged, or environment.");
  reduce->callback([flags, &session] {
    if (flags->targets.empty() && flags->reduction.keep_command.empty())
      return session.fail({"there is nothing to reduce by", "give --target, or --keep-command"}, kUsage);
    run(*flags, session);
  });
}

}  // namespace assay::cli

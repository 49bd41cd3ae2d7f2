#include <CLI/CLI.hpp>
#include <memory>

#include "cli/cli_session.hpp"
#include "cli/datalog/datalog_commands.hpp"
#include "cli/output.hpp"
#include "datalog/fuzz/case/fuzz.hpp"

namespace assay::cli {
namespace {

struct DatalogEvalFlags {
  std::string file;
  std::string relation;
  datalog::EvaluationLimits limits = kReferenceLimits;
};

void run(const DatalogEvalFlags& flags, Session& session) {
  const Result<datalog::UserProgram> file = datalog::load_program(flags.file);
  if (!file) return session.fail(file.error(), kUsage);
  if (!file->program) return session.fail({file->problem, "give a program that Assay reads"}, kUsage);
  if (!file->problem.empty())
    return session.fail(
        {flags.file + " has clauses that Assay does not read: " + file->problem, "without them, results differ"});
  const Result<std::string> text = datalog::evaluated_text(*file->program, flags.limits, flags.relation);
  if (!text) return session.fail(text.error());
  print_out("{}", *text);
}

}  // namespace

void add_reference_limits(CLI::App& app, datalog::EvaluationLimits& limits) {
  app.add_option("--tuples", limits.tuples, "maximum number of tuples")->capture_default_str();
  app.add_option("--steps", limits.steps, "maximum number of visited tuples")->capture_default_str();
}

void add_datalog_eval(CLI::App& datalog, Session& session) {
  CLI::App* app = datalog.add_subcommand(
      "eval", "Print what a program computes, by Assay's reference: the stratified model of its rules");
  const auto flags = std::make_shared<DatalogEvalFlags>();
  app->add_option("file", flags->file, "a program in Soufflé's syntax, or in another dialect that Assay reads")
      ->required();
  app->add_option("--relation", flags->relation, "only this relation (default: the outputs, or all if there is none)");
  app->add_option("--bits", flags->limits.integer_bits, "width of numbers")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  add_reference_limits(*app, flags->limits);
  app->footer(
      "Facts of inputs are read from NAME.facts beside the program, or in facts/.\n"
      "Exit code: 0 printed, 2 usage, 3 the reference has no values for the program.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

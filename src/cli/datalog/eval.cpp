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
  datalog::EvaluationLimits limits{.tuples = 1'000'000, .steps = 1'000'000'000};
};

void run(const DatalogEvalFlags& flags, Session& session) {
  datalog::FuzzOptions options;
  options.seeds = {flags.file};
  options.as_written = true;
  const Result<datalog::SeedCorpus> corpus = datalog::load_seeds(options);
  if (!corpus) return session.fail(corpus.error(), kUsage);
  for (const auto& [path, clauses] : corpus->left_out)
    return session.fail({path + " has clauses that Assay does not read: " + clauses, "without them, results differ"});
  const Result<std::string> text = datalog::evaluated_text(corpus->seeds.front().program, flags.limits, flags.relation);
  if (!text) return session.fail(text.error());
  print_out("{}", *text);
}

}  // namespace

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
  app->add_option("--tuples", flags->limits.tuples, "maximum number of tuples")->capture_default_str();
  app->add_option("--steps", flags->limits.steps, "maximum number of visited tuples")->capture_default_str();
  app->footer(
      "Facts of inputs are read from NAME.facts beside the program, or in facts/.\n"
      "Exit code: 0 printed, 2 usage, 3 the reference has no values for the program.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

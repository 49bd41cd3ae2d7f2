#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "smt/synth/synth.hpp"

namespace assay::cli {
namespace {

struct RulesFlags {
  std::vector<std::string> files;
  std::uint64_t inputs = 2000;
  std::uint64_t seed = 1;
  bool list = false;
};

void run(const RulesFlags& flags, Session& session) {
  const auto checks = smt::check_rules(flags.files, flags.files.empty(), flags.inputs, flags.seed);
  if (!checks) return session.fail(checks.error(), kUsage);
  const Style style = Style::of(stdout);
  std::size_t wrong = 0;
  std::uint64_t relevant = 0;
  for (const smt::RuleCheck& check : *checks) {
    relevant += check.relevant;
    if (!check.problem.empty()) {
      ++wrong;
      print_out("{} {}: {}: {}\n", style.red("wrong"), check.where, check.name, one_line(check.problem, 400));
    } else if (flags.list) {
      print_out("{}    {}: {} ({} of {} inputs were relevant; {})\n", style.green("ok"), check.where, check.name,
                with_commas(check.relevant), with_commas(check.inputs),
                check.source.empty() ? "no source" : one_line(check.source, 80));
    }
  }
  print_out("{} rows, {} wrong, checked on {} relevant inputs\n", with_commas(checks->size()), with_commas(wrong),
            with_commas(relevant));
  session.exit_code = wrong > 0 ? kFindings : kNothingFound;
}

}  // namespace

void add_smt_rules(CLI::App& smt, Session& session) {
  CLI::App* rules =
      smt.add_subcommand("rules", "Check the rows of rule files (for `smt synth`) with Assay's evaluator");
  const auto flags = std::make_shared<RulesFlags>();
  rules->option_defaults()->always_capture_default();
  rules->add_option("files", flags->files, "rule files (default: the built-in rules)");
  rules->add_option("--inputs", flags->inputs, "boundary and random inputs for each row")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100000000}));
  rules->add_option("--seed", flags->seed, "random seed of the inputs");
  rules->add_flag("--list", flags->list, "also list the rows that are right");
  rules->footer(
      "A row is wrong when it cannot be read, when an input contradicts it, or when no input was relevant to it.\n"
      "Quantified rows are evaluated over the values of each input and their parts, on fewer inputs.\n"
      "Exit code: 0 all right, 1 some row is wrong, 2 usage, 3 environment.");
  rules->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

#include "analyzer/test/test.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "one_program.hpp"

namespace assay::cli {
namespace {

struct AnalyzerTestFlags {
  analyzer::TestOptions test;
  RunFlags run;
  StartFlags start;
};

constexpr const char* kDefaultAnalyzer = "cppcheck";

void report_programs(const analyzer::UserPrograms& programs, const RunFlags& flags) {
  if (flags.json || flags.quiet) return;
  print_err("programs  {} read, {} skipped\n", programs.programs.size(), programs.skipped.size());
  for (const auto& [path, why] : programs.skipped) print_err("  skipped {}: {}\n", printable(path), printable(why));
}

void run(AnalyzerTestFlags& flags, Session& session) {
  if (flags.test.targets.empty()) flags.test.targets = {kDefaultAnalyzer};
  const bool has_programs = !(flags.test.programs.empty() && flags.test.changed_tests.empty());
  if (has_programs) offer_cvise(flags.test, flags.run);
  const auto make = [&flags, has_programs]() -> Result<std::unique_ptr<core::Module>> {
    Result<analyzer::UserPrograms> programs = analyzer::load_programs(flags.test);
    if (!programs) return programs.error();
    if (has_programs) report_programs(*programs, flags.run);
    return analyzer::make_test_module(flags.test, std::move(*programs));
  };
  start_campaign(make, flags.test.seed, flags.start, flags.run, session);
}

}  // namespace

void add_analyzer_test(CLI::App& analyzer, Session& session) {
  CLI::App* app =
      analyzer.add_subcommand("test", "Test static analyzers: every fact they claim must hold in a program's runs");
  const auto flags = std::make_shared<AnalyzerTestFlags>();
  add_options(*app, analyzer::test_option_table().bind(flags->test));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay analyzer test --target cppcheck --time 60s\n"
      "  assay analyzer test src/ --target cppcheck --flag=-DNDEBUG\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

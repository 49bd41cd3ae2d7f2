#include "assay/analyzer/test.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "assay/base/text.hpp"
#include "cli/analyzer/commands.hpp"
#include "cli/option_flags.hpp"
#include "cli/run.hpp"
#include "cli/session.hpp"
#include "cli/toml_config.hpp"

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
  fmt::print(stderr, "programs  {} read, {} skipped\n", programs.programs.size(), programs.skipped.size());
  for (const auto& [path, why] : programs.skipped)
    fmt::print(stderr, "  skipped {}: {}\n", printable(path), printable(why));
}

/// The user's own sources are reduced with cvise, which asks this program.
void offer_cvise(analyzer::TestOptions& options, const RunFlags& flags) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) options.checker = {self.string(), "analyzer", "check"};
  if (!analyzer::find_cvise().empty() || flags.json || flags.quiet) return;
  fmt::print(stderr,
             "note      cvise is not installed: findings in your own C sources are reduced less "
             "(apt install cvise)\n");
}

void run(AnalyzerTestFlags& flags, Session& session) {
  if (flags.test.targets.empty()) flags.test.targets = {kDefaultAnalyzer};
  if (!flags.test.programs.empty()) offer_cvise(flags.test, flags.run);
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<analyzer::UserPrograms> programs = analyzer::load_programs(flags.test);
    if (!programs) return programs.error();
    if (!flags.test.programs.empty()) report_programs(*programs, flags.run);
    return analyzer::make_test_module(flags.test, std::move(*programs));
  };
  start_campaign(make, flags.test.seed, flags.start, flags.run, session);
}

}  // namespace

void add_analyzer_test(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand(
      "test", "Test static analyzers: whatever they claim about a program must hold in its runs");
  const auto flags = std::make_shared<AnalyzerTestFlags>();
  add_options(*app, analyzer::test_option_table().bind(flags->test));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay analyzer test --target cppcheck --time 60s\n"
      "  assay analyzer test src/ --target cppcheck --flag=-DNDEBUG\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      fmt::print("{}", effective_toml(*app, "analyzer.test"));
    } else {
      run(*flags, session);
    }
  });
}

}  // namespace assay::cli

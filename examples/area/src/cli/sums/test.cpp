#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/run.hpp"
#include "cli/sums/sums_commands.hpp"
#include "cli/toml_config.hpp"
#include "sums/sums.hpp"

namespace assay::cli {
namespace {

struct SumsTestFlags {
  sums::TestOptions test;
  RunFlags run;
  StartFlags start;
};

void run(SumsTestFlags& flags, Session& session) {
  start_campaign([&flags] { return sums::make_test_module(flags.test); }, flags.test.seed, flags.start, flags.run,
                 session);
}

}  // namespace

void add_sums_test(CLI::App& sums, Session& session) {
  CLI::App* app = sums.add_subcommand("test", "Test programs that add, with sums that are known");
  const auto flags = std::make_shared<SumsTestFlags>();
  add_options(*app, sums::test_option_table().bind(flags->test));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay sums test --target expr --tests 1000\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      fmt::print("{}", effective_toml(*app, "sums.test"));
    } else {
      run(*flags, session);
    }
  });
}

}  // namespace assay::cli

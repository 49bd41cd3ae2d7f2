#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/cli_session.hpp"
#include "cli/horn/horn_commands.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/toml_config.hpp"
#include "horn/horn.hpp"

namespace assay::cli {
namespace {

struct HornFuzzFlags {
  horn::HornOptions fuzz;
  RunFlags run;
  StartFlags start;
};

Result<std::unique_ptr<core::Module>> make_module(const HornFuzzFlags& flags) {
  Result<horn::HornCorpus> corpus = horn::load_horn_seeds(flags.fuzz);
  if (!corpus) return corpus.error();
  if (!flags.run.json && !flags.run.quiet && !flags.fuzz.seeds.empty()) {
    print_err("seeds     {} of Horn clauses; {} left out\n", corpus->seeds.size(), corpus->refused.size());
    constexpr std::size_t kMaxShown = 8;
    for (std::size_t i = 0; i < corpus->refused.size() && i < kMaxShown; ++i)
      print_err("  left out: {}: {}\n", corpus->refused[i].first, corpus->refused[i].second);
    if (corpus->refused.size() > kMaxShown) print_err("  and {} more\n", corpus->refused.size() - kMaxShown);
  }
  return horn::make_horn_module(flags.fuzz, std::move(*corpus));
}

}  // namespace

void add_horn_fuzz(CLI::App& horn, Session& session) {
  CLI::App* app = horn.add_subcommand("fuzz", "Test solvers of Horn clauses with systems whose truth is known");
  const auto flags = std::make_shared<HornFuzzFlags>();
  add_options(*app, horn::horn_option_table().bind(flags->fuzz));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay horn fuzz --target z3 --time 60s\n"
      "  assay horn fuzz clauses/ --target golem --strategy seed\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      print_out("{}", effective_toml(*app, "horn.fuzz"));
    } else {
      start_campaign([&flags = *flags] { return make_module(flags); }, flags->fuzz.seed, flags->start, flags->run,
                     session);
    }
  });
}

}  // namespace assay::cli

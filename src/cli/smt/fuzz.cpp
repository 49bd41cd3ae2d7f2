#include "smt/fuzz/seed/fuzz.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"

namespace assay::cli {
namespace {

struct SmtFuzzFlags {
  smt::FuzzOptions fuzz;
  RunFlags run;
  StartFlags start;
  bool incremental = false;
  bool list_skipped = false;
};

void report_seeds(const smt::SeedCorpus& corpus, const SmtFuzzFlags& flags) {
  if (flags.run.json) return;
  if (!flags.run.quiet) print_err("seeds     {} read, {} skipped\n", corpus.seeds.size(), corpus.skipped.size());
  constexpr std::size_t kMaxShown = 10;
  const std::size_t shown = flags.list_skipped ? corpus.skipped.size() : kMaxShown;
  for (std::size_t i = 0; i < corpus.skipped.size() && i < shown && !flags.run.quiet; ++i) {
    print_err("  skipped {}\n", printable(corpus.skipped[i].text()));
  }
  if (corpus.skipped.size() > shown && !flags.run.quiet)
    print_err("  ... and {} more: --list-skipped shows all\n", corpus.skipped.size() - shown);
}

void run(SmtFuzzFlags& flags, Session& session) {
  if (flags.incremental) flags.fuzz.incremental_percent = 100;
  // A shard stores what it learns about the targets in its own folder.
  if (!flags.start.in_shards()) flags.fuzz.folder = flags.start.folder();
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<smt::SeedCorpus> corpus = smt::load_seeds(flags.fuzz);
    if (!corpus) return corpus.error();
    report_seeds(*corpus, flags);
    return smt::make_fuzz_module(flags.fuzz, std::move(*corpus));
  };
  start_campaign(make, flags.fuzz.seed, flags.start, flags.run, session);
}

}  // namespace

void add_smt_fuzz(CLI::App& smt, Session& session) {
  CLI::App* app = smt.add_subcommand("fuzz", "Fuzz solvers with scripts that are satisfiable by construction");
  const auto flags = std::make_shared<SmtFuzzFlags>();
  add_options(*app, smt::fuzz_option_table().bind(flags->fuzz));
  CLI::Option* const incremental = app->add_flag(
      "--incremental", flags->incremental, "only scripts with push, pop and several checks: --incremental-percent 100");
  advanced(*app, incremental->group("Cases"));
  CLI::Option* const list =
      app->add_flag("--list-skipped", flags->list_skipped, "list every seed that is not used, with the reason");
  advanced(*app, list->group("Output"));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay smt fuzz data/seeds --target z3 --time 60s\n"
      "  assay smt fuzz seeds/ --target z3 --target new:z3=/opt/z3/bin/z3 -j 8\n"
      "  assay smt fuzz seeds/ --target cvc5 --tests 10000 --baseline known.txt\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

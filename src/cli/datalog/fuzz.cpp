#include "datalog/fuzz/case/fuzz.hpp"

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

struct DatalogFuzzFlags {
  datalog::FuzzOptions fuzz;
  RunFlags run;
  StartFlags start;
  bool list_skipped = false;
};

constexpr const char* kDefaultEngine = "muz";

/// Prints the first 10 seeds, or all of them.
void list_seeds(const char* what, const std::vector<std::pair<std::string, std::string>>& seeds, bool all) {
  constexpr std::size_t kMaxShown = 10;
  const std::size_t shown = all ? seeds.size() : std::min(kMaxShown, seeds.size());
  for (std::size_t i = 0; i < shown; ++i)
    print_err("  {} {}: {}\n", what, printable(seeds[i].first), printable(seeds[i].second));
  if (seeds.size() > shown) print_err("  ... and {} more: --list-skipped shows all\n", seeds.size() - shown);
}

void report_seeds(const datalog::SeedCorpus& corpus, const DatalogFuzzFlags& flags) {
  if (flags.run.json || flags.run.quiet || flags.fuzz.seeds.empty()) return;
  print_err(
      "seeds     {} read, {} of them for their declarations only, {} in part, {} without a reference, {} skipped\n",
      corpus.seeds.size(), corpus.declarations_only.size(), corpus.left_out.size(), corpus.without_reference.size(),
      corpus.skipped.size());
  list_seeds("skipped", corpus.skipped, flags.list_skipped);
  list_seeds("declarations only:", corpus.declarations_only, flags.list_skipped);
  list_seeds("left out:", corpus.left_out, flags.list_skipped);
  list_seeds("tests less than the seed (relations without all of their rules):", corpus.incomplete, flags.list_skipped);
  list_seeds("without a reference:", corpus.without_reference, flags.list_skipped);
}

void run(DatalogFuzzFlags& flags, Session& session) {
  if (flags.fuzz.targets.empty()) flags.fuzz.targets = {kDefaultEngine};
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<datalog::SeedCorpus> corpus = datalog::load_seeds(flags.fuzz);
    if (!corpus) return corpus.error();
    report_seeds(*corpus, flags);
    return datalog::make_fuzz_module(flags.fuzz, std::move(*corpus));
  };
  start_campaign(make, flags.fuzz.seed, flags.start, flags.run, session);
}

}  // namespace

void add_datalog_fuzz(CLI::App& datalog, Session& session) {
  CLI::App* app =
      datalog.add_subcommand("fuzz", "Fuzz Datalog engines: program transformations, and a reference evaluation");
  const auto flags = std::make_shared<DatalogFuzzFlags>();
  add_options(*app, datalog::fuzz_option_table().bind(flags->fuzz));
  CLI::Option* const list = app->add_flag("--list-skipped", flags->list_skipped,
                                          "list every seed that is not or only partly used, with the reason");
  advanced(*app, list->group("Output"));
  flags->start.add_to(*app, "Cases");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay datalog fuzz --target muz --time 60s\n"
      "  assay datalog fuzz tests/ --target souffle --strategy dlsmith,rewrite\n"
      "  assay datalog fuzz --target clingo --target swipl --strategy reference\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

#include "assay/datalog/fuzz.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "assay/base/text.hpp"
#include "cli/run.hpp"
#include "cli/session.hpp"
#include "cli/solver_flags.hpp"
#include "cli/toml_config.hpp"

namespace assay::cli {
namespace {

struct DatalogFuzzFlags {
  datalog::FuzzOptions fuzz;
  RunFlags run;
  LimitFlags limits;
  std::uint64_t disk_megabytes = datalog::FuzzOptions().disk_bytes >> 20;
  std::string out;
  std::string shard = "0/1";
  std::string style = "process";
  bool list_skipped = false;
};

constexpr const char* kDefaultTarget = "muz";

Status finish(DatalogFuzzFlags& flags) {
  if (Status status = flags.limits.apply(flags.fuzz.limits); !status) return status;
  flags.fuzz.disk_bytes = flags.disk_megabytes << 20;
  flags.fuzz.style = *datalog::engine_style(flags.style);
  if (flags.fuzz.targets.empty()) flags.fuzz.targets = {kDefaultTarget};
  if (flags.out.empty()) flags.out = default_folder();
  // A campaign may be resumed from another folder.
  for (std::string& seed : flags.fuzz.seeds) {
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(seed, error);
    if (!error) seed = absolute.lexically_normal().string();
  }
  return {};
}

void report_seeds(const datalog::SeedCorpus& corpus, const DatalogFuzzFlags& flags) {
  if (flags.run.json || flags.run.quiet || flags.fuzz.seeds.empty()) return;
  fmt::print(stderr, "seeds     {} read, {} skipped\n", corpus.seeds.size(), corpus.skipped.size());
  constexpr std::size_t kMostShown = 10;
  const std::size_t most = flags.list_skipped ? corpus.skipped.size() : kMostShown;
  for (std::size_t i = 0; i < std::min(most, corpus.skipped.size()); ++i)
    fmt::print(stderr, "  skipped {}: {}\n", printable(corpus.skipped[i].first), printable(corpus.skipped[i].second));
  if (corpus.skipped.size() > most)
    fmt::print(stderr, "  ... and {} more: --list-skipped shows all\n", corpus.skipped.size() - most);
}

void run(DatalogFuzzFlags& flags, Session& session) {
  if (const Status finished = finish(flags); !finished) return session.fail(finished.error(), kUsage);
  const Result<core::Shard> shard = parse_shard(flags.shard);
  if (!shard) return session.fail(shard.error(), kUsage);
  if (const Result<core::CampaignOptions> options = flags.run.options(); !options)
    return session.fail(options.error(), kUsage);
  Result<datalog::SeedCorpus> corpus = datalog::load_seeds(flags.fuzz);
  if (!corpus) return session.fail(corpus.error());
  report_seeds(*corpus, flags);
  Result<std::unique_ptr<core::Module>> module = datalog::make_fuzz_module(flags.fuzz, std::move(*corpus));
  if (!module) return session.fail(module.error());
  start_campaign(**module, flags.fuzz.seed, *shard, flags.out, flags.run, session);
}

void add_case_options(CLI::App& app, DatalogFuzzFlags& flags) {
  datalog::FuzzOptions& fuzz = flags.fuzz;
  std::vector<std::string> names;
  for (const auto& [name, summary] : datalog::fuzz_strategies()) names.emplace_back(name);
  app.add_option("--strategy", fuzz.strategies, "only these: " + join(names, ", "))
      ->delimiter(',')
      ->check(CLI::IsMember(names))
      ->group("Cases");
  app.add_option("--seed", fuzz.seed, "of the random choices: the same seed and configuration make the same cases")
      ->group("Cases");
  app.add_option("--sequence", fuzz.sequence, "most transformations of one program")
      ->check(CLI::Range(1U, 1000U))
      ->group("Cases");
  app.add_option("--shard", flags.shard, "run slice i of n: i/n; `assay campaign merge` joins them")->group("Cases");
  for (const datalog::GenerateFlag& flag : datalog::generate_flags())
    app.add_option("--" + std::string(flag.name), fuzz.generate.*flag.member, std::string(flag.help))
        ->check(CLI::Range(flag.least, flag.most))
        ->group("Programs");
  app.add_option("--result-tuples", fuzz.generate.limits.tuples, "most tuples that a program may have in all relations")
      ->group("Programs");
  app.add_option("--result-steps", fuzz.generate.limits.steps, "most tuples that its evaluation may look at")
      ->group("Programs");
}

void add_target_options(CLI::App& app, DatalogFuzzFlags& flags) {
  app.add_option("-t,--target", flags.fuzz.targets,
                 "engine under test (default: muz): muz, souffle, 'mine=/path/souffle -j4' or a TOML file; see `assay "
                 "datalog targets`")
      ->group("Targets");
  app.add_option(
         "--style", flags.style,
         "process: a fresh one per program; persistent: one for many, where it can; library: the engine inside of a "
         "forked worker (muz)")
      ->check(CLI::IsMember({"process", "persistent", "library"}))
      ->group("Targets");
  app.add_flag("--slow-options", flags.fuzz.slow_options,
               "vary options that make a run take many times as long, too: Soufflé's compiled mode (raise --timeout)")
      ->group("Targets");
  flags.limits.add_to(app);
  app.add_option("--disk", flags.disk_megabytes,
                 "most that temporary files take while two large results are compared, in MiB")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 24))
      ->group("Targets");
}

}  // namespace

void add_datalog_fuzz(CLI::App& datalog, Session& session) {
  CLI::App* app = datalog.add_subcommand(
      "fuzz", "Fuzz Datalog engines: transformed programs with known relation, and a reference evaluation");
  const auto flags = std::make_shared<DatalogFuzzFlags>();
  app->option_defaults()->always_capture_default();
  app->add_option("seeds", flags->fuzz.seeds,
                  "Datalog programs, or folders that are searched for them; none: programs are made from nothing");
  app->add_option("-o,--out", flags->out, "the campaign's folder (default: assay-campaign-<time>)");
  app->add_flag("--list-skipped", flags->list_skipped, "list every seed that is not used, with the reason");
  add_target_options(*app, *flags);
  add_case_options(*app, *flags);
  flags->run.add_to(*app);
  app->footer(
      "Examples:\n"
      "  assay datalog fuzz --target muz --time 60s\n"
      "  assay datalog fuzz tests/ --target souffle --strategy dlsmith,rewrite --sequence 50 -j 4\n"
      "  assay datalog fuzz --target clingo --target swipl --strategy reference --tests 1000\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      fmt::print("{}", effective_toml(*app, "datalog.fuzz"));
    } else {
      run(*flags, session);
    }
  });
}

}  // namespace assay::cli

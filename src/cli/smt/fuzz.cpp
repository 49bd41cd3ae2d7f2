#include "assay/smt/fuzz.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "assay/base/text.hpp"
#include "cli/run.hpp"
#include "cli/session.hpp"
#include "cli/solver_flags.hpp"
#include "cli/toml_config.hpp"

namespace assay::cli {
namespace {

struct SmtFuzzFlags {
  smt::FuzzOptions fuzz;
  RunFlags run;
  std::string out;
  std::string shard = "0/1";
  std::vector<std::string> strategies;
  SolverFlags solver;
  bool incremental = false;
  bool list_skipped = false;
};

/// "storm" or "storm=3": a name and a weight.
Result<std::pair<std::string, unsigned>> parse_strategy(const std::string& text) {
  const std::size_t at = text.find('=');
  const std::string name = text.substr(0, at);
  std::uint64_t weight = 1;
  if (at != std::string::npos) weight = parse_unsigned(text.substr(at + 1)).value_or(0);
  for (const auto& [known, help] : smt::fuzz_strategies()) {
    if (known == name && weight > 0 && weight <= 1000) return std::pair{name, static_cast<unsigned>(weight)};
  }
  std::vector<std::string> names;
  for (const auto& [known, help] : smt::fuzz_strategies()) names.emplace_back(known);
  return Error{"'" + text + "' is no strategy",
               "write one of " + join(names, ", ") + ", with a weight like storm=3 if you like"};
}

Status finish(SmtFuzzFlags& flags) {
  if (!flags.strategies.empty()) flags.fuzz.strategies.clear();
  for (const std::string& text : flags.strategies) {
    Result<std::pair<std::string, unsigned>> strategy = parse_strategy(text);
    if (!strategy) return strategy.error();
    flags.fuzz.strategies.push_back(std::move(*strategy));
  }
  if (Status status = flags.solver.apply(flags.fuzz.style, flags.fuzz.limits); !status) return status;
  if (flags.incremental && flags.fuzz.incremental_percent == 0) flags.fuzz.incremental_percent = 100;
  if (flags.out.empty()) flags.out = default_folder();
  flags.fuzz.folder = flags.out;
  return {};
}

void report_seeds(const smt::SeedCorpus& corpus, const SmtFuzzFlags& flags) {
  if (flags.run.json) return;
  if (!flags.run.quiet)
    fmt::print(stderr, "seeds     {} read, {} skipped\n", corpus.seeds.size(), corpus.skipped.size());
  constexpr std::size_t kMostShown = 10;
  const std::size_t most = flags.list_skipped ? corpus.skipped.size() : kMostShown;
  for (std::size_t i = 0; i < corpus.skipped.size() && i < most && !flags.run.quiet; ++i) {
    fmt::print(stderr, "  skipped {}\n", printable(corpus.skipped[i].text()));
  }
  if (corpus.skipped.size() > most && !flags.run.quiet)
    fmt::print(stderr, "  ... and {} more: --list-skipped shows all\n", corpus.skipped.size() - most);
}

void run(SmtFuzzFlags& flags, Session& session) {
  const Status finished = finish(flags);
  if (!finished) return session.fail(finished.error(), kUsage);
  const Result<core::Shard> shard = parse_shard(flags.shard);
  if (!shard) return session.fail(shard.error(), kUsage);
  if (const Result<core::CampaignOptions> options = flags.run.options(); !options)
    return session.fail(options.error(), kUsage);

  Result<smt::SeedCorpus> corpus = smt::load_seeds(flags.fuzz);
  if (!corpus) return session.fail(corpus.error());
  report_seeds(*corpus, flags);
  Result<std::unique_ptr<core::Module>> module = smt::make_fuzz_module(flags.fuzz, std::move(*corpus));
  if (!module) return session.fail(module.error());
  start_campaign(**module, flags.fuzz.seed, *shard, flags.out, flags.run, session);
}

void add_case_options(CLI::App& app, SmtFuzzFlags& flags) {
  smt::FuzzOptions& fuzz = flags.fuzz;
  app.add_option("--seed", fuzz.seed, "of the random choices: the same seed and configuration make the same cases")
      ->group("Cases");
  app.add_option("--strategy", flags.strategies, "how cases are made, with weights (default: all): storm graft=2")
      ->group("Cases");
  app.add_option("--max-depth", fuzz.max_depth, "deepest Boolean structure (STORM's D_max)")
      ->check(CLI::Range(1U, 10000U))
      ->group("Cases");
  app.add_option("--max-assertions", fuzz.max_assertions, "most assertions of a script (STORM's A_max)")
      ->check(CLI::Range(1U, 10000U))
      ->group("Cases");
  app.add_flag("--incremental", flags.incremental, "scripts with push, pop and several checks only")->group("Cases");
  app.add_option("--incremental-percent", fuzz.incremental_percent, "share of such scripts")
      ->check(CLI::Range(0U, 100U))
      ->group("Cases");
  app.add_option("--tactic-percent", fuzz.tactic_percent, "share of check-sat-using, for targets that have it")
      ->check(CLI::Range(0U, 100U))
      ->group("Cases");
  app.add_option("--tactic", fuzz.tactics, "tactics for check-sat-using (default: a built-in list)")->group("Cases");
  app.add_option("--max-seed-bytes", fuzz.max_seed_bytes, "longer seeds are skipped")->group("Cases");
  app.add_option("--max-case-bytes", fuzz.max_case_bytes, "longer cases are left out")->group("Cases");
  app.add_option("--reference", fuzz.references,
                 "solvers that give models of seeds, and together value what Assay's evaluator cannot")
      ->group("Cases");
  app.add_option("--reference-work", fuzz.reference_work,
                 "deterministic limit of one call of a reference (z3's rlimit)")
      ->group("Cases");
  app.add_option("--shard", flags.shard, "run slice i of n: i/n; `assay campaign merge` joins them")->group("Cases");
}

void add_target_options(CLI::App& app, SmtFuzzFlags& flags) {
  smt::FuzzOptions& fuzz = flags.fuzz;
  app.add_option("-t,--target", fuzz.targets,
                 "solver under test: z3, cvc5, 'mine=/path/solver -flag' or a TOML file; see `assay smt targets`")
      ->required()
      ->group("Targets");
  flags.solver.add_to(app);
  app.add_option("--model-percent", fuzz.model_percent,
                 "share of satisfiable cases whose model is asked for and evaluated")
      ->check(CLI::Range(0U, 100U))
      ->group("Targets");
  app.add_option("--slow-factor", fuzz.slow_factor,
                 "slow: this many times the time of a peer that answers the same ...")
      ->group("Targets");
  app.add_option("--slow-seconds", fuzz.slow_seconds, "... and at least this many CPU seconds more")->group("Targets");
}

}  // namespace

void add_smt_fuzz(CLI::App& smt, Session& session) {
  CLI::App* app =
      smt.add_subcommand("fuzz", "Fuzz solvers with scripts that are satisfiable by construction (STORM, and graft)");
  const auto flags = std::make_shared<SmtFuzzFlags>();
  app->option_defaults()->always_capture_default();
  app->add_option("seeds", flags->fuzz.seeds, "SMT-LIB scripts, or folders that are searched for *.smt2")->required();
  app->add_option("-o,--out", flags->out, "the campaign's folder (default: assay-campaign-<time>)");
  app->add_flag("--list-skipped", flags->list_skipped, "list every seed that is not used, with the reason");
  add_target_options(*app, *flags);
  add_case_options(*app, *flags);
  flags->run.add_to(*app);
  app->footer(
      "Examples:\n"
      "  assay smt fuzz data/seeds --target z3 --time 60s\n"
      "  assay smt fuzz seeds/ --target z3 --target 'new=/opt/z3/bin/z3' -j 8 --style persistent\n"
      "  assay smt fuzz seeds/ --target cvc5 --strategy graft --tests 10000 --baseline known.txt\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      fmt::print("{}", effective_toml(*app, "smt.fuzz"));
    } else {
      run(*flags, session);
    }
  });
}

}  // namespace assay::cli

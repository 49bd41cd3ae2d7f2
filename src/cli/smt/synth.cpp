#include "assay/smt/synth.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "assay/base/text.hpp"
#include "cli/run.hpp"
#include "cli/session.hpp"
#include "cli/solver_flags.hpp"
#include "cli/toml_config.hpp"

namespace assay::cli {
namespace {

struct SmtSynthFlags {
  smt::SynthOptions synth;
  RunFlags run;
  SolverFlags solver;
  std::string out;
  std::string emit;
  std::string shard = "0/1";
  bool exhaustive = false;
  bool sample = false;
  bool no_builtin_rules = false;
  bool count = false;
  bool count_each = false;
};

Status finish(SmtSynthFlags& flags) {
  if (flags.exhaustive && flags.sample) return Error{"--exhaustive and --sample exclude each other", ""};
  if (!flags.emit.empty() && flags.shard != "0/1") return Error{"--shard is for campaigns, not for --emit", ""};
  // A campaign is a sample unless told otherwise; files are everything unless told otherwise.
  flags.synth.sample = flags.sample || (!flags.exhaustive && flags.emit.empty());
  flags.synth.builtin_rules = !flags.no_builtin_rules;
  if (flags.out.empty()) flags.out = default_folder();
  return flags.solver.apply(flags.synth.style, flags.synth.limits);
}

/// How many formulas there are: by category and theory, or each operation's.
void print_count(const SmtSynthFlags& flags, Session& session) {
  const Result<std::vector<smt::SynthCount>> counts = smt::count_formulas(flags.synth);
  if (!counts) return session.fail(counts.error(), kUsage);
  std::uint64_t all = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> grouped;
  for (const smt::SynthCount& one : *counts) {
    all += one.count;
    grouped[{one.category, one.theory}] += one.count;
    if (flags.count_each)
      fmt::print("{:>12}  {:<22} {:<20} {}\n", with_commas(one.count), one.category, one.theory, one.subject);
  }
  if (!flags.count_each) {
    for (const auto& [name, help] : smt::synth_categories())
      for (const auto& [key, count] : grouped)
        if (key.first == name) fmt::print("{:>12}  {:<22} {}\n", with_commas(count), key.first, key.second);
  }
  fmt::print("{:>12}  formulas\n", with_commas(all));
}

void emit(const SmtSynthFlags& flags, Session& session) {
  const Result<std::uint64_t> written =
      smt::emit_formulas(flags.synth, flags.emit, flags.run.tests, session.stop.get_token());
  if (!written) return session.fail(written.error());
  const bool stopped = session.stop.stop_requested();
  fmt::print("{}{} formulas written to {}, listed in manifest.json and manifest.csv\n", stopped ? "interrupted: " : "",
             with_commas(*written), flags.emit);
}

void campaign(SmtSynthFlags& flags, Session& session) {
  if (flags.synth.targets.empty())
    return session.fail(Error{"no target is given", "add --target z3, or use --count or --emit DIR"}, kUsage);
  const Result<core::Shard> shard = parse_shard(flags.shard);
  if (!shard) return session.fail(shard.error(), kUsage);
  if (const Result<core::CampaignOptions> options = flags.run.options(); !options)
    return session.fail(options.error(), kUsage);
  Result<std::unique_ptr<core::Module>> module = smt::make_synth_module(flags.synth);
  if (!module) return session.fail(module.error());
  if (const auto cases = (*module)->case_count(); cases && !flags.run.json && !flags.run.quiet)
    fmt::print(stderr, "formulas  {} in order of growing size\n", with_commas(*cases));
  start_campaign(**module, flags.synth.seed, *shard, flags.out, flags.run, session);
}

void run(SmtSynthFlags& flags, Session& session) {
  if (const Status finished = finish(flags); !finished) return session.fail(finished.error(), kUsage);
  if (flags.count || flags.count_each) return print_count(flags, session);
  if (!flags.emit.empty()) return emit(flags, session);
  campaign(flags, session);
}

std::vector<std::string> names_of(const std::vector<std::pair<std::string_view, std::string_view>>& rows) {
  std::vector<std::string> names;
  for (const auto& [name, help] : rows) names.emplace_back(name);
  return names;
}

void add_formula_options(CLI::App& app, SmtSynthFlags& flags) {
  smt::SynthOptions& synth = flags.synth;
  app.add_option("--theory", synth.theories, "only these: " + join(names_of(smt::synth_theories()), ", "))
      ->delimiter(',')
      ->group("Formulas");
  app.add_option("--category", synth.categories, "only these: " + join(names_of(smt::synth_categories()), ", "))
      ->delimiter(',')
      ->group("Formulas");
  app.add_option("--ops", synth.operations, "only these operations or rules; * stands for any text: 'str.*'")
      ->delimiter(',')
      ->group("Formulas");
  app.add_option("--rules", synth.rules, "files with equivalences, equalities, constants and operations of yours")
      ->group("Formulas");
  app.add_flag("--no-builtin-rules", flags.no_builtin_rules,
               "only the rows of --rules, and of sorts that have constants there, only those")
      ->group("Formulas");
  app.add_flag("--exhaustive", flags.exhaustive,
               "all formulas in order of growing size, once each (the default of --emit)")
      ->group("Formulas");
  app.add_flag("--sample", flags.sample, "random ones of them, without end (the default of a campaign)")
      ->group("Formulas");
  app.add_option("--seed", synth.seed, "of the sample")->group("Formulas");
  app.add_option("--depth", synth.depth, "of term synthesis")->check(CLI::Range(1U, 6U))->group("Formulas");
  app.add_option("--constants", synth.constants, "most of a sort, for constant assignment")
      ->check(CLI::Range(1U, 1000U))
      ->group("Formulas");
  app.add_option("--pool-constants", synth.pool_constants, "most of a sort, for term synthesis")
      ->check(CLI::Range(1U, 20U))
      ->group("Formulas");
  app.add_option("--combinations", synth.combinations, "most of one operation's arguments")
      ->check(CLI::Range(1U, 1000000U))
      ->group("Formulas");
  app.add_option("--pool", synth.pool, "most terms of one sort and depth")
      ->check(CLI::Range(1U, 100000U))
      ->group("Formulas");
  app.add_flag("--count", flags.count, "only say how many formulas there are, by category and theory")
      ->group("Formulas");
  app.add_flag("--count-each", flags.count_each, "the same for every operation and rule")->group("Formulas");
  app.add_option("--emit", flags.emit,
                 "write the formulas to this folder instead: scripts with status, model or core, and a manifest")
      ->group("Formulas");
  app.add_option("--shard", flags.shard, "run slice i of n: i/n; `assay campaign merge` joins them")->group("Formulas");
}

void add_target_options(CLI::App& app, SmtSynthFlags& flags) {
  app.add_option("-t,--target", flags.synth.targets,
                 "solver under test: z3, cvc5, 'mine=/path/solver -flag' or a TOML file; see `assay smt targets`")
      ->group("Targets");
  app.add_flag("--option-sweep", flags.synth.option_sweep,
               "each target also in every configuration of its definition ([[sweep]])")
      ->group("Targets");
  flags.solver.add_to(app);
  app.add_option("--slow-factor", flags.synth.slow_factor,
                 "slow: this many times the time of a peer that answers the same ...")
      ->group("Targets");
  app.add_option("--slow-seconds", flags.synth.slow_seconds, "... and at least this many CPU seconds more")
      ->group("Targets");
}

}  // namespace

void add_smt_synth(CLI::App& smt, Session& session) {
  CLI::App* app = smt.add_subcommand(
      "synth", "Synthesise small formulas with known truth, model, unsat core and optimum, and test solvers with them");
  const auto flags = std::make_shared<SmtSynthFlags>();
  app->option_defaults()->always_capture_default();
  app->add_option("-o,--out", flags->out, "the campaign's folder (default: assay-campaign-<time>)");
  add_target_options(*app, *flags);
  add_formula_options(*app, *flags);
  flags->run.add_to(*app);
  app->footer(
      "Examples:\n"
      "  assay smt synth --target z3 --time 60s\n"
      "  assay smt synth --target cvc5 --theory strings --category constant,term --ops 'str.*' --exhaustive -j 4\n"
      "  assay smt synth --theory bit-vectors --count\n"
      "  assay smt synth --theory strings --emit suite/\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([app, flags, &session] {
    if (session.only_show) {
      fmt::print("{}", effective_toml(*app, "smt.synth"));
    } else {
      run(*flags, session);
    }
  });
}

}  // namespace assay::cli

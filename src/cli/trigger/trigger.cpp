#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/text.hpp"
#include "cli/option_flags.hpp"
#include "cli/session.hpp"
#include "cli/toml_config.hpp"
#include "cli/trigger/run.hpp"

namespace assay::cli {
namespace {

struct TriggerFlags {
  TriggerJob job;
  std::string from = "both";
  std::string patterns = "solver";
  std::string checks = "library";
  std::string time = "60s";
  std::string alternatives = "0";
  core::Limits limits;
  bool no_derivation = false;
  bool no_suggestions = false;
};

constexpr std::array kSourceNames = {std::pair{"search", trigger::Source::Search},
                                     std::pair{"proof", trigger::Source::Proof},
                                     std::pair{"both", trigger::Source::Both}};

/// The flags that are texts, as numbers.
Status finish_flags(TriggerFlags& flags) {
  trigger::ReportOptions& options = flags.job.options;
  const std::optional<double> seconds = parse_duration(flags.time);
  if (!seconds || *seconds <= 0) return Error{"--time '" + flags.time + "' is no duration", "write it like 90s or 10m"};
  options.synthesis.seconds = *seconds;
  options.synthesis.seconds_per_check = flags.limits.wall_seconds;
  options.solvers.memory_bytes = flags.limits.memory_bytes;
  for (const auto& [name, source] : kSourceNames)
    if (flags.from == name) options.synthesis.source = source;
  const std::optional<std::uint64_t> alternatives = parse_unsigned(flags.alternatives);
  if (!alternatives && flags.alternatives != "all")
    return Error{"--alternatives '" + flags.alternatives + "' is no number", "write a number, or all"};
  options.synthesis.wanted = alternatives ? *alternatives + 1 : std::numeric_limits<std::size_t>::max();
  flags.job.library = flags.checks == "library";
  options.own_patterns = flags.patterns == "own";
  options.explain = !flags.no_derivation;
  options.suggest = !flags.no_suggestions;
  return {};
}

void run_with(TriggerFlags& flags, Session& session) {
  if (const Status status = finish_flags(flags); !status) return session.fail(status.error(), kUsage);
  run_trigger(flags.job, session);
}

void add_search_flags(CLI::App& app, TriggerFlags& flags) {
  trigger::SynthesisOptions& synthesis = flags.job.options.synthesis;
  std::vector<std::string> names;
  for (const auto& [name, source] : kSourceNames) names.emplace_back(name);
  app.add_option("--from", flags.from,
                 "where terms come from: proofs by instantiation methods that need no patterns, or the search for them")
      ->check(CLI::IsMember(names))
      ->group("Search");
  app.add_option(
         "--patterns", flags.patterns,
         "of quantifiers that have none: solver (it chooses in each run), own (Assay's choice, written into the "
         "script)")
      ->check(CLI::IsMember({"solver", "own"}))
      ->group("Search");
  app.add_option("--seed", flags.job.options.synthesis.seed, "of the solver's random choices; 0: its own")
      ->group("Search");
  app.add_option("--alternatives", flags.alternatives,
                 "further terms to look for, which may show other issues: a number, or all (until the time is up)")
      ->group("Search");
  app.add_option("--clusters", synthesis.clusters, "most conjuncts that are combined")
      ->check(CLI::Range(1U, 1000U))
      ->group("Search");
  app.add_option("--similarity", synthesis.similarity, "least Jaccard index of conjuncts that are combined")
      ->check(CLI::Range(0.0, 1.0))
      ->group("Search");
  app.add_option("--copies", synthesis.copies, "how often one conjunct may be combined")
      ->check(CLI::Range(1U, 1000U))
      ->group("Search");
  app.add_option("--models", synthesis.models, "models of one formula")
      ->check(CLI::Range(1U, 100000U))
      ->group("Search");
  app.add_option("--formulas", synthesis.formulas, "formulas made for each conjunct")
      ->check(CLI::Range(1U, 1000000U))
      ->group("Search");
}

void add_flags(CLI::App& app, TriggerFlags& flags) {
  TriggerJob& job = flags.job;
  app.option_defaults()->always_capture_default();
  app.add_option("scripts", job.scripts, "SMT-LIB scripts; - is standard input");
  add_search_flags(app, flags);
  add_options(app, core::limit_table().bind(flags.limits));
  app.add_option("--z3", job.options.solvers.z3, "the z3 to use")->group("Targets");
  app.add_option("--checks", flags.checks,
                 "how candidates are checked: library (libz3, where it is of z3's release), process")
      ->check(CLI::IsMember({"library", "process"}))
      ->group("Targets");
  app.add_option("--cvc5", job.options.solvers.cvc5, "the cvc5 that checks what is found, where there is one")
      ->group("Targets");
  app.add_option("--time", flags.time, "for the search in each script")->group("Targets");
  app.add_option("-j,--jobs", job.jobs, "solver processes at a time: for several scripts, or for one search")
      ->check(CLI::Range(1U, 1024U))
      ->group("Targets");
  app.add_option("--emit", job.emit,
                 "write the completed script to this file; of several scripts, into this folder, one file each");
  app.add_flag("--json", job.json, "one JSON object a line for each script");
  app.add_flag("--no-derivation", flags.no_derivation, "only the terms: not why they refute it, and no other patterns");
  app.add_flag("--no-suggestions", flags.no_suggestions, "no other patterns");
}

void when_parsed(CLI::App& app, TriggerFlags& flags, const char* section, Session& session) {
  if (session.only_show) {
    fmt::print("{}", effective_toml(app, section));
  } else if (flags.job.scripts.empty()) {
    session.fail({"no script is given", "assay trigger FILE.smt2"}, kUsage);
  } else {
    run_with(flags, session);
  }
}

CLI::App* add_check(CLI::App& trigger, Session& session) {
  CLI::App* check = trigger.add_subcommand("check", "Are the axioms inconsistent? The quantified part alone, no goal");
  const auto flags = std::make_shared<TriggerFlags>();
  flags->job.options.axioms_only = true;
  add_flags(*check, *flags);
  check->add_flag("--ground", flags->job.options.ground_facts,
                  "also assertions without quantifiers: facts on constants");
  check->add_flag("--modulo-patterns", flags->job.options.modulo_patterns,
                  "also ask engines that do not follow the patterns: is what they see out of E-matching's sight?");
  check->footer(
      "Axioms are the conjuncts that are universal formulas. Any term that E-matching refutes them with means that a\n"
      "verifier which has them proves whatever it is asked, as soon as the term occurs.\n"
      "Exit code: 0 nothing found, 1 inconsistent, 2 usage, 3 environment.");
  check->callback([check, flags, &session] { when_parsed(*check, *flags, "trigger.check", session); });
  return check;
}

}  // namespace

void add_trigger(CLI::App& app, Session& session) {
  CLI::App* trigger = app.add_subcommand("trigger", "Find the ground terms that E-matching misses to refute a script");
  const auto flags = std::make_shared<TriggerFlags>();
  add_flags(*trigger, *flags);
  trigger->footer(
      "For a script that must be unsatisfiable but for which E-matching says unknown: ground terms that complete the\n"
      "refutation, why they do, and patterns that would have needed none.\n"
      "Examples:\n"
      "  assay trigger proof-obligation.smt2\n"
      "  assay trigger *.smt2 --time 10m --json --emit completed/\n"
      "  assay trigger check axioms.smt2 --modulo-patterns\n"
      "Exit code: 0 nothing found, 1 terms found, 2 usage, 3 environment.");
  const CLI::App* check = add_check(*trigger, session);
  trigger->callback([trigger, check, flags, &session] {
    if (!check->parsed()) when_parsed(*trigger, *flags, "trigger", session);
  });
}

}  // namespace assay::cli

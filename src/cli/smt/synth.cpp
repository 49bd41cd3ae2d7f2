#include "smt/synth/synth.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "core/case/timed_stop.hpp"

namespace assay::cli {
namespace {

struct SmtSynthFlags {
  smt::SynthOptions synth;
  RunFlags run;
  StartFlags start;
  std::string emit;
  bool sample = false;
  bool count = false;
  bool count_each = false;
};

Status finish(SmtSynthFlags& flags) {
  if (!flags.synth.sample && flags.sample) return Error{"--exhaustive and --sample exclude each other", ""};
  if (!flags.emit.empty() && flags.start.shard.count != 1) return Error{"--shard is for campaigns, not for --emit", ""};
  // A campaign is a sample by default (--exhaustive: all formulas); --emit writes all formulas by default (--sample).
  if (!flags.emit.empty()) flags.synth.sample = flags.sample;
  return {};
}

/// Prints the number of formulas by category and theory, or by operation (--count-each).
void print_count(const SmtSynthFlags& flags, Session& session) {
  const Result<std::vector<smt::SynthCount>> counts = smt::count_formulas(flags.synth);
  if (!counts) return session.fail(counts.error(), kUsage);
  std::uint64_t all = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> grouped;
  for (const smt::SynthCount& one : *counts) {
    all += one.count;
    grouped[{one.category, one.theory}] += one.count;
    if (flags.count_each)
      print_out("{:>12}  {:<22} {:<20} {}\n", with_commas(one.count), one.category, one.theory, one.subject);
  }
  if (!flags.count_each) {
    for (const auto& [name, help] : smt::synth_categories())
      for (const auto& [key, count] : grouped)
        if (key.first == name) print_out("{:>12}  {:<22} {}\n", with_commas(count), key.first, key.second);
  }
  print_out("{:>12}  formulas\n", with_commas(all));
}

void emit(const SmtSynthFlags& flags, Session& session) {
  const Listening listening(session);
  std::optional<std::chrono::steady_clock::time_point> end;
  if (const auto& seconds = flags.run.campaign.seconds) end = core::later(std::chrono::steady_clock::now(), *seconds);
  const core::TimedStop stop(listening.stop(), end);
  const Result<std::uint64_t> written =
      smt::emit_formulas(flags.synth, flags.emit, flags.run.campaign.tests.value_or(0), stop.token());
  if (!written) return session.fail(written.error());
  const bool stopped = session.stop.stop_requested();
  const std::string_view early = stopped ? "interrupted: " : stop.time_is_up() ? "the time is up: " : "";
  print_out("{}{} formulas written to {}, listed in manifest.json and manifest.csv\n", early, with_commas(*written),
            flags.emit);
}

void campaign(SmtSynthFlags& flags, Session& session) {
  if (flags.synth.targets.empty())
    return session.fail(Error{"no target is given", "add --target z3, or use --count or --emit DIR"}, kUsage);
  // A shard stores what it learns about the targets in its own folder.
  if (!flags.start.in_shards()) flags.synth.folder = flags.start.folder();
  const auto make = [&flags]() -> Result<std::unique_ptr<core::Module>> {
    Result<std::unique_ptr<core::Module>> module = smt::make_synth_module(flags.synth);
    const bool shown = module && !flags.run.json && !flags.run.quiet;
    if (const auto cases = shown ? (*module)->case_count() : std::nullopt)
      print_err("formulas  {} in order of growing size\n", with_commas(*cases));
    return module;
  };
  start_campaign(make, flags.synth.seed, flags.start, flags.run, session);
}

void run(SmtSynthFlags& flags, Session& session) {
  if (const Status finished = finish(flags); !finished) return session.fail(finished.error(), kUsage);
  if (flags.count || flags.count_each) return print_count(flags, session);
  if (!flags.emit.empty()) return emit(flags, session);
  campaign(flags, session);
}

void add_own_flags(CLI::App& app, SmtSynthFlags& flags) {
  app.add_flag("--count", flags.count, "print how many formulas there are")->group("Formulas");
  app.add_option("--emit", flags.emit, "write the formulas to this folder")->option_text("DIR")->group("Formulas");
  CLI::Option* const sample =
      app.add_flag("--sample", flags.sample, "random formulas, without end (the default of a campaign)");
  advanced(app, sample->group("Formulas"));
  CLI::Option* const each =
      app.add_flag("--count-each", flags.count_each, "print the number of formulas of each operation and rule");
  advanced(app, each->group("Formulas"));
}

}  // namespace

void add_smt_synth(CLI::App& smt, Session& session) {
  CLI::App* app = smt.add_subcommand("synth", "Test solvers with small formulas whose truth, model and core are known");
  const auto flags = std::make_shared<SmtSynthFlags>();
  add_options(*app, smt::synth_option_table().bind(flags->synth));
  add_own_flags(*app, *flags);
  flags->start.add_to(*app, "Formulas");
  add_options(*app, run_option_table().bind(flags->run));
  app->footer(
      "Examples:\n"
      "  assay smt synth --target z3 --time 60s\n"
      "  assay smt synth --target cvc5 --theory strings --ops 'str.*' --exhaustive\n"
      "  assay smt synth --theory bit-vectors --count\n"
      "  assay smt synth --theory strings --emit suite/\n"
      "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

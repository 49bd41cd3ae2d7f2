#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "analyzer/tune/report/tune_job.hpp"
#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/help.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/shards.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

namespace tune = analyzer::tune;

struct TuneFlags {
  tune::TuneOptions options;
  StartFlags start;
  std::string resume;
  bool json = false;
  bool quiet = false;
  bool no_report = false;
};

nlohmann::ordered_json event_of(const tune::TuneProgress& progress) {
  nlohmann::ordered_json event = {{"event", progress.step != nullptr ? "step" : "tuned"},
                                  {"code", progress.what->name},
                                  {"number", progress.code + 1},
                                  {"of", progress.codes}};
  if (const tune::TuneStep* step = progress.step) {
    event.update({{"recipe", step->recipe},
                  {"seconds", step->cost_seconds},
                  {"runs", step->runs},
                  {"spent", step->cpu_seconds},
                  {"best", step->best}});
    if (step->reason.empty()) event["alarms"] = step->alarms;
    if (!step->reason.empty()) event["reason"] = step->reason;
  }
  if (const tune::Tuned* tuned = progress.tuned) {
    event.update({{"checks", tuned->universe.size()}, {"runs", tuned->runs}, {"spent", tuned->cpu_seconds}});
    if (tuned->standard) event["default_alarms"] = tuned->standard->alarms.size();
    if (tuned->best)
      event.update({{"alarms", tuned->best->alarms.size()},
                    {"seconds", tuned->best->cpu_seconds},
                    {"recipe", tuned->best->ingredients},
                    {"commands", tuned->best->commands},
                    {"again", tuned->again}});
    if (!tuned->problem.empty()) event["problem"] = tuned->problem;
  }
  return event;
}

/// Prints a line for each recipe that is better than all before, and for each finished piece of code.
class Display {
 public:
  explicit Display(const TuneFlags& flags) : flags_(flags), style_(Style::of(stderr)) {}

  void show(const tune::TuneProgress& progress) {
    if (flags_.json) {
      print_out("{}\n", event_of(progress).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      flush_stream(stdout);
    } else if (!flags_.quiet && progress.step != nullptr) {
      show_step(progress);
    } else if (!flags_.quiet && progress.tuned != nullptr) {
      show_tuned(*progress.tuned, tune::words_of(progress.goal));
    }
  }

 private:
  void show_step(const tune::TuneProgress& progress) {
    const tune::TuneStep& step = *progress.step;
    if (step.runs == 1 || step.recipe.empty()) print_err("{}\n", style_.bold(printable(progress.what->name)));
    if (!step.best) return;
    print_err("  {:>4} runs {:>8.2f} s   {:>5} {} in {:>7.2f} s   {}\n", step.runs, step.cpu_seconds, step.alarms,
              tune::words_of(progress.goal).alarms, step.cost_seconds, printable(step.recipe));
  }

  void show_tuned(const tune::Tuned& tuned, const tune::GoalWords& words) {
    if (!tuned.problem.empty()) {
      print_err("  {} {}\n", style_.yellow("no recipe:"), printable(tuned.problem));
    } else if (tuned.ended == "nothing to tune") {
      print_err("  nothing to tune: the default reports nothing (--labels: what it should find)\n");
    } else {
      const std::string before = tuned.standard ? std::to_string(tuned.standard->alarms.size()) : "no result";
      const std::size_t left = tuned.best->alarms.size();
      print_err("  {} of {} {}, {} {} (default: {}), {:.2f} s: {}\n",
                style_.green(fmt::format("{} {}", tuned.proved.size(), words.proved)), tuned.universe.size(),
                words.checks, left, left == 1 ? words.alarm : words.alarms, before, tuned.best->cpu_seconds,
                printable(tuned.best->text()));
      for (const std::string& command : tuned.best->commands) print_err("    {}\n", printable(command));
      if (tuned.ended == "still good") print_err("  the old recipe is still good\n");
      if (tuned.again != "same") print_err("  run again in fresh processes: {}\n", tuned.again);
    }
    for (const std::string& note : tuned.notes) print_err("  note: {}\n", printable(note));
    for (const tune::Suspect& suspect : tuned.suspects) {
      print_err("  {} {}: {}\n",
                suspect.broken ? style_.red("UNSOUND") : "cross-examined:", printable(suspect.ingredient),
                printable(suspect.verdict));
      if (!suspect.finding.empty()) print_err("  finding: {}\n", printable(suspect.finding));
    }
  }

  const TuneFlags& flags_;
  Style style_;
};

Status write_results(const tune::TuneRecord& record, const std::string& folder, bool report) {
  if (const Status kept = core::write_text_file(folder + "/recipe.toml", tune::to_toml(tune::recipes_of(record)));
      !kept)
    return kept;
  return report ? core::write_text_file(folder + "/report.html", tune::html_report(record)) : Status();
}

/// Distributes the pieces of code over shards; `assay analyzer recipes` joins their folders.
void run_shards(TuneFlags& flags, Session& session) {
  if (flags.options.search == "ask-tell")
    return session.fail({"--search ask-tell speaks to one process", "leave out --executor and --shards"}, kUsage);
  const Result<analyzer::Definition> definition = analyzer::resolve_analyzer(flags.options.target);
  if (!definition) return session.fail(definition.error());
  const Result<std::vector<tune::Code>> codes = tune::codes_of(flags.options, definition->tuning);
  if (!codes) return session.fail(codes.error(), kUsage);
  if (codes->size() < flags.start.executor.shards)
    return session.fail(
        {fmt::format("{} pieces of code are too few for {} shards", codes->size(), flags.start.executor.shards),
         fmt::format("use --shards {} or fewer", codes->size())},
        kUsage);
  ShardedCommand command;
  command.without = {"resume", "json", "quiet", "no-report"};
  command.resume = {"analyzer", "tune", "--resume={out}", fmt::format("--jobs={}", flags.options.jobs)};
  command.join = {"analyzer", "recipes", "{folders}", "--emit={out}/recipe.toml", "--report={out}/report.html"};
  command.ready = "tune.toml";
  command.seconds = flags.options.tuning_seconds;
  command.jobs = flags.options.jobs;
  run_in_shards(flags.start, std::move(command), session);
}

void run(TuneFlags& flags, Session& session) {
  if (flags.start.in_shards() && flags.resume.empty()) return run_shards(flags, session);
  if (flags.json && flags.options.search == "ask-tell")
    return session.fail({"--search ask-tell uses standard output itself", "leave out --json"}, kUsage);
  std::string folder = flags.resume;
  if (!folder.empty()) {
    const Result<tune::TuneRecord> old = tune::load_tuning(folder);
    if (!old) return session.fail(old.error(), kUsage);
    const unsigned jobs = flags.options.jobs;
    flags.options = old->options;
    flags.options.jobs = jobs;
    flags.start.shard = old->shard;
  } else {
    folder = flags.start.folder();
    if (core::exists(folder + "/tune.toml"))
      return session.fail({"'" + folder + "' holds a tuning already", "go on with --resume " + folder}, kUsage);
  }
  flags.options.driver = {&std::cin, &std::cout, &std::cerr};
  Display display(flags);
  Result<tune::TuneRecord> record = [&] {
    const Listening listening(session);
    return tune::tune(
        flags.options, folder, flags.start.shard, [&](const tune::TuneProgress& progress) { display.show(progress); },
        listening.stop());
  }();
  if (!record) return session.fail(record.error());
  if (const Status written = write_results(*record, folder, !flags.no_report); !written)
    return session.fail(written.error());
  bool broken = false;
  std::size_t usable = 0;
  for (const tune::Tuned& tuned : record->codes) {
    usable += tuned.best ? 1 : 0;
    for (const tune::Suspect& suspect : tuned.suspects) broken = broken || suspect.broken;
  }
  if (!flags.json && !flags.quiet) {
    print_err("recipes   {}/recipe.toml ({} of {})\n", printable(folder), usable, record->wanted);
    if (!flags.no_report) print_err("report    {}/report.html\n", printable(folder));
    if (session.stop.stop_requested()) print_err("stopped   go on with --resume {}\n", printable(folder));
  }
  if (usable == 0) session.exit_code = kEnvironment;
  if (broken) session.exit_code = kFindings;
}

}  // namespace

void add_analyzer_tune(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand(
      "tune", "Find the configurations of an analyzer that prove the most about your code within a budget");
  const auto flags = std::make_shared<TuneFlags>();
  add_options(*app, tune::tune_option_table().bind(flags->options));
  flags->start.add_to(*app, "Search", "`assay analyzer recipes A B --emit recipe.toml` joins them");
  app->add_option("--resume", flags->resume, "resume the tuning in this folder; finished runs are not repeated");
  app->add_flag("--json", flags->json, "events on standard output, one JSON object a line");
  app->add_flag("-q,--quiet", flags->quiet, "print nothing but errors");
  advanced(*app, app->add_flag("--no-report", flags->no_report, "write no report.html"));
  app->footer(
      "Examples:\n"
      "  assay analyzer tune main.c --target eva --budget 10s\n"
      "  assay analyzer tune --project compile_commands.json --budget 5s -j 2\n"
      "  assay analyzer tune main.c --from recipe.toml\n"
      "Exit code: 0 recipes, 1 a proof that a run contradicts, 2 usage, 3 environment, or no recipe.");
  app->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli

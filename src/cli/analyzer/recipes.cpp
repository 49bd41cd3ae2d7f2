#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "analyzer/tune/report/tune_job.hpp"
#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/output.hpp"

namespace assay::cli {
namespace {

namespace tune = analyzer::tune;

struct RecipesFlags {
  std::vector<std::string> folders;
  bool json = false;
  std::string emit;
  std::string learn;
  std::string report;
};

void print_table(const tune::TuneRecord& record) {
  print_out("{} {}, {} for each use\n", record.target, printable(record.version),
            core::duration_text(record.options.budget.cpu_seconds));
  const tune::GoalWords& words = tune::words_of(record.goal);
  print_out("{:>8} {:>8} {:>7} {:>7} {:>9}  {}\n", words.checks, "default", "alone", "recipe", "seconds",
            "code: recipe");
  const auto alarms = [](const std::optional<tune::ChosenRecipe>& recipe) {
    return recipe ? std::to_string(recipe->alarms.size()) : std::string("-");
  };
  for (const tune::Tuned& tuned : record.codes) {
    print_out("{:>8} {:>8} {:>7} {:>7} {:>9}  {}: {}\n", tuned.universe.size(), alarms(tuned.standard),
              alarms(tuned.alone), alarms(tuned.best),
              tuned.best ? fmt::format("{:.2f}", tuned.best->cpu_seconds) : "-", printable(tuned.code.name),
              printable(tuned.best ? tuned.best->text() : tuned.problem));
    if (!tuned.best) continue;
    for (const std::string& command : tuned.best->commands) print_out("    {}\n", printable(command));
  }
  print_out("default, alone, recipe: {} of the default configuration, the best single one, and the recipe\n",
            words.alarms);
}

Status write_files(const tune::TuneRecord& record, const RecipesFlags& flags) {
  if (!flags.emit.empty())
    if (const Status written = core::write_text_file(flags.emit, tune::to_toml(tune::recipes_of(record))); !written)
      return written;
  if (!flags.report.empty())
    if (const Status written = core::write_text_file(flags.report, tune::html_report(record)); !written) return written;
  if (flags.learn.empty()) return {};
  const Result<std::string> schedule = tune::learned_schedule_file(record);
  return schedule ? core::write_text_file(flags.learn, *schedule) : Status(schedule.error());
}

void show(const RecipesFlags& flags, Session& session) {
  const Result<tune::TuneRecord> record = tune::load_tunings(flags.folders);
  if (!record) return session.fail(record.error(), kUsage);
  if (flags.json) {
    print_out("{}\n", tune::to_json(*record));
  } else {
    print_table(*record);
  }
  if (const Status written = write_files(*record, flags); !written) session.fail(written.error());
}

}  // namespace

void add_analyzer_recipes(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand("recipes", "Show the results of tunings, and learn from them");
  const auto flags = std::make_shared<RecipesFlags>();
  app->add_option("folders", flags->folders,
                  "folders of `assay analyzer tune`; several: shards of one, or all to learn from")
      ->required();
  app->add_flag("--json", flags->json, "everything, as one JSON object");
  app->add_option("--emit", flags->emit, "write the recipes of all folders to this file");
  app->add_option("--report", flags->report, "write one report of all folders to this file");
  app->add_option("--learn", flags->learn,
                  "write the order in which ingredients are worth trying to this file, for `tune --schedule`");
  app->footer(
      "Examples:\n"
      "  assay analyzer recipes tuned/\n"
      "  assay analyzer recipes project-*/ --learn schedule.toml\n"
      "Exit code: 0 shown, 2 usage, 3 environment.");
  app->callback([flags, &session] { show(*flags, session); });
}

}  // namespace assay::cli

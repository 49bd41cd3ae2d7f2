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
  std::string budget;
  std::uint64_t memory_mib = 0;
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
    const std::vector<tune::TuneStep> front = tune::trade_offs(tuned);
    for (std::size_t i = 1; i < front.size(); ++i)
      print_out("  {:>25} {:>9}  or, with {} MiB: {}\n", front[i].alarms, fmt::format("{:.2f}", front[i].cost_seconds),
                front[i].memory_bytes >> 20, printable(front[i].recipe));
  }
  print_out("default, alone, recipe: {} of the default configuration, the best single one, and the recipe\n",
            words.alarms);
}

/// The chosen recipes, or, with a smaller budget, the best ones within it.
Result<tune::RecipeFile> emitted(const tune::TuneRecord& record, const RecipesFlags& flags) {
  if (flags.budget.empty() && flags.memory_mib == 0) return tune::recipes_of(record);
  tune::Budget budget = record.options.budget;
  if (!flags.budget.empty()) {
    const std::optional<double> seconds = core::parse_duration(flags.budget);
    if (!seconds) return Error{"'" + printable(flags.budget) + "' is no duration", "write it like 2s"};
    budget.cpu_seconds = *seconds;
  }
  if (flags.memory_mib != 0) budget.memory_bytes = flags.memory_mib << 20;
  tune::RecipeFile file = tune::recipes_within(record, budget);
  if (file.rows.empty()) return Error{"no recipe of this tuning is within that budget", "`recipes DIR` lists them"};
  return file;
}

Status write_files(const tune::TuneRecord& record, const RecipesFlags& flags) {
  if (!flags.emit.empty()) {
    const Result<tune::RecipeFile> file = emitted(record, flags);
    if (!file) return file.error();
    if (const Status written = core::write_text_file(flags.emit, tune::to_toml(*file)); !written) return written;
    if (file->rows.size() < record.codes.size())
      print_err("{} of {} pieces of code have a recipe\n", file->rows.size(), record.codes.size());
  }
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
  CLI::Option* const emit = app->add_option("--emit", flags->emit, "write the recipes of all folders to this file");
  app->add_option("--budget", flags->budget,
                  "with --emit: the recipes with the fewest alarms within this CPU time, as 2s, among the trade-offs")
      ->needs(emit);
  app->add_option("--memory", flags->memory_mib, "with --emit: the same for memory, in MiB")->needs(emit);
  app->add_option("--report", flags->report, "write one report of all folders to this file");
  app->add_option("--learn", flags->learn,
                  "write the order in which ingredients are worth trying to this file, for `tune --schedule`");
  app->footer(
      "Examples:\n"
      "  assay analyzer recipes tuned/\n"
      "  assay analyzer recipes tuned/ --budget 2s --emit quick.toml\n"
      "  assay analyzer recipes project-*/ --learn schedule.toml\n"
      "Exit code: 0 shown, 2 usage, 3 environment.");
  app->callback([flags, &session] { show(*flags, session); });
}

}  // namespace assay::cli

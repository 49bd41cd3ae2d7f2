#include <CLI/CLI.hpp>
#include <memory>

#include "analyzer/tune/report/tune_job.hpp"
#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/analyzer/run_partitions.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"

namespace assay::cli {
namespace {

namespace tune = analyzer::tune;

struct RecipeRunFlags {
  tune::TuneOptions options;
  std::string recipe;
  std::string out = "-";
  bool target_given = false;
  bool budget_given = false;
  bool memory_given = false;
  PartitionFlags partitions;
};

/// The options of a tuning that a run has, too.
constexpr std::array<std::string_view, 7> kRunRows = {"files", "project", "per",   "function",
                                                      "flag",  "budget",  "memory"};

Result<analyzer::Definition> definition_for(const RecipeRunFlags& flags, const tune::RecipeFile& recipes) {
  const std::string& target = flags.target_given ? flags.options.target : recipes.target;
  Result<analyzer::Definition> definition = analyzer::resolve_analyzer(target);
  if (!definition) return definition;
  if (definition->name != recipes.target)
    return Error{"'" + flags.recipe + "' is a recipe for " + recipes.target + ", not for " + definition->name, ""};
  const Result<std::string> version = analyzer::version_of(*definition);
  if (!version) return version.error();
  if (!recipes.version.empty() && *version != recipes.version)
    print_err("note: the recipe was made for {} {}, and this is {}\n", recipes.target, printable(recipes.version),
              printable(*version));
  return definition;
}

struct RecipeRun {
  const RecipeRunFlags& flags;
  const tune::RecipeFile& recipes;
  const analyzer::Definition& definition;
  tune::Budget budget;
};

/// Runs the recipe for one piece of code. False, after an error message, if there is no result.
bool run_one(const RecipeRun& run, const tune::Code& code, std::vector<tune::RecipeRunResult>& results,
             Session& session) {
  const tune::RecipeFile::Row* row = tune::row_for(run.recipes, code);
  if (row == nullptr) {
    session.fail({"'" + run.flags.recipe + "' has no recipe for " + code.name, "tune for it, or name other files"},
                 kUsage);
    return false;
  }
  const Listening listening(session);
  Result<tune::Evaluation> evaluation =
      tune::run_recipe(run.definition, code, row->ingredients, run.budget, listening.stop());
  if (!evaluation) {
    session.fail(evaluation.error());
    return false;
  }
  if (!evaluation->within_budget) {
    session.fail({code.name + ": the recipe gives no result: " + evaluation->reason,
                  "raise --budget, or tune again with --from " + run.flags.recipe});
    return false;
  }
  print_err("{}: {} alarms in {:.2f} s by {} {}\n", printable(code.name), evaluation->alarms.size(),
            evaluation->cpu_seconds, row->ingredients.size(), row->ingredients.size() == 1 ? "run" : "runs");
  results.push_back({code, row->ingredients, std::move(*evaluation)});
  return true;
}

void use_recipe(RecipeRunFlags& flags, Session& session) {
  const Result<std::string> text = core::read_text_file(flags.recipe);
  if (!text) return session.fail(text.error(), kUsage);
  const Result<tune::RecipeFile> recipes = tune::recipes_from_toml(*text, flags.recipe);
  if (!recipes) return session.fail(recipes.error(), kUsage);
  const Result<analyzer::Definition> definition = definition_for(flags, *recipes);
  if (!definition) return session.fail(definition.error());
  const Result<std::vector<tune::Code>> codes = tune::codes_of(flags.options, definition->tuning);
  if (!codes) return session.fail(codes.error(), kUsage);
  tune::Budget budget = recipes->budget;
  if (flags.budget_given) budget.cpu_seconds = flags.options.budget.cpu_seconds;
  if (flags.memory_given) budget.memory_bytes = flags.options.budget.memory_bytes;
  const RecipeRun run{flags, *recipes, *definition, budget};
  std::vector<tune::RecipeRunResult> results;
  std::size_t alarms = 0;
  for (const tune::Code& code : *codes) {
    if (session.stop.stop_requested()) break;
    if (run_one(run, code, results, session)) alarms += results.back().evaluation.alarms.size();
  }
  const std::string sarif = tune::to_sarif(*definition, recipes->version, results);
  if (flags.out == "-") {
    print_out("{}\n", sarif);
  } else if (const Status written = core::write_text_file(flags.out, sarif + "\n"); !written) {
    return session.fail(written.error());
  }
  if (session.exit_code == kNothingFound && alarms > 0) session.exit_code = kFindings;
}

/// Runs the analyzer on partitions. Copies the options that both kinds of runs share from the recipe's flags.
void use_partitions(RecipeRunFlags& flags, Session& session) {
  PartitionFlags& partitions = flags.partitions;
  if (!flags.recipe.empty())
    return session.fail({"both --recipe and --partition or --plan are given", "give one of them"}, kUsage);
  if (!partitions.plan.empty() && !partitions.strategy.empty())
    return session.fail({"both --partition and --plan are given", "a plan says what the partitions are"}, kUsage);
  if (partitions.plan.empty() && flags.options.files.size() != 1)
    return session.fail({"--partition takes one folder, the project's", "name it"}, kUsage);
  if (!partitions.plan.empty() && !flags.options.files.empty())
    return session.fail({"--plan already names its project", "leave out the folder"}, kUsage);
  if (!flags.options.files.empty()) partitions.project = flags.options.files.front();
  partitions.out = flags.out;
  if (flags.target_given) partitions.options.target = flags.options.target;
  partitions.options.flags = flags.options.flags;
  if (flags.budget_given) partitions.options.cpu_seconds = flags.options.budget.cpu_seconds;
  if (flags.memory_given) partitions.options.memory_bytes = flags.options.budget.memory_bytes;
  run_partitions(partitions, session);
}

void run_either(RecipeRunFlags& flags, Session& session) {
  if (flags.partitions.wanted()) return use_partitions(flags, session);
  if (flags.recipe.empty())
    return session.fail({"neither a recipe nor a partition is asked for",
                         "give --recipe FILE for sources, or --partition auto for a project's folder"},
                        kUsage);
  if (flags.partitions.start.in_shards() || flags.partitions.one_shard)
    return session.fail({"a recipe's run has no shards", "run each file's by itself"}, kUsage);
  use_recipe(flags, session);
}

}  // namespace

void add_analyzer_run(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand(
      "run", "Run an analyzer with a recipe of `tune`, or on parts of a project, and write its alarms as SARIF");
  const auto flags = std::make_shared<RecipeRunFlags>();
  core::BoundOptions rows;
  for (core::BoundOption& row : tune::tune_option_table().bind(flags->options))
    for (const std::string_view wanted : kRunRows)
      if (row.option->name == wanted) rows.push_back(row);
  add_options(*app, rows);
  app->add_option("-r,--recipe", flags->recipe, "file that `assay analyzer tune` wrote")->group("Recipe");
  app->add_option_function<std::string>(
      "-t,--target",
      [flags](const std::string& text) {
        flags->options.target = text;
        flags->target_given = true;
      },
      "definition of the recipe's analyzer (default: the built-in one); with --partition, any analyzer that can be "
      "split");
  app->add_option("-o,--out", flags->out, "SARIF file to write (-: standard output); with shards, their folder")
      ->capture_default_str();
  app->footer(
      "A check is an alarm if no ingredient of the recipe proves it. --budget and --memory default to the recipe's "
      "limits. With --partition, the argument is the project's folder, and the findings of all parts become one "
      "report.\n"
      "Examples:\n"
      "  assay analyzer run . --target cppcheck --partition auto -j 2 --out alarms.sarif\n"
      "  assay analyzer run . --target mypy --partition union-growth --executor slurm --shards 8 --out night\n"
      "  assay analyzer run main.c --recipe recipe.toml --out alarms.sarif\n"
      "Exit code: 0 no alarm, 1 alarms, 2 usage, 3 environment, or a recipe or a partition that gave no result.");
  app->callback([app, flags, &session] {
    flags->budget_given = app->count("--budget") > 0;
    flags->memory_given = app->count("--memory") > 0;
    flags->partitions.one_shard = app->count("--shard") > 0;
    run_either(*flags, session);
  });
  flags->partitions.add_to(*app);
}

}  // namespace assay::cli

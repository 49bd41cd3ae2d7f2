#include <utility>

#include "analyzer/tune/report/tune_job.hpp"
#include "core/options/module_options.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr GoalWords kProofWords{"proofs", "checks", "alarm", "alarms", "proved"};
constexpr GoalWords kFindingWords{"findings", "findings", "lost finding", "lost findings", "kept"};

using core::Affects;
using Options = TuneOptions;

std::vector<std::string> search_names() {
  std::vector<std::string> names;
  for (const SearchRow& row : searches()) names.emplace_back(row.name);
  return names;
}

Status put_weights(Options& options, const core::OptionTexts& texts) {
  if (const Result<Weights> weights = weights_of(texts); !weights) return weights.error();
  options.weights = texts;
  return {};
}

void add_code(core::OptionTable<Options>& table) {
  table.group("Code");
  table.add("files", &Options::files, "sources to tune for").files(core::Names::Paths).as_positional();
  table.add("project", &Options::project, "a compile_commands.json, in place of files: its sources with their flags")
      .files(core::Names::Paths)
      .is_common();
  table.add("per", &Options::per, "unit that gets a recipe of its own")
      .one_of({"file", "function", "project"})
      .is_common();
  table.add("function", &Options::functions, "with --per function: these (default: all that the sources define)");
  table
      .add("labels", &Options::labels,
           "of a bug finder: a file with lines \"bug FILE:LINE\" and \"clean FILE:LINE-LINE KIND\", by which recipes "
           "are judged")
      .files(core::Names::Paths);
  table.add("flag", &Options::flags, "for the compiler and the analyzer: --flag=-DX=1").is_common();
}

void add_target(core::OptionTable<Options>& table) {
  table.group("Target");
  table
      .add("target", &Options::target,
           "analyzer to tune: a name that `assay analyzer targets` lists, or a TOML file with a table [tune]")
      .files(core::Names::Targets)
      .short_flag('t')
      .is_common();
  table
      .add_duration(
          "budget", [](Options& options) -> double& { return options.budget.cpu_seconds; },
          "CPU time that one use of a recipe may take")
      .real_range(0.01, 864e5)
      .is_common();
  table
      .add_megabytes(
          "memory", [](Options& options) -> std::uint64_t& { return options.budget.memory_bytes; },
          "memory of each run, in MiB, or as 2G")
      .range(16, 1U << 20)
      .is_common();
  table.add_choice<Budget::Resource& (*)(Options&), Budget::Resource>(
      "resource", [](Options& options) -> Budget::Resource& { return options.budget.resource; },
      {{"time", Budget::Resource::Time}, {"memory", Budget::Resource::Memory}, {"both", Budget::Resource::Both}},
      "resource that decides between recipes that prove as much");
  table.add_custom(
      "weight", core::OptionKind::List, [](const Options& options) { return options.weights; }, put_weights,
      "KIND=NUMBER: weight of checks of this kind (default: 1)");
  table.add("unsound", &Options::unsound, "also try settings that the definition calls unsound");
}

void add_search(core::OptionTable<Options>& table) {
  table.group("Search");
  table.add_duration("tuning-time", &Options::tuning_seconds, "CPU time that the analyzer may use while Assay tunes it")
      .real_range(0.1, 864e6)
      .is_common();
  table.add("search", &Options::search, "search for recipes").one_of(search_names());
  table.add("seed", &Options::seed, "random seed");
  table.add("longest", &Options::longest, "maximum number of ingredients of a recipe").range(1, 16);
  table.add("domain-rounds", &Options::domain_rounds, "recipes for each ingredient while domains are looked for")
      .range(1, 10'000);
  table.add("setting-rounds", &Options::setting_rounds, "recipes while the other settings are looked for")
      .range(0, 10'000);
  table
      .add("from", &Options::from,
           "a recipe file: say whether each recipe is still good, and tune anew only where it is not")
      .files(core::Names::Paths)
      .is_common();
  table.add("schedule", &Options::schedule, "a file with the order in which ingredients are tried (recipes --learn)")
      .files(core::Names::Paths);
  table.add_opposite(
      "no-guard", [](Options& options) -> bool& { return options.guard; },
      "do not cross-examine what one ingredient alone proves");
  table.add("jobs", &Options::jobs, "runs of the analyzer at a time").range(1, 1024).short_flag('j').is_common();
}

}  // namespace

const GoalWords& words_of(Tuning::Goal goal) { return goal == Tuning::Goal::Findings ? kFindingWords : kProofWords; }

const core::OptionTable<TuneOptions>& tune_option_table() {
  static const core::OptionTable<TuneOptions> table = [] {
    core::OptionTable<TuneOptions> rows;
    add_code(rows);
    add_target(rows);
    add_search(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::analyzer::tune

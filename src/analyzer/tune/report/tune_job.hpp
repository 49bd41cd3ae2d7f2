#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/tune/space/tune.hpp"
#include "core/store/record.hpp"

namespace assay::analyzer::tune {

/// The options of one tuning.
struct TuneOptions {
  std::vector<std::string> files;      ///< source files
  std::string project;                 ///< compile_commands.json in place of files; empty: not used
  std::string target = "eva";          ///< as for resolve_analyzer
  std::string per = "file";            ///< the unit that gets a recipe of its own: "file", "function", "project"
  std::vector<std::string> functions;  ///< for per = "function"
  std::vector<std::string> flags;      ///< flags for the compiler and the analyzer: -I, -D
  std::string labels;  ///< for a bug finder: a file with known truths about places in the code; empty: none
  Budget budget;
  double tuning_seconds = 600;  ///< CPU time of the analyzer, for all pieces of code together
  std::string search = "ours";
  std::uint64_t seed = 1;
  unsigned longest = 3;
  unsigned domain_rounds = 5;
  unsigned setting_rounds = 10;
  std::vector<std::string> weights;  ///< "kind=3": weights of kinds of checks, 1 by default
  std::string from;      ///< a recipe file: the tuning first checks whether its recipe is still good; empty: none
  std::string schedule;  ///< a file with a schedule that replaces the definition's; empty: none
  bool unsound = false;  ///< also use settings that the definition calls unsound
  bool guard = true;     ///< cross-examine checks that only one ingredient proves
  unsigned jobs = 1;
  Driver driver;  ///< streams of the search "ask-tell"; the caller owns them
  /// Makes subjects, for tests. Empty: open_subject.
  std::function<Result<std::unique_ptr<Subject>>(const Definition&, const Code&, const RunLimits&,
                                                 const std::stop_token&)>
      open;
  /// A target that needs no program, for tests, together with `open`.
  std::optional<Definition> definition;
};
/// The table of the options: flags, TOML and a resume use it.
[[nodiscard]] const core::OptionTable<TuneOptions>& tune_option_table();

/// The requested pieces of code, in a fixed order. An Error if a path does not exist, or no piece is left.
[[nodiscard]] Result<std::vector<Code>> codes_of(const TuneOptions& options, const Tuning& tuning);

/// The terms of the goal in reports: checks are proved, or alarms are left; for a bug finder, findings are kept or
/// lost.
struct GoalWords {
  const char* goal;  ///< the name in definitions
  const char* checks;
  const char* alarm;
  const char* alarms;
  const char* proved;
};
[[nodiscard]] const GoalWords& words_of(Tuning::Goal goal);

/// One step of a search.
struct TuneStep {
  std::size_t runs = 0;          ///< number of ingredients run until then
  double cpu_seconds = 0;        ///< CPU time used until then
  std::string recipe;            ///< ingredients, joined by " ; "
  std::string reason;            ///< why the recipe is not usable; empty: it is usable
  double cost_seconds = 0;       ///< CPU seconds of one use of the recipe
  std::size_t alarms = 0;        ///< only of a usable recipe
  double cost = 0;               ///< only of a usable recipe
  bool best = false;             ///< better than all earlier recipes
  std::uint64_t memory_bytes{};  ///< of the largest of the recipe's runs
};

/// The result of one ingredient alone.
struct IngredientRow {
  std::string ingredient;
  Outcome::Status status = Outcome::Status::Failed;
  std::string reason;
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::size_t alarms = 0;
  std::size_t proved = 0;  ///< number of proved checks, among all checks that any run named
  std::size_t alone = 0;   ///< number of `proved` that no other ingredient proves
  std::vector<std::size_t>
      left;  ///< indexes in Tuned::universe of checks that it does not prove, ascending; only for the status Done
};

/// The chosen recipe, the best single ingredient, or the default configuration.
struct ChosenRecipe {
  std::vector<std::string> ingredients;  ///< texts of Space::text
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::vector<CheckKey> alarms;
  /// Shell commands that run the ingredients without Assay, in the folder of the tuning. Only for the chosen recipe.
  /// Empty: the analyzer has no such commands.
  std::vector<std::string> commands{};
  [[nodiscard]] std::string text() const;  ///< joined by " ; "
};

/// A proof of the chosen recipe that the guard examined, because a more precise ingredient has an alarm there.
struct Suspect {
  std::string ingredient;
  std::vector<CheckKey> checks;  ///< the checks that it alone proves
  std::string verdict;           ///< "holds", "broken: ...", "not examined: ..."
  bool broken = false;           ///< a run contradicts the analyzer's claim, so the setting is barred
  std::string finding{};         ///< if broken: the folder of the stored finding
};

/// The result of the tuning of one piece of code.
struct Tuned {
  Code code;
  std::string identity;                  ///< Subject::identity; empty: the code has none
  std::string problem;                   ///< why there is no recipe; empty: there is a recipe
  std::optional<ChosenRecipe> standard;  ///< the analyzer's default configuration; nullopt: it is not usable
  std::optional<ChosenRecipe> alone;     ///< the best single ingredient
  std::optional<ChosenRecipe> best;
  /// The result of the best recipe in fresh processes: "same", "differs in 2 checks", "not run again".
  std::string again;
  std::string ended;               ///< "searched", "time", "stopped", "still good", "nothing to tune"
  std::vector<CheckKey> universe;  ///< every check that any run named
  std::vector<CheckKey> proved;    ///< checks that the best recipe proves
  std::vector<CheckKey> dead;      ///< checks of `proved` in code that a run of it calls unreachable
  std::vector<std::string> notes;  ///< dropped settings, recipes that did not repeat
  std::vector<TuneStep> history;
  std::vector<IngredientRow> ingredients;
  std::vector<Suspect> suspects;
  double cpu_seconds = 0;  ///< CPU time of the analyzer's runs
  std::size_t runs = 0;
};

/// The usable recipes of the search between which only a person can choose (a Pareto front): each takes clearly less
/// CPU time or memory than every recipe that leaves as few alarms. The fewest alarms come first; of recipes with equal
/// alarms, the chosen one, then the fastest.
[[nodiscard]] std::vector<TuneStep> trade_offs(const Tuned& tuned);

/// The progress of a tuning. Only one call at a time.
struct TuneProgress {
  std::size_t code = 0;  ///< number of the piece, from 0
  std::size_t codes = 0;
  const Code* what = nullptr;
  const TuneStep* step = nullptr;  ///< the step; null: the piece is finished
  const Tuned* tuned = nullptr;    ///< the result of a finished piece; null: a step
  Tuning::Goal goal = Tuning::Goal::Proofs;
};
using TuneObserver = std::function<void(const TuneProgress&)>;

/// A tuning's folder: `tune.toml`, `about.json`, `runs/`, `codes/`, `contradictions/`, `recipe.toml`, `report.html`.
struct TuneRecord {
  TuneOptions options;
  std::string target;   ///< name
  std::string version;  ///< the version that the analyzer prints
  Tuning::Goal goal = Tuning::Goal::Proofs;
  std::vector<Tuned> codes;
  core::Shard shard;
  std::size_t wanted = 0;  ///< number of pieces of code of the shard
};

/// Tunes all pieces of code of the shard, and stores everything in the folder. Finished pieces and runs are not
/// repeated. After a stop, the results so far are usable.
[[nodiscard]] Result<TuneRecord> tune(const TuneOptions& options, const std::string& folder, core::Shard shard,
                                      const TuneObserver& observer, const std::stop_token& stop);
/// Reads the folder of a tuning.
[[nodiscard]] Result<TuneRecord> load_tuning(const std::string& folder);
/// Joins several folders of one tuning (shards).
[[nodiscard]] Result<TuneRecord> load_tunings(const std::vector<std::string>& folders);

/// A recipe file: recipes for pieces of code, with their results.
struct RecipeFile {
  std::string target;
  std::string version;
  Budget budget;
  struct Row {
    std::string code;
    std::vector<std::string> files;
    std::string function;
    std::vector<std::string> ingredients;
    double cpu_seconds = 0;
    std::size_t checks = 0;               ///< number of checks that any run named
    std::size_t alarms = 0;               ///< number of checks that the recipe does not prove
    std::vector<std::string> commands{};  ///< ChosenRecipe::commands
  };
  std::vector<Row> rows;
};
[[nodiscard]] std::string to_toml(const RecipeFile& file);
[[nodiscard]] Result<RecipeFile> recipes_from_toml(std::string_view text, const std::string& path);
[[nodiscard]] RecipeFile recipes_of(const TuneRecord& record);
/// The same for a smaller budget: for each piece of code, the first of its trade-offs that is within it. Pieces without
/// such a recipe have no row.
[[nodiscard]] RecipeFile recipes_within(const TuneRecord& record, const Budget& budget);
/// The row with the name or the files of a piece of code, or the only row; null: no such row.
[[nodiscard]] const RecipeFile::Row* row_for(const RecipeFile& file, const Code& code);

/// Runs a recipe on one piece of code.
[[nodiscard]] Result<Evaluation> run_recipe(const Definition& definition, const Code& code,
                                            const std::vector<std::string>& ingredients, const Budget& budget,
                                            const std::stop_token& stop);

/// The result of a recipe on one piece of code.
struct RecipeRunResult {
  Code code;
  std::vector<std::string> ingredients;
  Evaluation evaluation;
};
/// Alarms as SARIF 2.1.0 (OASIS): one run, with the recipe and the numbers of each piece of code in its properties.
[[nodiscard]] std::string to_sarif(const Definition& definition, const std::string& version,
                                   const std::vector<RecipeRunResult>& results);

/// A schedule learned from tunings: a file for TuneOptions::schedule with the ingredients by marginal proofs per CPU
/// second. An Error if no tuning has a run.
[[nodiscard]] Result<std::string> learned_schedule_file(const TuneRecord& record);

/// The tuning as JSON, and as one HTML page that needs no network and runs no script but its own.
[[nodiscard]] std::string to_json(const TuneRecord& record);
[[nodiscard]] std::string html_report(const TuneRecord& record);

}  // namespace assay::analyzer::tune

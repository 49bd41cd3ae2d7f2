#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/analyzer/tune.hpp"
#include "assay/core/record.hpp"

namespace assay::analyzer::tune {

/// What one tuning is asked for.
struct TuneOptions {
  std::vector<std::string> files;      ///< sources
  std::string project;                 ///< compile_commands.json in place of files; empty: none
  std::string target = "eva";          ///< as resolve_analyzer takes it
  std::string per = "file";            ///< "file", "function", "project": what has a recipe of its own
  std::vector<std::string> functions;  ///< of per = "function"
  std::vector<std::string> flags;      ///< for the compiler and the analyzer: -I, -D
  std::string labels;  ///< of a bug finder: a file with what is known of places in the code; empty: none
  Budget budget;
  double tuning_seconds = 600;  ///< CPU time of analyzers, for all pieces of code together
  std::string search = "ours";
  std::uint64_t seed = 1;
  unsigned longest = 3;
  unsigned domain_rounds = 5;
  unsigned setting_rounds = 10;
  std::vector<std::string> weights;  ///< "kind=3": kinds of checks that count more, or less
  std::string from;                  ///< a recipe file: is it still good? Empty: none
  std::string schedule;              ///< a file with a schedule in place of the definition's; empty: none
  bool unsound = false;              ///< also settings that the definition calls unsound
  bool guard = true;                 ///< cross-examine what one ingredient alone proves
  unsigned jobs = 1;
  Driver driver;  ///< of the search "ask-tell"; the caller owns the streams
  /// Makes subjects: for tests; empty: open_subject.
  std::function<Result<std::unique_ptr<Subject>>(const Definition&, const Code&, const RunLimits&,
                                                 const std::stop_token&)>
      open;
  /// A target that needs no program: for tests, with `open`.
  std::optional<Definition> definition;
};
/// The options: flags, TOML and what a resume finds again are made from it.
[[nodiscard]] const core::OptionTable<TuneOptions>& tune_option_table();

/// The pieces of code that are asked for, in a fixed order. An Error when a path is not there, or nothing is left.
[[nodiscard]] Result<std::vector<Code>> codes_of(const TuneOptions& options, const Tuning& tuning);

/// The terms for results: checks are proved, or alarms are left; for a bug finder, findings are kept or lost.
struct GoalWords {
  const char* goal;  ///< as definitions write it
  const char* checks;
  const char* alarm;
  const char* alarms;
  const char* proved;
};
[[nodiscard]] const GoalWords& words_of(Tuning::Goal goal);

/// One step of a search.
struct TuneStep {
  std::size_t runs = 0;     ///< of single ingredients that were charged until then
  double cpu_seconds = 0;   ///< charged until then
  std::string recipe;       ///< ingredients, joined by " ; "
  std::string reason;       ///< why it is not usable; empty: it is
  double cost_seconds = 0;  ///< what the recipe takes
  std::size_t alarms = 0;   ///< of a usable one
  double cost = 0;          ///< of a usable one
  bool best = false;        ///< better than all before
};

/// The result of one ingredient alone.
struct IngredientRow {
  std::string ingredient;
  Outcome::Status status = Outcome::Status::Failed;
  std::string reason;
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::size_t alarms = 0;
  std::size_t proved = 0;  ///< of all checks that any run named
  std::size_t alone = 0;   ///< of these, checks that no other ingredient proves
  std::vector<std::size_t>
      left;  ///< what it does not prove: indexes in Tuned::universe, ascending; of one that is done
};

/// A recipe that was chosen, or the default one.
struct ChosenRecipe {
  std::vector<std::string> ingredients;  ///< as Space::text writes them
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::vector<CheckKey> alarms;
  /// Shell commands that run the ingredients without Assay, for a person in the folder of the tuning. Of the chosen
  /// recipe alone; empty: the analyzer has none.
  std::vector<std::string> commands{};
  [[nodiscard]] std::string text() const;  ///< joined by " ; "
};

/// A proof of the chosen recipe that the guard examined, because a more precise ingredient has an alarm there.
struct Suspect {
  std::string ingredient;
  std::vector<CheckKey> checks;  ///< that it alone proves
  std::string verdict;           ///< "holds", "broken: ...", "not examined: ..."
  bool broken = false;           ///< the setting is barred: the analyzer claims what a run contradicts
  std::string finding{};         ///< of a broken one: the folder where it is stored
};

/// The result of the tuning of one piece of code.
struct Tuned {
  Code code;
  std::string identity;                  ///< of the code and the analyzer (Subject::identity); empty: it has none
  std::string problem;                   ///< why there is no recipe; empty: there is one
  std::optional<ChosenRecipe> standard;  ///< the analyzer's default configuration; nothing: it is not usable
  std::optional<ChosenRecipe> alone;     ///< the best single ingredient
  std::optional<ChosenRecipe> best;
  /// Of the best recipe, run again in fresh processes: "same", "differs in 2 checks", "not run again".
  std::string again;
  std::string ended;               ///< "searched", "time", "stopped", "still good", "nothing to tune"
  std::vector<CheckKey> universe;  ///< every check that any run named
  std::vector<CheckKey> proved;    ///< by the best recipe
  std::vector<CheckKey> dead;      ///< of these, in code that one of its runs calls unreachable
  std::vector<std::string> notes;  ///< settings that were dropped, recipes that did not repeat
  std::vector<TuneStep> history;
  std::vector<IngredientRow> ingredients;
  std::vector<Suspect> suspects;
  double cpu_seconds = 0;  ///< of the analyzer's runs
  std::size_t runs = 0;
};

/// What a tuning reports while it runs; one call at a time.
struct TuneProgress {
  std::size_t code = 0;  ///< number of the piece, from 0
  std::size_t codes = 0;
  const Code* what = nullptr;
  const TuneStep* step = nullptr;  ///< of a step; null: the piece is finished
  const Tuned* tuned = nullptr;    ///< of a finished one
  Tuning::Goal goal = Tuning::Goal::Proofs;
};
using TuneObserver = std::function<void(const TuneProgress&)>;

/// A tuning's folder: `tune.toml`, `about.json`, `runs/`, `codes/`, `contradictions/`, `recipe.toml`, `report.html`.
struct TuneRecord {
  TuneOptions options;
  std::string target;   ///< name
  std::string version;  ///< of the analyzer, as it says itself
  Tuning::Goal goal = Tuning::Goal::Proofs;
  std::vector<Tuned> codes;
  core::Shard shard;
  std::size_t wanted = 0;  ///< pieces of code that were asked for, of the shard
};

/// Tunes all pieces of code of the shard, and keeps everything in the folder; does not repeat finished pieces and runs.
/// After a stop, the results so far are usable.
[[nodiscard]] Result<TuneRecord> tune(const TuneOptions& options, const std::string& folder, core::Shard shard,
                                      const TuneObserver& observer, const std::stop_token& stop);
/// The content of a folder.
[[nodiscard]] Result<TuneRecord> load_tuning(const std::string& folder);
/// Several folders of one tuning (shards) as one.
[[nodiscard]] Result<TuneRecord> load_tunings(const std::vector<std::string>& folders);

/// A recipe file: recipes for pieces of code, and what they were worth.
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
    std::size_t checks = 0;               ///< all that any run named
    std::size_t alarms = 0;               ///< that it leaves
    std::vector<std::string> commands{};  ///< ChosenRecipe::commands
  };
  std::vector<Row> rows;
};
[[nodiscard]] std::string to_toml(const RecipeFile& file);
[[nodiscard]] Result<RecipeFile> recipes_from_toml(std::string_view text, const std::string& path);
[[nodiscard]] RecipeFile recipes_of(const TuneRecord& record);
/// The row for a piece of code: that of its name, or of its files, or the only one; null: there is none.
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

/// What tunings teach: a file for TuneOptions::schedule with the ingredients by marginal proofs per CPU second. An
/// Error when they have no run.
[[nodiscard]] Result<std::string> learned_schedule_file(const TuneRecord& record);

/// The tuning as JSON; as one HTML page that needs no network and runs no script but its own.
[[nodiscard]] std::string to_json(const TuneRecord& record);
[[nodiscard]] std::string html_report(const TuneRecord& record);

}  // namespace assay::analyzer::tune

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/command/command.hpp"
#include "analyzer/target/analyzer.hpp"
#include "analyzer/target/definition.hpp"
#include "assay/base/result.hpp"
#include "core/options/options.hpp"
#include "core/rng/rng.hpp"

/// Tuning of static analyzers to code and a budget (TAILOR; docs/dev/analyzer-tune.md).
namespace assay::analyzer::tune {

/// The value of a knob in one function alone.
struct LocalSetting {
  std::size_t knob = 0;
  std::size_t value = 0;
  std::string function;
  auto operator<=>(const LocalSetting&) const = default;
};

/// One configuration: the index of a value for each knob of the space.
struct Ingredient {
  std::vector<std::size_t> values;
  std::vector<LocalSetting> locals{};  ///< sorted; at most one for each pair of knob and function
  auto operator<=>(const Ingredient&) const = default;
};

/// Ingredients that run one after the other under one budget.
struct Recipe {
  std::vector<Ingredient> ingredients;
  auto operator<=>(const Recipe&) const = default;
};

/// The configurations of an analyzer, and their order of precision as far as it is known (TAILOR, Table 5.1 and Fig.
/// 5.3). Every ingredient that a function returns is canonical: inactive knobs have their defaults.
class Space {
 public:
  /// An Error names an unknown knob, a default that is no value, or a cycle in the order of precision. Without
  /// `with_unsound`, unsound values are dropped; orders that follow from them by transitivity stay.
  [[nodiscard]] static Result<Space> of(const Tuning& tuning, bool with_unsound = false);

  [[nodiscard]] const std::vector<Knob>& knobs() const { return knobs_; }
  /// The number of configurations, at most the largest 64-bit number.
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] Ingredient standard() const;
  [[nodiscard]] Ingredient canonical(Ingredient ingredient) const;
  /// Whether the knob is active in this configuration. A knob that depends on an inactive knob is inactive.
  [[nodiscard]] bool active(const Ingredient& ingredient, std::size_t knob) const;
  /// "domain=zones widening=4": the knobs in the space's order, without knobs at their default; "default" if there are
  /// none. Then the settings of single functions: "widening@parse=8".
  [[nodiscard]] std::string text(const Ingredient& ingredient) const;
  [[nodiscard]] Result<Ingredient> ingredient(std::string_view text) const;
  /// Words of the command line, for the active knobs. A default value has no words, because the analyzer has it anyway
  /// (and another setting may change it), unless `words_for` has it.
  [[nodiscard]] std::vector<std::string> words(const Ingredient& ingredient) const;
  /// Whether the analyzer can give this value to the knob in one function alone.
  [[nodiscard]] bool has_local(std::size_t knob, std::size_t value) const;
  /// The same space without a value that the installed analyzer rejects. Nullopt for a default, which stays.
  [[nodiscard]] std::optional<Space> without(std::size_t knob, std::size_t value) const;

  // The order of precision between abstract domains, which are values of one knob.

  /// Index of the knob; nullopt: the space has no domains.
  [[nodiscard]] std::optional<std::size_t> domain_knob() const { return domain_; }
  [[nodiscard]] bool less_precise(std::size_t value, std::size_t than) const;
  /// The domains immediately above (more precise), and immediately below, without transitivity.
  [[nodiscard]] std::vector<std::size_t> just_above(std::size_t value) const;
  [[nodiscard]] std::vector<std::size_t> just_below(std::size_t value) const;
  /// The least precise domains that are incomparable with all domains of the recipe (and not in it). Empty without
  /// domains.
  [[nodiscard]] std::vector<std::size_t> least_incomparable(const Recipe& recipe) const;
  /// True if no two ingredients have equal or comparable domains. Always true without domains.
  [[nodiscard]] bool compatible(const Recipe& recipe) const;

 private:
  Space() = default;
  std::vector<Knob> knobs_;
  std::optional<std::size_t> domain_;
  std::vector<std::vector<bool>> below_;  ///< [value][than], transitive
};

using analyzer::CheckKey;
using analyzer::to_text;

/// The limits of one run.
struct RunLimits {
  double cpu_seconds = 60;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
};

/// The outcome of one run of one ingredient.
struct Outcome : RunEnd {
  // Only for the status Done; each list is sorted, without duplicates.
  std::vector<CheckKey> alarms;  ///< checks that are not verified
  std::vector<CheckKey> proved;  ///< verified checks, if the analyzer lists them
  std::vector<CheckKey> dead;    ///< checks in code that the analyzer calls unreachable, if it reports such code
  /// Functions that the analyzer never reaches, if it reports them: their checks are dead.
  std::vector<std::string> dead_functions;
  bool operator==(const Outcome&) const = default;
};

/// One piece of code with an analyzer that can run on it in any configuration. Several threads may call `run` at the
/// same time.
class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual const Space& space() const = 0;
  /// A text of everything besides the ingredient that outcomes depend on: code, version, command. Equal texts mean
  /// equal outcomes.
  [[nodiscard]] virtual std::string identity() const = 0;
  /// Whether the ingredient may be used. A barred ingredient may not, even if its outcome is known.
  [[nodiscard]] virtual bool accepts(const Ingredient&) const { return true; }
  /// True if every run names each check that it examines: then a run that does not name a check has not proved it.
  /// False: a check is known from an alarm of some run, and a run without an alarm for it has proved it.
  [[nodiscard]] virtual bool lists_checks() const { return false; }
  /// True if facts that one ingredient proved are passed to the next. If false, `assumed` is always empty.
  [[nodiscard]] virtual bool passes_assumptions() const { return false; }
  /// The command line by which a person runs the configuration without Assay. Empty: no such command.
  [[nodiscard]] virtual std::vector<std::string> command(const Ingredient&) const { return {}; }
  /// Runs one configuration. `assumed`: checks that earlier ingredients have proved, sorted.
  [[nodiscard]] virtual Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed,
                                    const RunLimits& limits, const std::stop_token& stop) = 0;
};

/// A piece of code that gets a recipe.
struct Code {
  std::string name;                ///< for people, unique in one tuning: "src/a.c", "src/a.c:parse"
  std::vector<std::string> files;  ///< paths
  std::vector<std::string> flags;  ///< compiler flags
  std::string folder;              ///< where relative paths of the flags start; empty: the current folder
  std::string function;            ///< the only function to analyze; empty: all functions
};

/// How to run configurations of an analyzer: a row of the registry (src/analyzer/tune/run/runners.cpp).
struct Runner {
  std::string_view name;
  std::string_view summary;
  bool functions;  ///< it can analyze one function, regardless of Tuning::entry
  /// Prepares the code (parses it once). An Error says why nothing can run on it.
  Result<std::unique_ptr<Subject>> (*open)(const Definition& definition, const Code& code, const RunLimits& limits,
                                           const std::stop_token& stop);
};
[[nodiscard]] const std::vector<Runner>& runners();
[[nodiscard]] Result<std::unique_ptr<Subject>> open_subject(const Definition& definition, const Code& code,
                                                            const RunLimits& limits, const std::stop_token& stop);

/// The limits of one use of a recipe.
struct Budget {
  double cpu_seconds = 10;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  enum class Resource : std::uint8_t { Time, Memory, Both };
  Resource resource = Resource::Time;  ///< the resource that decides between recipes that prove as much
};

/// The evaluation of a recipe. Alarms of sound runs intersect: a check that one run proves is proved.
struct Evaluation {
  Recipe recipe;
  bool within_budget = false;
  /// Why the recipe is not usable: "over the budget", "ingredient 2: crashed (signal 11)"; empty: it is usable.
  std::string reason;
  double cpu_seconds = 0;          ///< sum over all runs; a lower bound if not within the budget
  std::uint64_t memory_bytes = 0;  ///< maximum over all runs
  std::vector<CheckKey> alarms;    ///< checks that no ingredient proves; only of a usable recipe
  /// (w + r / r_max) / w_total (TAILOR, section 5.4.2), where w is the weight of the alarms. Infinite if the recipe is
  /// not usable.
  double cost = 0;
  std::vector<std::shared_ptr<const Outcome>> runs;  ///< one for each ingredient that was run
};

/// Weights of kinds of checks. A kind that is not in the map weighs 1.
using Weights = std::map<std::string, double, std::less<>>;
/// Reads texts "KIND=NUMBER". An Error names a text that has another form.
[[nodiscard]] Result<Weights> weights_of(const std::vector<std::string>& texts);
[[nodiscard]] double weight_of(const std::vector<CheckKey>& checks, const Weights& weights);

/// The streams of the program that drives the search "ask-tell". The caller owns the streams, which outlive the search.
struct Driver {
  std::istream* in = nullptr;
  std::ostream* out = nullptr;
  std::ostream* trouble = nullptr;  ///< messages for people
};

/// The inputs of a search.
struct SearchTask {
  const Space* space = nullptr;
  Budget budget;
  core::Rng rng{1};
  unsigned longest = 3;              ///< l_max: maximum number of ingredients of a recipe
  unsigned domain_rounds = 5;        ///< i_dom
  unsigned setting_rounds = 10;      ///< i_set
  std::vector<Ingredient> schedule;  ///< ingredients to try, the most promising first
  std::uint64_t samples = 0;         ///< for the default search: number of ingredients with many raised settings
  Weights weights;
  Driver driver;  ///< for "ask-tell" alone; without streams, the search proposes nothing
};

/// A recipe to evaluate.
struct Proposal {
  Recipe recipe;
  /// A run that exceeds this limit cannot change the search. At most the budget's limit; 0: the budget's limit.
  double cap_seconds = 0;
};

/// A search (ask and tell). It depends only on its task and on the outcomes, so the same outcomes lead to the same
/// proposals. Only one thread at a time may use it.
class Search {
 public:
  virtual ~Search() = default;
  /// The next proposals. They are evaluated in parallel, and `tell` gets all results in the order of the proposals.
  /// Empty: the search is over.
  [[nodiscard]] virtual std::vector<Proposal> ask() = 0;
  virtual void tell(std::span<const Evaluation> evaluations) = 0;
};

/// A search: a row of the registry (src/analyzer/tune/search/searches.cpp).
struct SearchRow {
  std::string_view name;     ///< "ours", "rs", "dars", "hc", "sa", "parf", "ask-tell"
  std::string_view summary;  ///< with the publication that describes it
  std::unique_ptr<Search> (*make)(const SearchTask& task);
};
[[nodiscard]] const std::vector<SearchRow>& searches();

}  // namespace assay::analyzer::tune

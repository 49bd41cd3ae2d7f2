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

#include "assay/analyzer/analyzer.hpp"
#include "assay/analyzer/command.hpp"
#include "assay/analyzer/definition.hpp"
#include "assay/base/result.hpp"
#include "assay/core/options.hpp"
#include "assay/core/rng.hpp"

/// Tuning of static analyzers to code and a budget (TAILOR; docs/dev/analyzer-tune.md).
namespace assay::analyzer::tune {

/// A value that a knob has in one function alone.
struct LocalSetting {
  std::size_t knob = 0;
  std::size_t value = 0;
  std::string function;
  auto operator<=>(const LocalSetting&) const = default;
};

/// One configuration: for each knob of the space the index of its value.
struct Ingredient {
  std::vector<std::size_t> values;
  std::vector<LocalSetting> locals{};  ///< sorted; at most one for a knob in a function
  auto operator<=>(const Ingredient&) const = default;
};

/// Ingredients that are run one after the other under one budget.
struct Recipe {
  std::vector<Ingredient> ingredients;
  auto operator<=>(const Recipe&) const = default;
};

/// The configurations of an analyzer, and what is known about their precision (TAILOR, Table 5.1 and Fig. 5.3). Every
/// ingredient that it gives is canonical: inactive knobs have their defaults.
class Space {
 public:
  /// An Error names a knob that is not there, a default that is no value, or a cycle in the order of precision. Unsound
  /// values are left out unless they are asked for; orders that follow from them by transitivity stay.
  [[nodiscard]] static Result<Space> of(const Tuning& tuning, bool with_unsound = false);

  [[nodiscard]] const std::vector<Knob>& knobs() const { return knobs_; }
  /// How many configurations there are, as far as it can be counted in 64 bits.
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] Ingredient standard() const;
  [[nodiscard]] Ingredient canonical(Ingredient ingredient) const;
  /// Whether the knob is active in this configuration. A knob that depends on an inactive knob is inactive.
  [[nodiscard]] bool active(const Ingredient& ingredient, std::size_t knob) const;
  /// "domain=zones widening=4", knobs in the space's order, without those that are at their default; "default". After
  /// them the settings of single functions: "widening@parse=8".
  [[nodiscard]] std::string text(const Ingredient& ingredient) const;
  [[nodiscard]] Result<Ingredient> ingredient(std::string_view text) const;
  /// Words of the command line, of the knobs that count. A default has none, as the analyzer knows it (and another
  /// setting may move it), unless `words_for` has it.
  [[nodiscard]] std::vector<std::string> words(const Ingredient& ingredient) const;
  /// Whether the analyzer can give this value to the knob in one function alone.
  [[nodiscard]] bool has_local(std::size_t knob, std::size_t value) const;
  /// The same space without a value that the installed analyzer rejects; nothing when it is a default, which stays.
  [[nodiscard]] std::optional<Space> without(std::size_t knob, std::size_t value) const;

  // The order of precision between abstract domains: values of one knob.

  /// Index of the knob; nothing: the space has no domains.
  [[nodiscard]] std::optional<std::size_t> domain_knob() const { return domain_; }
  [[nodiscard]] bool less_precise(std::size_t value, std::size_t than) const;
  /// Immediately more, and immediately less precise (not transitively).
  [[nodiscard]] std::vector<std::size_t> just_above(std::size_t value) const;
  [[nodiscard]] std::vector<std::size_t> just_below(std::size_t value) const;
  /// Of the domains that are incomparable with all those of the recipe (and none of them), the least precise ones.
  /// Without domains: none.
  [[nodiscard]] std::vector<std::size_t> least_incomparable(const Recipe& recipe) const;
  /// No two of its ingredients have equal or comparable domains. Without domains: always.
  [[nodiscard]] bool compatible(const Recipe& recipe) const;

 private:
  Space() = default;
  std::vector<Knob> knobs_;
  std::optional<std::size_t> domain_;
  std::vector<std::vector<bool>> below_;  ///< [value][than], transitive
};

using analyzer::CheckKey;
using analyzer::to_text;

/// What one run may use.
struct RunLimits {
  double cpu_seconds = 60;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
};

/// The outcome of one run of one ingredient.
struct Outcome : RunEnd {
  // Only of Done; each sorted, without repetitions.
  std::vector<CheckKey> alarms;             ///< checks that are not verified
  std::vector<CheckKey> proved;             ///< verified, where the analyzer lists them
  std::vector<CheckKey> dead;               ///< in code that it calls unreachable, where it tells
  std::vector<std::string> dead_functions;  ///< that it never reaches, where it tells: their checks are dead
  bool operator==(const Outcome&) const = default;
};

/// One piece of code with an analyzer that can be run on it in any configuration. Several threads may call `run` at a
/// time.
class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual const Space& space() const = 0;
  /// A text of everything besides the ingredient that outcomes depend on: code, version, command. Equal texts mean
  /// equal outcomes.
  [[nodiscard]] virtual std::string identity() const = 0;
  /// Whether the ingredient may be used: a barred ingredient may not, even if its outcome is known.
  [[nodiscard]] virtual bool accepts(const Ingredient&) const { return true; }
  /// Whether every run names each check that it examines: then a run that does not name a check has not proved it. If
  /// not, a check is known from an alarm of some run, and a run without an alarm for it has proved it.
  [[nodiscard]] virtual bool lists_checks() const { return false; }
  /// Whether facts that one ingredient proved are passed to the next. If not, `assumed` is always empty.
  [[nodiscard]] virtual bool passes_assumptions() const { return false; }
  /// The command line by which a person runs the configuration without Assay. Empty: there is none.
  [[nodiscard]] virtual std::vector<std::string> command(const Ingredient&) const { return {}; }
  /// Runs one configuration. `assumed`: checks that ingredients before it have proved, sorted.
  [[nodiscard]] virtual Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed,
                                    const RunLimits& limits, const std::stop_token& stop) = 0;
};

/// A piece of code that is tuned for.
struct Code {
  std::string name;                ///< for people, unique in one tuning: "src/a.c", "src/a.c:parse"
  std::vector<std::string> files;  ///< paths
  std::vector<std::string> flags;  ///< of the compiler
  std::string folder;              ///< where the flags' relative paths start; empty: the current one
  std::string function;            ///< one function alone; empty: all
};

/// How configurations of an analyzer are run: a row of the registry (src/analyzer/tune/run/runners.cpp).
struct Runner {
  std::string_view name;
  std::string_view summary;
  bool functions;  ///< it can analyze one function, whatever Tuning::entry says
  /// Prepares the code (parses it once). An Error says why nothing can be run on it.
  Result<std::unique_ptr<Subject>> (*open)(const Definition& definition, const Code& code, const RunLimits& limits,
                                           const std::stop_token& stop);
};
[[nodiscard]] const std::vector<Runner>& runners();
[[nodiscard]] Result<std::unique_ptr<Subject>> open_subject(const Definition& definition, const Code& code,
                                                            const RunLimits& limits, const std::stop_token& stop);

/// What may be spent in one use of a recipe.
struct Budget {
  double cpu_seconds = 10;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  enum class Resource : std::uint8_t { Time, Memory, Both };
  Resource resource = Resource::Time;  ///< what breaks ties between recipes that prove as much
};

/// The evaluation of a recipe. Alarms of sound runs intersect: a check that any of its runs proves is proved.
struct Evaluation {
  Recipe recipe;
  bool within_budget = false;
  std::string reason;  ///< why it is not usable: "over the budget", "ingredient 2: crashed (signal 11)"; empty: it is
  double cpu_seconds = 0;          ///< of all its runs; at least, when it is not within the budget
  std::uint64_t memory_bytes = 0;  ///< the largest
  std::vector<CheckKey> alarms;    ///< what no ingredient proves; of a usable one
  /// (w + r / r_max) / w_total (TAILOR, section 5.4.2), w the weight of the alarms; infinite when it is not usable.
  double cost = 0;
  std::vector<std::shared_ptr<const Outcome>> runs;  ///< of its ingredients, as far as they were run
};

/// Weights of kinds of checks; a kind without one weighs 1.
using Weights = std::map<std::string, double, std::less<>>;
/// From texts "KIND=NUMBER"; an Error names the one that is none.
[[nodiscard]] Result<Weights> weights_of(const std::vector<std::string>& texts);
[[nodiscard]] double weight_of(const std::vector<CheckKey>& checks, const Weights& weights);

/// Where the program listens that drives the search "ask-tell". The caller owns the streams, which outlive the
/// search.
struct Driver {
  std::istream* in = nullptr;
  std::ostream* out = nullptr;
  std::ostream* trouble = nullptr;  ///< for people
};

/// The inputs of a search, and the functions that it may call.
struct SearchTask {
  const Space* space = nullptr;
  Budget budget;
  core::Rng rng{1};
  unsigned longest = 3;              ///< l_max: ingredients of a recipe
  unsigned domain_rounds = 5;        ///< i_dom
  unsigned setting_rounds = 10;      ///< i_set
  std::vector<Ingredient> schedule;  ///< in the order in which they are worth trying
  std::uint64_t samples = 0;         ///< ingredients with many settings raised at once, by the default search
  Weights weights;
  Driver driver;  ///< of "ask-tell" alone: without it, it asks for nothing
};

/// A recipe to evaluate.
struct Proposal {
  Recipe recipe;
  /// A run that exceeds this limit cannot matter any more; at most the budget's limit. 0: the budget's limit.
  double cap_seconds = 0;
};

/// A way to search (ask and tell). It depends only on its task and on the outcomes, so the same outcomes lead to the
/// same proposals. One thread at a time.
class Search {
 public:
  virtual ~Search() = default;
  /// The next proposals; they are evaluated in parallel, and `tell` gets all of them in this order. None: the search is
  /// over.
  [[nodiscard]] virtual std::vector<Proposal> ask() = 0;
  virtual void tell(std::span<const Evaluation> evaluations) = 0;
};

/// A search: a row of the registry (src/analyzer/tune/search/searches.cpp).
struct SearchRow {
  std::string_view name;     ///< "ours", "rs", "dars", "hc", "sa", "parf", "ask-tell"
  std::string_view summary;  ///< with its source
  std::unique_ptr<Search> (*make)(const SearchTask& task);
};
[[nodiscard]] const std::vector<SearchRow>& searches();

}  // namespace assay::analyzer::tune

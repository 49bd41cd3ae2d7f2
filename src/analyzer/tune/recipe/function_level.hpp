#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/tune/recipe/assembly.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The input for proposals with settings of single functions.
struct FunctionLevelInput {
  const std::vector<CheckKey>& alarms;                        ///< alarms of the best recipe
  const std::vector<Part>& parts;                             ///< runs of single ingredients within the budget
  const std::map<Ingredient, Outcome::Status>& known;         ///< statuses of all runs of single ingredients
  const std::vector<Ingredient>& centers;                     ///< ingredients to change, the most promising first
  const std::function<bool(const Ingredient&)>& worth_a_run;  ///< false: it was already proposed, or cannot end in time
};

/// The second level of the default search: single settings, only in the functions with remaining alarms. A setting that
/// is too expensive everywhere, or was not tried, may be cheap there. First come values that proved some of the
/// remaining alarms, but were too expensive for the recipe, then values that exceeded the limits, then values that were
/// not tried. Of each knob, it tries the most precise value in all these functions together. If that exceeds the
/// limits, or the analyzer rejects a function (one without a body), it halves the set of functions, repeatedly. It
/// skips an ingredient that is nowhere more precise than a run that proves none of the remaining alarms.
class FunctionLevel {
 public:
  explicit FunctionLevel(const SearchTask& task);

  /// The next ingredients, at most `most`, one for each knob; empty: nothing is left to try.
  [[nodiscard]] std::vector<Ingredient> next(const FunctionLevelInput& input, std::size_t most) const;

 private:
  struct Setting {
    std::size_t knob = 0;
    std::size_t value = 0;
    unsigned promise = 0;
  };
  /// Functions with alarms, those with most weight first. Names that texts of ingredients cannot contain are left out.
  [[nodiscard]] std::vector<std::string> functions(const std::vector<CheckKey>& alarms) const;
  [[nodiscard]] std::vector<Setting> settings(const FunctionLevelInput& input, const Ingredient& center) const;
  [[nodiscard]] unsigned promise(const FunctionLevelInput& input, const Ingredient& everywhere) const;
  /// The functions without those for which alone the analyzer rejected this knob.
  [[nodiscard]] std::vector<std::string> taken(const FunctionLevelInput& input, std::size_t knob,
                                               std::vector<std::string> functions) const;
  /// The first ingredient that is worth a run, with a setting in these functions or in halves of them.
  [[nodiscard]] std::optional<Ingredient> first(const FunctionLevelInput& input, const Ingredient& center,
                                                const Setting& setting,
                                                const std::vector<std::string>& functions) const;
  [[nodiscard]] bool worth_it(const FunctionLevelInput& input, const Ingredient& ingredient) const;
  [[nodiscard]] Ingredient with(Ingredient center, const Setting& setting,
                                const std::vector<std::string>& functions) const;

  const Space& space_;
  Weights weights_;
};

}  // namespace assay::analyzer::tune

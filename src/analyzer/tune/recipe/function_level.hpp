#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/tune/recipe/assembly.hpp"
#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// What a search knows when it asks for settings of single functions.
struct FunctionLevelInput {
  const std::vector<CheckKey>& alarms;                        ///< that the best recipe leaves
  const std::vector<Part>& parts;                             ///< runs of single ingredients within the budget
  const std::map<Ingredient, Outcome::Status>& known;         ///< all runs of single ingredients
  const std::vector<Ingredient>& centers;                     ///< what is changed, the most promising first
  const std::function<bool(const Ingredient&)>& worth_a_run;  ///< false: it was asked for, or cannot end in time
};

/// The second level of the default search: single settings in the functions alone in which alarms are left. A setting
/// that is too dear, or was not tried, everywhere may be cheap there. Values that proved some of what is left, but too
/// dear for the recipe, come first, then those that ran out of the limits, then those that were not tried; of each knob
/// the most precise value, in all these functions together. Where that runs out of the limits, or the analyzer rejects
/// a function (one without a body), the functions are halved, and halved again. What is nowhere more precise than a run
/// that proves nothing of what is left is left out.
class FunctionLevel {
 public:
  explicit FunctionLevel(const SearchTask& task);

  /// The next ingredients, at most `most`, one a knob; none: there is nothing to try.
  [[nodiscard]] std::vector<Ingredient> next(const FunctionLevelInput& input, std::size_t most) const;

 private:
  struct Setting {
    std::size_t knob = 0;
    std::size_t value = 0;
    unsigned promise = 0;
  };
  /// With alarms, those with most weight first. Names that the texts of ingredients cannot hold are left out.
  [[nodiscard]] std::vector<std::string> functions(const std::vector<CheckKey>& alarms) const;
  [[nodiscard]] std::vector<Setting> settings(const FunctionLevelInput& input, const Ingredient& center) const;
  [[nodiscard]] unsigned promise(const FunctionLevelInput& input, const Ingredient& everywhere) const;
  /// The functions without those in which alone the analyzer rejected this knob.
  [[nodiscard]] std::vector<std::string> taken(const FunctionLevelInput& input, std::size_t knob,
                                               std::vector<std::string> functions) const;
  /// The first that is worth a run, of a setting in these functions, and in their halves.
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

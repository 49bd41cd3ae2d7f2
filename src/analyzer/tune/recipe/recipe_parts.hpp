#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// A part that can be removed from a recipe: a whole ingredient, or a single setting.
struct RecipePart {
  std::size_t ingredient = 0;
  std::optional<std::size_t> knob;    ///< a setting that differs from the default
  std::optional<LocalSetting> local;  ///< a setting of one function
};
/// All parts of a recipe: for each ingredient, itself and its settings.
[[nodiscard]] std::vector<RecipePart> parts_of(const Space& space, const Recipe& recipe);
/// The recipe without these parts. Without any ingredient, it is the default configuration.
[[nodiscard]] Recipe without(const Space& space, const Recipe& recipe, std::span<const RecipePart> parts);

}  // namespace assay::analyzer::tune

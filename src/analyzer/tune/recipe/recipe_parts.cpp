#include "analyzer/tune/recipe/recipe_parts.hpp"

#include <algorithm>
#include <set>

namespace assay::analyzer::tune {

std::vector<RecipePart> parts_of(const Space& space, const Recipe& recipe) {
  const Ingredient standard = space.standard();
  std::vector<RecipePart> parts;
  for (std::size_t i = 0; i < recipe.ingredients.size(); ++i) {
    const Ingredient& ingredient = recipe.ingredients[i];
    parts.push_back({i, {}, {}});
    for (std::size_t knob = 0; knob < ingredient.values.size(); ++knob)
      if (ingredient.values[knob] != standard.values[knob]) parts.push_back({i, knob, {}});
    for (const LocalSetting& local : ingredient.locals) parts.push_back({i, {}, local});
  }
  return parts;
}

Recipe without(const Space& space, const Recipe& recipe, std::span<const RecipePart> parts) {
  const Ingredient standard = space.standard();
  Recipe result = recipe;
  std::set<std::size_t> removed;
  for (const RecipePart& part : parts) {
    Ingredient& ingredient = result.ingredients[part.ingredient];
    if (part.knob) {
      ingredient.values[*part.knob] = standard.values[*part.knob];
    } else if (part.local) {
      std::erase(ingredient.locals, *part.local);
    } else {
      removed.insert(part.ingredient);
    }
  }
  for (auto at = removed.rbegin(); at != removed.rend(); ++at)
    result.ingredients.erase(result.ingredients.begin() + static_cast<std::ptrdiff_t>(*at));
  for (Ingredient& ingredient : result.ingredients) ingredient = space.canonical(std::move(ingredient));
  if (result.ingredients.empty()) result.ingredients.push_back(standard);
  return result;
}

}  // namespace assay::analyzer::tune

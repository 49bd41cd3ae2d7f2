#include "recipe_mutations.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace assay::analyzer::tune {
namespace {

/// Draws before recipes of a kind count as impossible.
constexpr unsigned kRecipeDraws = 200;

/// One round of Algorithm 7; nothing: what it drew cannot be done, or makes comparable domains.
std::optional<Recipe> mutation(const Precision& precision, const Recipe& recipe, unsigned longest, core::Rng& rng) {
  constexpr unsigned kAdd = 20, kGreater = 50, kLess = 30;  // percent; the rest: incomparable
  Recipe result = recipe;
  const bool add = rng.percent(kAdd);
  if (recipe.ingredients.empty() || (add && recipe.ingredients.size() < longest)) {
    const std::optional<Ingredient> more = precision.least_incomparable(recipe, rng);
    if (!more) return std::nullopt;
    result.ingredients.push_back(*more);
  } else {
    const auto at = static_cast<std::size_t>(rng.below(recipe.ingredients.size()));
    Ingredient& ingredient = result.ingredients[at];
    const std::uint64_t action = rng.below(100);
    if (action < kGreater + kLess) {
      const std::vector<Ingredient> others = precision.next(ingredient, action < kGreater);
      if (others.empty()) return std::nullopt;
      ingredient = rng.pick(others);
    } else {
      Recipe rest = recipe;
      rest.ingredients.erase(rest.ingredients.begin() + static_cast<std::ptrdiff_t>(at));
      const std::optional<Ingredient> other = precision.least_incomparable(rest, rng);
      if (!other) return std::nullopt;
      ingredient = precision.with_domain(ingredient, *other);
    }
  }
  if (!precision.compatible(result)) return std::nullopt;
  return result;
}

}  // namespace

Recipe random_recipe(const Precision& precision, unsigned length, core::Rng& rng) {
  Recipe recipe;
  for (unsigned i = 0; i < length; ++i) recipe.ingredients.push_back(precision.random(rng));
  return recipe;
}

Recipe random_compatible_recipe(const Precision& precision, unsigned length, core::Rng& rng) {
  for (unsigned shorter = length; shorter > 1; --shorter) {
    for (unsigned draw = 0; draw < kRecipeDraws; ++draw) {
      Recipe recipe = random_recipe(precision, shorter, rng);
      if (precision.compatible(recipe)) return recipe;
    }
  }
  return random_recipe(precision, std::min(length, 1U), rng);
}

Recipe mutated(const Precision& precision, const Recipe& recipe, unsigned longest, core::Rng& rng) {
  for (unsigned draw = 0; draw < kRecipeDraws; ++draw)
    if (std::optional<Recipe> result = mutation(precision, recipe, longest, rng)) return *std::move(result);
  return recipe;
}

std::optional<Recipe> mutated_settings(const Space& space, const Precision& precision, const Recipe& recipe,
                                       core::Rng& rng) {
  const std::vector<Knob>& knobs = space.knobs();
  const std::vector<std::size_t>& settings = precision.setting_knobs();
  if (std::none_of(settings.begin(), settings.end(), [&](std::size_t i) { return knobs[i].values.size() > 1; }))
    return std::nullopt;
  Recipe result = recipe;
  for (Ingredient& ingredient : result.ingredients) {
    for (const std::size_t knob : settings)
      ingredient.values[knob] = static_cast<std::size_t>(rng.below(knobs[knob].values.size()));
    ingredient = space.canonical(std::move(ingredient));
  }
  return result;
}

}  // namespace assay::analyzer::tune

#include "analyzer/tune/recipe/recipe_mutations.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace assay::analyzer::tune {
namespace {

/// Number of draws after which recipes of a kind count as impossible.
constexpr unsigned kRecipeDraws = 200;

/// One round of Algorithm 7. Nullopt: the drawn mutation is not possible, or makes comparable domains.
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

/// Maximum number of settings that one mutation changes. The publication gives no number.
constexpr std::uint64_t kMaxChangedSettings = 3;

/// The active settings of an ingredient that have another value.
std::vector<std::size_t> active_settings(const Space& space, const Precision& precision, const Ingredient& ingredient) {
  std::vector<std::size_t> settings;
  for (const std::size_t knob : precision.setting_knobs())
    if (space.knobs()[knob].values.size() > 1 && space.active(ingredient, knob)) settings.push_back(knob);
  return settings;
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
  std::vector<std::pair<std::size_t, std::vector<std::size_t>>>
      choices;  // ingredients, each with the settings to choose from
  for (std::size_t i = 0; i < recipe.ingredients.size(); ++i) {
    std::vector<std::size_t> settings = active_settings(space, precision, recipe.ingredients[i]);
    if (!settings.empty()) choices.emplace_back(i, std::move(settings));
  }
  if (choices.empty()) return std::nullopt;
  auto [at, settings] = rng.pick(choices);
  const std::uint64_t changes = 1 + rng.below(std::min<std::uint64_t>(kMaxChangedSettings, settings.size()));
  Recipe result = recipe;
  Ingredient& ingredient = result.ingredients[at];
  for (std::uint64_t i = 0; i < changes; ++i) {
    const auto drawn = settings.begin() + static_cast<std::ptrdiff_t>(rng.below(settings.size()));
    std::size_t& value = ingredient.values[*drawn];
    const auto other = static_cast<std::size_t>(rng.below(space.knobs()[*drawn].values.size() - 1));
    value = other < value ? other : other + 1;
    settings.erase(drawn);
  }
  ingredient = space.canonical(std::move(ingredient));
  return result;
}

}  // namespace assay::analyzer::tune

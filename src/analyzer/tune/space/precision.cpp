#include "analyzer/tune/space/precision.hpp"

#include <algorithm>
#include <utility>

namespace assay::analyzer::tune {
namespace {

/// Number of draws after which a set of candidates that cannot be listed counts as empty.
constexpr unsigned kPrecisionDraws = 100;
/// Maximum number of candidates to examine in a product of many knobs.
constexpr std::size_t kCandidates = 1000;

}  // namespace

Precision::Precision(const Space& space) : space_(space) {
  const std::vector<Knob>& knobs = space.knobs();
  ordered_ =
      !space.domain_knob() && std::any_of(knobs.begin(), knobs.end(), [](const Knob& knob) { return knob.ordered; });
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    const bool domain = space.domain_knob() ? *space.domain_knob() == i : !ordered_ || knobs[i].ordered;
    (domain ? domains_ : settings_).push_back(i);
  }
  if (settings_.empty()) settings_ = domains_;
}

Ingredient Precision::with(const Ingredient& ingredient, std::size_t knob, std::size_t value) const {
  Ingredient changed = ingredient;
  changed.values[knob] = value;
  return space_.canonical(std::move(changed));
}

Ingredient Precision::with_domain(const Ingredient& settings, const Ingredient& domain) const {
  Ingredient both = settings;
  for (const std::size_t knob : domains_) both.values[knob] = domain.values[knob];
  return space_.canonical(std::move(both));
}

Ingredient Precision::initial() const {
  if (!space_.domain_knob()) return space_.standard();
  const std::size_t knob = *space_.domain_knob();
  const std::size_t count = space_.knobs()[knob].values.size();
  std::size_t best = 0;
  std::size_t most = 0;
  for (const std::size_t value : space_.least_incomparable({})) {
    std::size_t above = 1;
    for (std::size_t other = 0; other < count; ++other) above += space_.less_precise(value, other) ? 1 : 0;
    if (above > most) best = value;
    most = std::max(most, above);
  }
  return with(space_.standard(), knob, best);
}

Ingredient Precision::random(core::Rng& rng) const {
  Ingredient drawn = space_.standard();
  for (const std::size_t knob : domains_)
    drawn.values[knob] = static_cast<std::size_t>(rng.below(space_.knobs()[knob].values.size()));
  return space_.canonical(std::move(drawn));
}

bool Precision::same(const Ingredient& one, const Ingredient& other) const {
  return std::all_of(domains_.begin(), domains_.end(),
                     [&](std::size_t knob) { return one.values[knob] == other.values[knob]; });
}

bool Precision::less(const Ingredient& one, const Ingredient& other) const {
  if (const auto knob = space_.domain_knob()) return space_.less_precise(one.values[*knob], other.values[*knob]);
  return ordered_ && !same(one, other) && std::all_of(domains_.begin(), domains_.end(), [&](std::size_t knob) {
           return one.values[knob] <= other.values[knob];
         });
}

bool Precision::compatible(const Recipe& recipe) const {
  for (std::size_t i = 0; i < recipe.ingredients.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Ingredient& one = recipe.ingredients[i];
      const Ingredient& other = recipe.ingredients[j];
      if (same(one, other) || less(one, other) || less(other, one)) return false;
    }
  }
  return true;
}

std::vector<Ingredient> Precision::next(const Ingredient& ingredient, bool up) const {
  std::vector<Ingredient> found;
  if (const auto knob = space_.domain_knob()) {
    const std::size_t now = ingredient.values[*knob];
    for (const std::size_t value : up ? space_.just_above(now) : space_.just_below(now))
      found.push_back(with(ingredient, *knob, value));
    return found;
  }
  if (!ordered_) return found;
  for (const std::size_t knob : domains_) {
    const std::size_t now = ingredient.values[knob];
    if (up ? now + 1 == space_.knobs()[knob].values.size() : now == 0) continue;
    Ingredient other = with(ingredient, knob, up ? now + 1 : now - 1);
    // A change of an inactive knob has no effect.
    if (up ? less(ingredient, other) : less(other, ingredient)) found.push_back(std::move(other));
  }
  return found;
}

/// Finds the least elements of a product of chains that are not below any ingredient of the recipe. They are built one
/// ingredient at a time: one knob is raised above its value there. An element above an ingredient of the recipe is
/// discarded, together with all elements below it.
std::vector<Ingredient> Precision::least_in_product(const Recipe& recipe) const {
  Ingredient bottom = space_.standard();
  for (const std::size_t knob : domains_) bottom.values[knob] = 0;
  std::vector<Ingredient> least = {space_.canonical(std::move(bottom))};
  const auto covered = [&](const Ingredient& one, const Ingredient& other) {
    return same(one, other) || less(one, other);
  };
  for (const Ingredient& used : recipe.ingredients) {
    std::vector<Ingredient> higher;
    for (const Ingredient& candidate : least) {
      if (!covered(candidate, used)) {
        higher.push_back(candidate);
        continue;
      }
      for (const std::size_t knob : domains_) {
        if (used.values[knob] + 1 == space_.knobs()[knob].values.size()) continue;
        Ingredient raised = with(candidate, knob, used.values[knob] + 1);
        if (raised.values[knob] == used.values[knob] + 1) higher.push_back(std::move(raised));
      }
    }
    std::sort(higher.begin(), higher.end());
    higher.erase(std::unique(higher.begin(), higher.end()), higher.end());
    if (higher.size() > kCandidates) higher.resize(kCandidates);
    least.clear();
    for (const Ingredient& candidate : higher)
      if (std::none_of(higher.begin(), higher.end(), [&](const Ingredient& other) { return less(other, candidate); }))
        least.push_back(candidate);
  }
  std::erase_if(least, [&](const Ingredient& candidate) {
    return std::any_of(recipe.ingredients.begin(), recipe.ingredients.end(),
                       [&](const Ingredient& used) { return covered(used, candidate); });
  });
  return least;
}

std::optional<Ingredient> Precision::least_incomparable(const Recipe& recipe, core::Rng& rng) const {
  if (const auto knob = space_.domain_knob()) {
    const std::vector<std::size_t> values = space_.least_incomparable(recipe);
    if (values.empty()) return std::nullopt;
    return with(space_.standard(), *knob, rng.pick(values));
  }
  if (ordered_) {
    const std::vector<Ingredient> least = least_in_product(recipe);
    if (least.empty()) return std::nullopt;
    return rng.pick(least);
  }
  for (unsigned draw = 0; draw < kPrecisionDraws; ++draw) {
    Ingredient drawn = random(rng);
    if (std::find(recipe.ingredients.begin(), recipe.ingredients.end(), drawn) == recipe.ingredients.end())
      return drawn;
  }
  return std::nullopt;
}

}  // namespace assay::analyzer::tune

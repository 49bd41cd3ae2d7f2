#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/tune.hpp"
#include "assay/base/check.hpp"
#include "assay/base/text.hpp"
#include "poset.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr std::string_view kStandardText = "default";

std::optional<std::size_t> find_knob(const std::vector<Knob>& knobs, std::string_view name) {
  for (std::size_t i = 0; i < knobs.size(); ++i)
    if (knobs[i].name == name) return i;
  return std::nullopt;
}

bool counts_at(const Knob& knob, const std::string& value) {
  return std::find(knob.when_values.begin(), knob.when_values.end(), value) != knob.when_values.end();
}

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

/// Configurations of a knob with all that depend on it, while it counts. (Conditions are a forest.)
std::uint64_t configurations(const std::vector<Knob>& knobs, const Knob& knob) {
  std::uint64_t all = 0;
  for (const std::string& value : knob.values) {
    std::uint64_t here = 1;
    for (const Knob& other : knobs)
      if (other.when == knob.name && counts_at(other, value))
        here = saturated_product(here, configurations(knobs, other));
    all = saturated_sum(all, here);
  }
  return all;
}

std::vector<std::string_view> fields(std::string_view text) {
  std::vector<std::string_view> found;
  for (const std::string_view line : split(text, '\n'))
    for (const std::string_view field : split(line, ' '))
      if (const std::string_view inner = trim(field); !inner.empty()) found.push_back(inner);
  return found;
}

/// The command's words for one value: its own, or those for any value.
std::vector<std::string> words_of(const Knob& knob, std::size_t value, bool standard) {
  for (const auto& [named, words] : knob.words_for)
    if (named == knob.values[value]) return words;
  std::vector<std::string> words;
  if (standard) return words;
  for (const std::string& word : knob.words) words.push_back(replace_all(word, "{value}", knob.values[value]));
  return words;
}

}  // namespace

std::uint64_t Space::size() const {
  std::uint64_t all = 1;
  for (const Knob& knob : knobs_)
    if (knob.when.empty()) all = saturated_product(all, configurations(knobs_, knob));
  return all;
}

Ingredient Space::standard() const {
  Ingredient ingredient;
  for (const Knob& knob : knobs_) ingredient.values.push_back(knob.standard);
  return ingredient;
}

bool Space::active(const Ingredient& ingredient, std::size_t knob) const {
  const Knob& asked = knobs_.at(knob);
  if (asked.when.empty()) return true;
  const std::optional<std::size_t> above = find_knob(knobs_, asked.when);
  ASSAY_CHECK(above.has_value(), "a condition on a knob that is not there: " + asked.when);
  return active(ingredient, *above) && counts_at(asked, knobs_[*above].values.at(ingredient.values.at(*above)));
}

Ingredient Space::canonical(Ingredient ingredient) const {
  ASSAY_CHECK(ingredient.values.size() == knobs_.size(), "an ingredient of another space");
  // What counts does not depend on values of knobs that do not count, so the order of the knobs does not matter.
  Ingredient result = ingredient;
  for (std::size_t i = 0; i < knobs_.size(); ++i) {
    ASSAY_CHECK(ingredient.values[i] < knobs_[i].values.size(), "no such value of " + knobs_[i].name);
    if (!active(ingredient, i)) result.values[i] = knobs_[i].standard;
  }
  return result;
}

std::string Space::text(const Ingredient& ingredient) const {
  const Ingredient of = canonical(ingredient);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < knobs_.size(); ++i)
    if (of.values[i] != knobs_[i].standard) parts.push_back(knobs_[i].name + "=" + knobs_[i].values[of.values[i]]);
  return parts.empty() ? std::string(kStandardText) : join(parts, " ");
}

Result<Ingredient> Space::ingredient(std::string_view text) const {
  Ingredient result = standard();
  const std::vector<std::string_view> settings = fields(text);
  if (settings.empty()) return Error{"an ingredient is empty", "write 'default' for the analyzer's own settings"};
  if (settings.size() == 1 && settings[0] == kStandardText) return result;
  std::vector<bool> set(knobs_.size(), false);
  for (const std::string_view setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      return Error{"'" + std::string(setting) + "' is no setting", "write name=value"};
    const std::string name(setting.substr(0, equals));
    const std::string value(setting.substr(equals + 1));
    const std::optional<std::size_t> knob = find_knob(knobs_, name);
    if (!knob) return Error{"there is no setting '" + name + "'", ""};
    const std::vector<std::string>& values = knobs_[*knob].values;
    const auto found = std::find(values.begin(), values.end(), value);
    if (found == values.end())
      return Error{"the setting '" + name + "' has no value '" + value + "'", "it has: " + join(values, ", ")};
    if (set[*knob]) return Error{"the setting '" + name + "' is there twice", ""};
    set[*knob] = true;
    result.values[*knob] = static_cast<std::size_t>(found - values.begin());
  }
  return canonical(result);
}

std::vector<std::string> Space::words(const Ingredient& ingredient) const {
  const Ingredient of = canonical(ingredient);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < knobs_.size(); ++i) {
    if (!active(of, i)) continue;
    const std::vector<std::string> words = words_of(knobs_[i], of.values[i], of.values[i] == knobs_[i].standard);
    all.insert(all.end(), words.begin(), words.end());
  }
  return all;
}

bool Space::less_precise(std::size_t value, std::size_t than) const { return below_.at(value).at(than); }

std::vector<std::size_t> Space::just_above(std::size_t value) const { return neighbours(below_, value, true); }

std::vector<std::size_t> Space::just_below(std::size_t value) const { return neighbours(below_, value, false); }

std::vector<std::size_t> Space::least_incomparable(const Recipe& recipe) const {
  std::vector<std::size_t> candidates;
  for (std::size_t value = 0; value < below_.size(); ++value) {
    const auto related = [&](const Ingredient& other) {
      const std::size_t used = other.values.at(*domain_);
      return used == value || below_[used][value] || below_[value][used];
    };
    if (std::none_of(recipe.ingredients.begin(), recipe.ingredients.end(), related)) candidates.push_back(value);
  }
  return minimal(below_, candidates);
}

bool Space::compatible(const Recipe& recipe) const {
  if (!domain_) return true;
  for (std::size_t i = 0; i < recipe.ingredients.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t a = recipe.ingredients[i].values.at(*domain_);
      const std::size_t b = recipe.ingredients[j].values.at(*domain_);
      if (a == b || below_[a][b] || below_[b][a]) return false;
    }
  }
  return true;
}

}  // namespace assay::analyzer::tune

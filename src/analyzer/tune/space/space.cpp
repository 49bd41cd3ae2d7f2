#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/tune/space/poset.hpp"
#include "analyzer/tune/space/tune.hpp"
#include "assay/base/check.hpp"
#include "base/text.hpp"

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

/// Number of configurations of a knob and all knobs that depend on it, while it is active. (Conditions are a forest.)
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

using KnobWords = std::vector<std::string>;

/// The words for a value: its own words, or those for any value, which the default does not have.
KnobWords words_of(const Knob& knob, std::size_t value, const KnobWords& any,
                   const std::vector<std::pair<std::string, KnobWords>>& own) {
  for (const auto& [named, words] : own)
    if (named == knob.values[value]) return words;
  KnobWords words;
  if (value == knob.standard) return words;
  for (const std::string& word : any) words.push_back(replace_all(word, "{value}", knob.values[value]));
  return words;
}

KnobWords everywhere(const Knob& knob, std::size_t value) { return words_of(knob, value, knob.words, knob.words_for); }

/// The words for a value in one function, with "{function}"; empty: the analyzer cannot do that.
KnobWords in_a_function(const Knob& knob, std::size_t value) {
  return words_of(knob, value, knob.function_words, knob.function_words_for);
}

/// A name in the texts of ingredients: "widening", "widening@parse".
struct SettingName {
  std::string knob;
  std::string function;  ///< empty: all functions
};

Result<SettingName> setting_name(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return SettingName{std::string(text), ""};
  SettingName name{std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
  if (name.function.empty()) return Error{"'" + std::string(text) + "' names no function", "write name@function=value"};
  return name;
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
  // Whether a knob is active does not depend on inactive knobs' values, so the order of knobs does not matter.
  Ingredient result = ingredient;
  for (std::size_t i = 0; i < knobs_.size(); ++i) {
    ASSAY_CHECK(ingredient.values[i] < knobs_[i].values.size(), "no such value of " + knobs_[i].name);
    if (!active(ingredient, i)) result.values[i] = knobs_[i].standard;
  }
  std::erase_if(result.locals, [&](const LocalSetting& local) {
    ASSAY_CHECK(has_local(local.knob, local.value), "no such value in one function");
    return !active(result, local.knob) || local.value == result.values[local.knob];
  });
  std::sort(result.locals.begin(), result.locals.end());
  return result;
}

std::string Space::text(const Ingredient& ingredient) const {
  const Ingredient of = canonical(ingredient);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < knobs_.size(); ++i)
    if (of.values[i] != knobs_[i].standard) parts.push_back(knobs_[i].name + "=" + knobs_[i].values[of.values[i]]);
  for (const LocalSetting& local : of.locals)
    parts.push_back(knobs_[local.knob].name + "@" + local.function + "=" + knobs_[local.knob].values[local.value]);
  return parts.empty() ? std::string(kStandardText) : join(parts, " ");
}

Result<Ingredient> Space::ingredient(std::string_view text) const {
  Ingredient result = standard();
  const std::vector<std::string_view> settings = fields(text);
  if (settings.empty()) return Error{"an ingredient is empty", "write 'default' for the analyzer's own settings"};
  if (settings.size() == 1 && settings[0] == kStandardText) return result;
  std::set<std::string_view> set;
  for (const std::string_view setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      return Error{"'" + std::string(setting) + "' is no setting", "write name=value"};
    const Result<SettingName> name = setting_name(setting.substr(0, equals));
    if (!name) return name.error();
    const std::string value(setting.substr(equals + 1));
    const std::optional<std::size_t> knob = find_knob(knobs_, name->knob);
    if (!knob) return Error{"there is no setting '" + name->knob + "'", ""};
    const std::vector<std::string>& values = knobs_[*knob].values;
    const auto found = std::find(values.begin(), values.end(), value);
    if (found == values.end())
      return Error{"the setting '" + name->knob + "' has no value '" + value + "'", "it has: " + join(values, ", ")};
    if (!set.insert(setting.substr(0, equals)).second)
      return Error{"the setting '" + std::string(setting.substr(0, equals)) + "' is there twice", ""};
    const auto index = static_cast<std::size_t>(found - values.begin());
    if (name->function.empty()) {
      result.values[*knob] = index;
      continue;
    }
    if (!has_local(*knob, index))
      return Error{"the setting '" + name->knob + "' cannot be '" + value + "' in one function alone", ""};
    result.locals.push_back({*knob, index, name->function});
  }
  return canonical(result);
}

std::vector<std::string> Space::words(const Ingredient& ingredient) const {
  const Ingredient of = canonical(ingredient);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < knobs_.size(); ++i) {
    if (!active(of, i)) continue;
    const KnobWords words = everywhere(knobs_[i], of.values[i]);
    all.insert(all.end(), words.begin(), words.end());
  }
  for (const LocalSetting& local : of.locals)
    for (const std::string& word : in_a_function(knobs_[local.knob], local.value))
      all.push_back(replace_all(word, "{function}", local.function));
  return all;
}

bool Space::has_local(std::size_t knob, std::size_t value) const {
  return !in_a_function(knobs_.at(knob), value).empty();
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

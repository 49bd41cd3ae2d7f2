#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The abstract domain of an ingredient, and the order of domains, for the searches of TAILOR. If the space has a knob
/// of domains, it is that knob with the space's order. If it has none (Eva's domains are switches), it is the tuple of
/// all `ordered` knobs' values; a tuple is less precise if it is nowhere greater. If no knob is ordered, it is the
/// whole ingredient, and different ingredients are incomparable.
class Precision {
 public:
  explicit Precision(const Space& space);

  /// The knobs that phase 1 of the searches chooses, and the knobs of phase 2: the same knobs if no others are left.
  [[nodiscard]] const std::vector<std::size_t>& domain_knobs() const { return domains_; }
  [[nodiscard]] const std::vector<std::size_t>& setting_knobs() const { return settings_; }

  /// rec_init's ingredient: among the least precise domains, the one with the most domains above it (TAILOR takes
  /// intervals), at default settings. Without domains, the analyzer's default.
  [[nodiscard]] Ingredient initial() const;
  /// A uniformly drawn domain, at default settings.
  [[nodiscard]] Ingredient random(core::Rng& rng) const;
  /// Whether the domain of `one` is less precise than that of `other`.
  [[nodiscard]] bool less(const Ingredient& one, const Ingredient& other) const;
  /// True if no two ingredients have equal or comparable domains.
  [[nodiscard]] bool compatible(const Recipe& recipe) const;
  /// The ingredient with each domain that is immediately more (`up`) or less precise. Its settings stay.
  [[nodiscard]] std::vector<Ingredient> next(const Ingredient& ingredient, bool up) const;
  /// A random domain among the least precise domains that are incomparable with all domains of the recipe, at default
  /// settings. Nullopt: there is none.
  [[nodiscard]] std::optional<Ingredient> least_incomparable(const Recipe& recipe, core::Rng& rng) const;
  /// The ingredient `settings` with the domain of `domain`.
  [[nodiscard]] Ingredient with_domain(const Ingredient& settings, const Ingredient& domain) const;

 private:
  [[nodiscard]] bool same(const Ingredient& one, const Ingredient& other) const;
  [[nodiscard]] std::vector<Ingredient> least_in_product(const Recipe& recipe) const;
  [[nodiscard]] Ingredient with(const Ingredient& ingredient, std::size_t knob, std::size_t value) const;

  const Space& space_;
  std::vector<std::size_t> domains_;
  std::vector<std::size_t> settings_;
  bool ordered_ = false;  ///< the domain is the product of the ordered knobs
};

}  // namespace assay::analyzer::tune

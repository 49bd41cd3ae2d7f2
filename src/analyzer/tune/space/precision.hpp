#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// What the searches of TAILOR take for the abstract domain of an ingredient, and its order. Where the space has a knob
/// of domains it is that knob, with the space's order. Where it has none (Eva: its domains are switches), it is the
/// values of all `ordered` knobs together, and one is less precise than another if it is nowhere greater. Where no
/// knob is ordered, it is the whole ingredient, and different ones are incomparable.
class Precision {
 public:
  explicit Precision(const Space& space);

  /// What phase 1 of the searches chooses, and what phase 2 does: all knobs, where no others are left.
  [[nodiscard]] const std::vector<std::size_t>& domain_knobs() const { return domains_; }
  [[nodiscard]] const std::vector<std::size_t>& setting_knobs() const { return settings_; }

  /// rec_init's ingredient: of the least precise domains the one with the most above it (TAILOR takes intervals), at
  /// default settings. Without domains the analyzer's own default.
  [[nodiscard]] Ingredient initial() const;
  /// A domain that is drawn uniformly, at default settings.
  [[nodiscard]] Ingredient random(core::Rng& rng) const;
  /// The domain of the first is less precise than that of the second.
  [[nodiscard]] bool less(const Ingredient& one, const Ingredient& other) const;
  /// No two of its ingredients have equal or comparable domains.
  [[nodiscard]] bool compatible(const Recipe& recipe) const;
  /// The ingredient with a domain that is immediately more (`up`) or less precise: all of them. Its settings stay.
  [[nodiscard]] std::vector<Ingredient> next(const Ingredient& ingredient, bool up) const;
  /// Of the least precise domains that are incomparable with all those of the recipe one at random, at default
  /// settings. Nothing: there is none.
  [[nodiscard]] std::optional<Ingredient> least_incomparable(const Recipe& recipe, core::Rng& rng) const;
  /// The settings of `settings` with the domain of `domain`.
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

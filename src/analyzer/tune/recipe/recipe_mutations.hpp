#pragma once

#include <optional>

#include "analyzer/tune/space/precision.hpp"
#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// The recipe generators of TAILOR, section 5.4.3. All ingredients that they make have default settings: phase 1 looks
/// for domains alone.

/// Random sampling: `length` domains, each drawn uniformly.
[[nodiscard]] Recipe random_recipe(const Precision& precision, unsigned length, core::Rng& rng);

/// Domain-aware random sampling: the same, of recipes without comparable domains. Where (nearly) no recipe of that
/// length is compatible, a shorter one.
[[nodiscard]] Recipe random_compatible_recipe(const Precision& precision, unsigned length, core::Rng& rng);

/// Algorithm 7: one more ingredient (1 of 5), or one ingredient's domain exchanged for one that is immediately more
/// precise (5 of 10), immediately less precise (3), or one of the least precise incomparable ones (2). A result with
/// comparable domains is drawn again. As printed, line 16 stands in the last branch alone, so that the first two would
/// change nothing; here it ends all three. Where no mutation is possible (a space with one domain), the same recipe.
[[nodiscard]] Recipe mutated(const Precision& precision, const Recipe& recipe, unsigned longest, core::Rng& rng);

/// MUTATESETTINGS (Algorithm 6, line 16): one ingredient, drawn uniformly, with one to three of its active settings
/// changed to other values. All other settings and the domains stay, so that a sequence of accepted mutations climbs.
/// The publication says that the best recipe is randomly mutated, and not by how much. Nullopt: no active setting has a
/// second value.
[[nodiscard]] std::optional<Recipe> mutated_settings(const Space& space, const Precision& precision,
                                                     const Recipe& recipe, core::Rng& rng);

}  // namespace assay::analyzer::tune

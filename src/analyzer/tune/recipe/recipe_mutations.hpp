#pragma once

#include <optional>

#include "analyzer/tune/space/precision.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The recipe generators of TAILOR, section 5.4.3. All their ingredients have default settings, because phase 1
/// searches domains only.

/// Random sampling: `length` domains, each drawn uniformly.
[[nodiscard]] Recipe random_recipe(const Precision& precision, unsigned length, core::Rng& rng);

/// Domain-aware random sampling: the same without comparable domains. If (nearly) no recipe of that length is
/// compatible, the result is shorter.
[[nodiscard]] Recipe random_compatible_recipe(const Precision& precision, unsigned length, core::Rng& rng);

/// Algorithm 7: adds an ingredient (1 of 5), or exchanges an ingredient's domain for a domain that is immediately more
/// precise (5 of 10), immediately less precise (3), or among the least precise incomparable domains (2). A result with
/// comparable domains is drawn again. In the publication, line 16 stands in the last branch only, so that the first two
/// would change nothing; here it ends all three. If no mutation is possible (a space with one domain), the recipe is
/// returned unchanged.
[[nodiscard]] Recipe mutated(const Precision& precision, const Recipe& recipe, unsigned longest, core::Rng& rng);

/// MUTATESETTINGS (Algorithm 6, line 16): changes one to three active settings of one uniformly drawn ingredient to
/// other values. All other settings and the domains stay, so that a sequence of accepted mutations climbs. The
/// publication says that the best recipe is randomly mutated, and not by how much. Nullopt: no active setting has a
/// second value.
[[nodiscard]] std::optional<Recipe> mutated_settings(const Space& space, const Precision& precision,
                                                     const Recipe& recipe, core::Rng& rng);

}  // namespace assay::analyzer::tune

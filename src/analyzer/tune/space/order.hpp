#pragma once

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// Whether an ingredient is known to be at least as precise as another: each knob has an equal value, a later value of
/// an ordered knob, or a more precise domain.
[[nodiscard]] bool nowhere_less_precise(const Space& space, const Ingredient& one, const Ingredient& than);

}  // namespace assay::analyzer::tune

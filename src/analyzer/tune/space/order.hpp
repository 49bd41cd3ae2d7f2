#pragma once

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// Whether an ingredient is at least as precise as another as far as the space knows: at every knob an equal value, a
/// later one of a knob with an order, or a more precise domain.
[[nodiscard]] bool nowhere_less_precise(const Space& space, const Ingredient& one, const Ingredient& than);

}  // namespace assay::analyzer::tune

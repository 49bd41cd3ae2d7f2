#include "order.hpp"

namespace assay::analyzer::tune {

bool nowhere_less_precise(const Space& space, const Ingredient& one, const Ingredient& than) {
  for (std::size_t knob = 0; knob < one.values.size(); ++knob) {
    const std::size_t mine = one.values[knob];
    const std::size_t theirs = than.values[knob];
    if (mine == theirs) continue;
    const bool more =
        space.domain_knob() == knob ? space.less_precise(theirs, mine) : space.knobs()[knob].ordered && mine > theirs;
    if (!more) return false;
  }
  return true;
}

}  // namespace assay::analyzer::tune

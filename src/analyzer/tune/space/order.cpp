#include "analyzer/tune/space/order.hpp"

#include <algorithm>

namespace assay::analyzer::tune {
namespace {

bool at_least(const Space& space, std::size_t knob, std::size_t mine, std::size_t theirs) {
  if (mine == theirs) return true;
  return space.domain_knob() == knob ? space.less_precise(theirs, mine) : space.knobs()[knob].ordered && mine > theirs;
}

std::size_t value_in(const Ingredient& ingredient, std::size_t knob, const std::string& function) {
  for (const LocalSetting& local : ingredient.locals)
    if (local.knob == knob && local.function == function) return local.value;
  return ingredient.values[knob];
}

}  // namespace

bool nowhere_less_precise(const Space& space, const Ingredient& one, const Ingredient& than) {
  for (std::size_t knob = 0; knob < one.values.size(); ++knob)
    if (!at_least(space, knob, one.values[knob], than.values[knob])) return false;
  const auto holds = [&](const LocalSetting& local) {
    return at_least(space, local.knob, value_in(one, local.knob, local.function),
                    value_in(than, local.knob, local.function));
  };
  return std::all_of(one.locals.begin(), one.locals.end(), holds) &&
         std::all_of(than.locals.begin(), than.locals.end(), holds);
}

}  // namespace assay::analyzer::tune

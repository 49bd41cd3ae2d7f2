#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "domain/libraries/level0/level0_convert.hpp"

namespace assay::domain::level0 {

/// The element with only one point.
template <typename L>
typename L::Abstract* point_of(typename L::Manager* manager, typename L::LinearExpression& coordinates,
                               unsigned dimensions, bool integers) {
  auto** const ends = L::make_box(dimensions);
  for (unsigned i = 0; i < dimensions; ++i) {
    Rational value = coefficient<L>(coordinates, i).value_or(0);
    L::set_scalar(ends[i]->inf, value.get_mpq_t());
    L::set_scalar(ends[i]->sup, value.get_mpq_t());
  }
  auto* const point = L::of_box(manager, integers ? dimensions : 0, integers ? 0 : dimensions, ends);
  L::free_box(ends, dimensions);
  return point;
}

/// Rebuilds the element from its generators: joins its points and adds its rays and lines.
template <typename L>
typename L::Abstract* regenerated(typename L::Manager* manager, typename L::Abstract* element, unsigned dimensions,
                                  bool integers) {
  auto all = L::generators(manager, element);
  auto* made = L::bottom(manager, integers ? dimensions : 0, integers ? 0 : dimensions);
  std::vector<typename L::Generator> moving;
  for (std::size_t i = 0; i < all.size; ++i) {
    if (all.p[i].gentyp != L::kVertex) {
      moving.push_back(all.p[i]);
      continue;
    }
    auto* const point = point_of<L>(manager, *all.p[i].linexpr0, dimensions, integers);
    made = L::join(manager, true, made, point);
    L::free(manager, point);
  }
  typename L::Generators rays{moving.data(), moving.size()};
  if (!moving.empty()) made = L::add_rays(manager, true, made, &rays);
  L::clear_generators(&all);
  return made;
}

}  // namespace assay::domain::level0

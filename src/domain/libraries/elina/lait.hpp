#pragma once

#include <algorithm>
#include <vector>

#include "assay/domain/constraint.hpp"

namespace assay::domain::elina {

/// Whether Lait uses its network for a join of polyhedra: if a block of dependent dimensions has at least 20
/// constraints, some on more than two dimensions (`lait` in ELINA's elina_poly/opt_pk_lait.py). An equality counts as
/// one constraint.
[[nodiscard]] inline bool asks_network_of_polyhedra(const std::vector<Constraint>& join) {
  constexpr std::size_t kMinConstraints = 20;
  constexpr std::size_t kMinDimensions = 3;
  struct Block {
    std::vector<unsigned> dimensions;
    std::size_t constraints = 0;
    bool has_wide = false;
  };
  std::vector<Block> blocks;
  for (const Constraint& constraint : join) {
    Block merged{constraint.expression.support(), 1, false};
    merged.has_wide = merged.dimensions.size() >= kMinDimensions;
    const auto meets = [&](const Block& block) {
      return std::any_of(block.dimensions.begin(), block.dimensions.end(), [&](unsigned dimension) {
        return std::find(merged.dimensions.begin(), merged.dimensions.end(), dimension) != merged.dimensions.end();
      });
    };
    // A merged block may share dimensions with an earlier one: begin again.
    for (std::size_t i = 0; i < blocks.size();) {
      if (!meets(blocks[i])) {
        ++i;
        continue;
      }
      merged.constraints += blocks[i].constraints;
      merged.has_wide = merged.has_wide || blocks[i].has_wide;
      merged.dimensions.insert(merged.dimensions.end(), blocks[i].dimensions.begin(), blocks[i].dimensions.end());
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(i));
    }
    blocks.push_back(std::move(merged));
  }
  return std::any_of(blocks.begin(), blocks.end(),
                     [](const Block& block) { return block.constraints >= kMinConstraints && block.has_wide; });
}

}  // namespace assay::domain::elina

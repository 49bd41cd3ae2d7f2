#pragma once

#include <vector>

#include "domain/libraries/elina/library.hpp"
#include "domain/libraries/level0/plugin.hpp"

namespace assay::domain::elina {

/// Of the file of each domain.
[[nodiscard]] std::vector<PluginTarget> all_targets();

/// What is left of a domain's promises when its joins are learned: Lait drops constraints of a join, as it sees fit.
inline void promise_learned(Contract& contract) {
  contract.lattice = false;
  contract.without_laws.insert(contract.without_laws.end(), {10, 12, 13, 15, 25, 64});
}

}  // namespace assay::domain::elina

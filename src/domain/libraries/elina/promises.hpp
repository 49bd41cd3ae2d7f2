#pragma once

#include <vector>

#include "domain/libraries/elina/library.hpp"
#include "domain/libraries/level0/plugin.hpp"

namespace assay::domain::elina {

/// The targets of the domain in one file.
[[nodiscard]] std::vector<PluginTarget> all_targets();

/// Removes the promises that do not hold for Lait, whose network drops constraints of joins.
inline void promise_learned(Contract& contract) {
  contract.lattice = false;
  contract.without_laws.insert(contract.without_laws.end(), {10, 12, 13, 15, 25, 64});
}

}  // namespace assay::domain::elina

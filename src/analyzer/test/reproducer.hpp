#pragma once

#include <string>

#include "assay/analyzer/analyzer.hpp"
#include "assay/core/reproduction.hpp"

namespace assay::analyzer {

/// The claim of an analyzer that a reproduction contradicts.
struct ReproducedClaim {
  std::string target;   ///< the analyzer's name and version
  std::string claim;    ///< in one line
  std::string witness;  ///< what contradicted it in Assay's own run
};
/// The reproduction whose first command makes the analyzer state the claim, and whose second one runs the program.
[[nodiscard]] core::Reproduction reproduction_of_claim(Reproducer reproducer, const ReproducedClaim& claim);

}  // namespace assay::analyzer

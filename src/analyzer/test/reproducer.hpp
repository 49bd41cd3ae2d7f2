#pragma once

#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// What a script says of itself.
struct ReproducerTitle {
  std::string target;   ///< and its version
  std::string claim;    ///< in a line
  std::string witness;  ///< what Assay saw in its own run
};
/// The files of a finding's `reproduce` folder; the script (core::kReproducerScript) is the first.
[[nodiscard]] std::vector<core::File> reproducer_files(Reproducer reproducer, const ReproducerTitle& title);

}  // namespace assay::analyzer

#pragma once

#include <stop_token>
#include <string>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// Where a contradiction is kept.
struct Contradiction {
  std::string folder;   ///< of a campaign of its own: `target.toml` is the analyzer in the configuration
  std::string finding;  ///< the finding's folder in it
};

/// Stores what a run contradicts as a finding: confirmed in fresh runs, reduced, with a script that shows it without
/// Assay, as `assay analyzer test` on this code does. `definition` has the configuration's words in its command
/// already. An Error: it could not be stored, or did not show again.
[[nodiscard]] Result<Contradiction> keep_contradiction(const Definition& definition, const Code& code,
                                                       const std::string& folder, const std::stop_token& stop);

}  // namespace assay::analyzer::tune

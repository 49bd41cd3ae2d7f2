#pragma once

#include <stop_token>
#include <string>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The place of a stored contradiction.
struct Contradiction {
  std::string folder;   ///< folder of its campaign: `target.toml` is the analyzer in the configuration
  std::string finding;  ///< the finding's folder in the campaign
};

/// Stores a contradiction as a finding: confirmed in fresh runs, reduced, with a script that shows it without Assay, as
/// `assay analyzer test` does for this code. The command in `definition` already has the configuration's words. An
/// Error: it could not be stored, or did not show again.
[[nodiscard]] Result<Contradiction> keep_contradiction(const Definition& definition, const Code& code,
                                                       const std::string& folder, const std::stop_token& stop);

}  // namespace assay::analyzer::tune

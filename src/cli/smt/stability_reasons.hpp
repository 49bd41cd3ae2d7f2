#pragma once

#include <string>

#include "cli/cli_session.hpp"
#include "smt/stability/stability.hpp"

namespace assay::cli {

/// For each unstable script of the campaign in `folder`: prints which quantifiers are instantiated differently in runs
/// with and without the answer, and the assertions without which the script is stable. The edited script is written to
/// the folder `why` of the campaign. `quiet`: writes files only.
void print_reasons(const smt::StabilityOptions& options, const std::string& folder, bool quiet, Session& session);

}  // namespace assay::cli

#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

// The commands of `assay sarif`. Each has a file of its own.
void add_sarif_diff(CLI::App& sarif, Session& session);
void add_sarif_merge(CLI::App& sarif, Session& session);

}  // namespace assay::cli

#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

void add_sums_test(CLI::App& sums, Session& session);

}  // namespace assay::cli

#pragma once

#include "cli/session.hpp"

namespace assay::cli {

void add_sums_test(CLI::App& sums, Session& session);

}  // namespace assay::cli

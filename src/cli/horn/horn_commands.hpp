#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

void add_horn_check(CLI::App& horn, Session& session);
void add_horn_fuzz(CLI::App& horn, Session& session);

}  // namespace assay::cli

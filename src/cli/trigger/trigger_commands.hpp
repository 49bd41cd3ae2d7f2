#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

void add_trigger(CLI::App& app, Session& session);

}  // namespace assay::cli
